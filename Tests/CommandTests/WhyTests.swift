import Glibc
import TestSupport
import Testing

/// `imgindex why`: what is told of a path of each kind, from the index alone.
@Suite struct WhyTests {
    private func made() throws -> Scene {
        let scene = try Scene()
        try scene.add("x.jpg", "s/b.jpg", "@eaDir/c.jpg", "raw/d.nef", "raw/e.nef", "gone/g.jpg")
        try writeFile(scene.path("notes.txt"), [1])
        try writeFile(scene.path("s/.imgindexignore"), bytes("b*\n"))
        try scene.tree.makeFolder(bytes("bad"))
        try writeFile(scene.path("bad/.imgindexignore"), Array(repeating: 10, count: 1 << 20 + 1))
        try scene.run("--exclude=*.nef")
        try scene.folder("gone").remove(bytes("g.jpg"))
        try scene.run("--exclude=*.nef")
        return scene
    }

    private func why(_ path: [UInt8], in scene: Scene) throws -> (code: Int32?, lines: [String]) {
        let end = try scene.command([bytes("why"), bytes("--index=index.db"), path], folder: scene.place.path)
        return (
            end.exitCode,
            end.outputText.split(separator: "\n").dropFirst().map { $0.trimmingPrefix("  ") }.map(String.init)
        )
    }

    @Test("each kind of path has its answer, and each folder above it its state")
    func kinds() throws {
        let scene = try made()
        let root = text(scene.root)
        let answers: [(String, Int32, String)] = [
            ("x.jpg", 0, "image 1: present; first seen in run 1"),
            ("s/b.jpg", 0, "kept out by 'b*', line 1 of \(root)/s/.imgindexignore"),
            ("@eaDir", 0, "folder: excluded by the default exclude '@eaDir'"),
            ("raw/d.nef", 0, "kept out, if it was there, by --exclude '*.nef', as 2 files in its folder are"),
            (
                "notes.txt", 0,
                "no image by its extension: run 2 found 1 such items in its folder, of which no names are kept"
            ),
            ("bad/y.jpg", 0, "not known: its folder is failed since run 1: .imgindexignore: read: File too large"),
            ("new.jpg", 1, "never seen: run 2 listed its folder to its end, and it was not there"),
            ("no/where", 1, "never seen: run 2 listed its folder to its end, and it was not there"),
        ]
        for (name, code, line) in answers {
            let answer = try why(scene.path(name), in: scene)
            #expect(answer.code == code && answer.lines.first == line, "\(name): \(answer)")
            #expect(answer.lines.last == "in root \(root): listed to its end in run 2", "\(name): \(answer)")
        }
        for name in ["no.txt", "nofolder", "s/none"] {
            let answer = try why(scene.path(name), in: scene)
            #expect(answer.code == 1 && answer.lines.first?.hasPrefix("never seen: no image by its extension") == true)
            #expect(answer.lines.dropFirst().first == "nothing has that name on disk now", "\(name): \(answer)")
        }
        try scene.add("young.jpg")
        let young = try why(scene.path("young.jpg"), in: scene)
        #expect(young.code == 1 && young.lines.contains { $0.hasPrefix("something has that name on disk now") })
        let gone = try why(scene.path("gone/g.jpg"), in: scene)
        #expect(
            gone.code == 0 && gone.lines.first?.contains("missing since run 2, proof listed:\(root)/gone") == true,
            "\(gone)"
        )
    }

    @Test("of a held image and of one whose folder is not listed to its end it tells what is known, and why not more")
    func unproven() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        try first.send(SIGTERM)
        _ = try first.letGo()
        let folder = try scene.value("SELECT path FROM folders WHERE status = 'unfinished' AND path <> root LIMIT 1")
        let unfinished = try why(bytes(folder + "/none.jpg"), in: scene)
        #expect(unfinished.lines.first == "not known: its folder is unfinished", "\(unfinished)")
        #expect(unfinished.code == 0 && unfinished.lines.count == 4, "\(unfinished)")

        try scene.run()
        try scene.tree.rename(bytes("folder10"), to: bytes("../away"))
        #expect(try scene.run("--hold-files=0", "--hold-percent=0").exitCode == 2)
        let path = try scene.value("SELECT path FROM images WHERE state = 'held' LIMIT 1")
        let held = try why(bytes(path), in: scene)
        #expect(
            held.lines.first?.contains(": held since run 3, proof ancestor-listed:\(text(scene.root))") == true
                && held.lines.first?.contains(", not called missing until that is accepted; first seen in run ")
                    == true,
            "\(held)"
        )
    }

    @Test("of what is in a folder that may not be read it tells the error and when it was listed last")
    func denied() throws {
        guard OtherUser.canRun else { return }
        var scene = try Scene()
        try scene.add("d/a.jpg")
        try scene.letOtherUserIn()
        try scene.runAsOtherUser()
        try scene.tree.setMode(0o000, of: bytes("d"))
        #expect(try scene.runAsOtherUser().exitCode == 1)
        _ = try scene.shell("cp \"$1\" index.db", [scene.index])
        let said = "denied since run 2: openat: Permission denied; last listed to its end in run 1"
        let known = try why(scene.path("d/a.jpg"), in: scene)
        #expect(known.lines.first == "image 1: present; first seen in run 1", "\(known)")
        #expect(known.lines.dropFirst().first == "in folder \(text(scene.path("d"))): \(said)", "\(known)")
        let unknown = try why(scene.path("d/b.jpg"), in: scene)
        #expect(unknown.lines.first == "not known: its folder is \(said)", "\(unknown)")
    }

    @Test("of what is on a volume that is gone it tells that its folder is offline", .enabled(if: MountScene.canMount))
    func offline() throws {
        let lines = try MountScene()(
            """
            mkdir m; mount -t tmpfs one m; touch m/a.jpg; run; umount m; run
            "$command" why --index="$index" m/b.jpg | sed -n 's/^ *\\(not known.*offline since run 2\\).*/\\1/p'
            """
        )
        #expect(lines == ["exit 0", "exit 1", "not known: its folder is offline since run 2"])
    }

    @Test("a path outside all roots is never seen, and the roots are named")
    func outside() throws {
        let scene = try made()
        let answer = try why(bytes("/nowhere/x.jpg"), in: scene)
        #expect(answer.code == 1)
        #expect(answer.lines == ["never seen: it is in none of the roots", "root \(text(scene.root))"])
    }

    @Test("relative paths and names that are not UTF-8 are found, of an index that may only be read")
    func oddNames() throws {
        let scene = try Scene()
        let name: [UInt8] = [0xFF, 0x0A] + bytes(".jpg")
        try writeFile(scene.root + bytes("/") + name, [1])
        try scene.run()
        _ = try scene.shell("chmod 400 index.db")
        let before = try scene.shell("ls").outputText
        for path in [bytes("tree/") + name, bytes("./home/../tree//") + name] {
            let answer = try why(path, in: scene)
            #expect(answer.code == 0 && answer.lines.first == "image 1: present; first seen in run 1", "\(answer)")
        }
        #expect(try scene.shell("ls").outputText == before)
    }
}
