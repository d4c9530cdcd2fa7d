import TestSupport
import Testing

/// Roots that are not there: a share that is offline, a disk that is not mounted, a typing error.
@Suite struct OfflineRootTests {
    @Test("a missing root changes no row, an empty one makes rows held, and all is as before when it is back")
    func mount() throws {
        let scene = try Scene()
        try scene.add("mnt/a.jpg", "mnt/sub/b.jpg", "c.jpg")
        let mount = [scene.path("mnt")]
        #expect(try scene.run(roots: mount).changes == ["added": 2])
        let before = try scene.content()
        let ids = try scene.query("SELECT id, path FROM images")

        try scene.tree.rename(bytes("mnt"), to: bytes("mnt.away"))
        let missing = try scene.run(roots: mount)
        #expect(missing.exitCode == 66 && missing.output == [])
        #expect(
            missing.errorText == "imgindex: cannot read root: \(text(scene.path("mnt"))): No such file or directory\n"
        )
        #expect(try scene.content() == before)
        #expect(try scene.lastRun("state", "exit_code", "errors") == ["failed", "66", "1"])
        #expect(try scene.query("SELECT what, path FROM problems") == ["root|\(text(scene.path("mnt")))"])

        try scene.tree.makeFolder(bytes("mnt"))
        #expect(try scene.run(roots: mount).changes == ["held": 2])
        #expect(try scene.presentImages() == [])
        #expect(try scene.value("SELECT count(*) FROM images WHERE state = 'held'") == "2")
        #expect(try scene.query("SELECT id, path FROM images") == ids)

        try scene.tree.removeFolder(bytes("mnt"))
        try scene.tree.rename(bytes("mnt.away"), to: bytes("mnt"))
        #expect(try scene.run(roots: mount).changes == ["unchanged": 2])
        #expect(try scene.content() == before)
        #expect(try scene.query("SELECT id, path FROM images") == ids)
        #expect(try scene.query("SELECT * FROM problems") == [])
        #expect(try scene.damage() == [])
    }

    @Test("a root that is gone is found in the index by the link that led to it or to a folder above it")
    func throughLink() throws {
        let scene = try Scene()
        try scene.add("disk/photos/a.jpg")
        try scene.tree.makeLink(bytes("above"), to: bytes("disk"))
        try scene.tree.makeLink(bytes("to"), to: bytes("disk/photos"))
        #expect(try scene.run(roots: [scene.path("above/photos")]).changes == ["added": 1])
        try scene.folder("disk").rename(bytes("photos"), to: bytes("away"))
        for name in ["above/photos", "to", "to/.", "disk/photos"] {
            #expect(try scene.run(roots: [scene.path(name)]).exitCode == 66)
        }
        #expect(try scene.query("SELECT root, state FROM runs WHERE id > 1").count == 4)
        #expect(try scene.query("SELECT path FROM problems") == [text(scene.path("disk/photos"))])
    }

    @Test("of several roots those that are there are indexed, and the code tells of the one that is not")
    func oneOfSeveral() throws {
        let scene = try Scene()
        try scene.add("a/x.jpg", "b/y.jpg")
        let end = try scene.run(roots: [scene.path("a"), scene.path("no\nwhere"), scene.path("b")])
        #expect(end.exitCode == 66)
        #expect(
            end.errorText == "imgindex: cannot read root: \(text(scene.root))/no\\nwhere: No such file or directory\n"
        )
        #expect(end.outputText.split(separator: "\n").count == 2)
        #expect(try scene.presentImages() == ["a/x.jpg", "b/y.jpg"])
        #expect(try scene.query("SELECT state FROM runs") == ["complete", "complete"])
    }

    @Test("a root that is a file, a link to nothing or a path through a file is told as such")
    func noFolder() throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        try scene.tree.makeLink(bytes("dangling"), to: bytes("nothing"))
        try scene.tree.makeLink(bytes("loop"), to: bytes("loop"))
        let reasons = [
            "a.jpg": "Not a directory", "a.jpg/x": "Not a directory", "dangling": "No such file or directory",
            "loop": "Too many levels of symbolic links", String(repeating: "n", count: 256): "File name too long",
        ]
        for (name, reason) in reasons {
            let end = try scene.run(roots: [scene.path(name)])
            #expect(end.exitCode == 66)
            #expect(end.errorText == "imgindex: cannot read root: \(text(scene.path(name))): \(reason)\n")
        }
        #expect(try scene.value("SELECT count(*) FROM root") == "0")
    }
}
