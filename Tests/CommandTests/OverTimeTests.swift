import TestSupport
import Testing

/// What people do to their pictures between two runs, and what other tools made of it.
@Suite struct OverTimeTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
    }

    @Test("a renamed folder keeps its rows and those of all below it")
    func renamedFolder() throws {
        try scene.add("old/s/1.jpg", "old/s/2.jpg", "old/s/3.jpg", "stays.jpg")
        try scene.run()
        let ids = try scene.query("SELECT id, name FROM images ORDER BY id")
        try scene.tree.rename(bytes("old"), to: bytes("new"))
        #expect(try scene.run().changes == ["moved": 3, "unchanged": 1])
        #expect(try scene.presentImages() == ["new/s/1.jpg", "new/s/2.jpg", "new/s/3.jpg", "stays.jpg"])
        #expect(try scene.query("SELECT id, name FROM images ORDER BY id") == ids)
        #expect(try scene.query("SELECT path FROM folders WHERE path LIKE '%/old%'") == [])
        #expect(
            try scene.value("SELECT old_path FROM changes WHERE what = 'moved' AND path LIKE '%/new'").hasSuffix("/old")
        )
        #expect(try scene.damage() == [])
    }

    @Test("other rights and other times are touched, not changed")
    func touched() throws {
        try scene.add("1.jpg", "2.jpg", "3.jpg")
        try scene.run()
        try scene.tree.setMode(0o600, of: bytes("1.jpg"))
        try scene.tree.setModified(TimeStamp(seconds: 1_500_000_000), of: bytes("2.jpg"))
        #expect(try scene.run().changes == ["touched": 2, "unchanged": 1])
        #expect(try scene.run().changes == ["unchanged": 3])
    }

    @Test("a file that was half copied is changed when it is whole, also with a time long ago")
    func halfCopied() throws {
        try scene.tree.makeFile(bytes("a.jpg"), size: 1_000)
        try scene.run()
        _ = try scene.shell("head -c 5000 /dev/zero > tree/a.jpg; touch -d 2015-01-01 tree/a.jpg")
        #expect(try scene.run().changes == ["changed": 1])
        #expect(try scene.value("SELECT size || ' ' || modified FROM images") == "5000 2015-01-01T00:00:00Z")
        #expect(try scene.run().changes == ["unchanged": 1])
    }

    @Test("what is deleted is missing with its proof, what is renamed moved, and a folder that is gone is missing")
    func deletedAndRenamed() throws {
        try scene.add("d/1.jpg", "d/2.jpg", "e/3.jpg")
        try scene.run()
        try scene.folder("d").remove(bytes("1.jpg"))
        try scene.folder("d").rename(bytes("2.jpg"), to: bytes("two.jpg"))
        try scene.folder("e").remove(bytes("3.jpg"))
        try scene.tree.removeFolder(bytes("e"))
        #expect(try scene.run().changes == ["missing": 2, "moved": 1])
        #expect(try scene.presentImages() == ["d/two.jpg"])
        #expect(try scene.value("SELECT status FROM folders WHERE path LIKE '%/e'") == "missing")
        let root = text(scene.root)
        #expect(
            try scene.query("SELECT path, proof FROM changes WHERE what = 'missing' ORDER BY path")
                == ["\(root)/d/1.jpg|listed:\(root)/d", "\(root)/e/3.jpg|ancestor-listed:\(root)"]
        )
    }

    @Test("a rename that changes only case, a folder into its sibling, and there and back again keep their ids")
    func renames() throws {
        try scene.add("a/1.jpg", "b/2.jpg", "IMG.JPG", "x.jpg")
        try scene.run()
        let ids = try scene.query("SELECT id, size, path FROM images ORDER BY id")
        try scene.tree.rename(bytes("IMG.JPG"), to: bytes("img.jpg"))
        try scene.tree.rename(bytes("a"), to: bytes("b/a"))
        #expect(try scene.run().changes == ["moved": 2, "unchanged": 2])
        #expect(try scene.presentImages() == ["b/2.jpg", "b/a/1.jpg", "img.jpg", "x.jpg"])
        try scene.tree.rename(bytes("b/a"), to: bytes("a"))
        try scene.tree.rename(bytes("img.jpg"), to: bytes("IMG.JPG"))
        #expect(try scene.run().changes == ["moved": 2, "unchanged": 2])
        #expect(try scene.query("SELECT id, size, path FROM images ORDER BY id") == ids)
        #expect(try scene.damage() == [])
    }
}
