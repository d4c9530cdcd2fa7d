import TestSupport
import Testing

/// What has the name of something else.
@Suite struct ReplacedItemsTests {
    @Test("a file gives way to a folder of its name, and a folder to a file")
    func fileAndFolder() throws {
        let scene = try Scene()
        try scene.add("a.jpg", "b.jpg/in.jpg")
        #expect(try scene.run().changes == ["added": 2])
        #expect(try scene.presentImages() == ["a.jpg", "b.jpg/in.jpg"])
        try scene.tree.remove(bytes("a.jpg"))
        try scene.folder("b.jpg").remove(bytes("in.jpg"))
        try scene.tree.removeFolder(bytes("b.jpg"))
        try scene.add("a.jpg/new.jpg", "b.jpg")
        #expect(try scene.run().changes == ["added": 2, "missing": 2])
        #expect(try scene.presentImages() == ["a.jpg/new.jpg", "b.jpg"])
        #expect(try scene.value("SELECT path FROM folders WHERE status = 'missing'").hasSuffix("/b.jpg"))
        #expect(try scene.run().changes == ["unchanged": 2])
        #expect(try scene.damage() == [])
    }

    @Test("a picture gives way to a link, a pipe and a folder, and comes back")
    func fileAndOthers() throws {
        let scene = try Scene()
        try scene.add("a.jpg", "b.jpg", "c.jpg", "stays.jpg")
        try scene.run()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try scene.tree.remove(bytes(name)) }
        try scene.tree.makeLink(bytes("a.jpg"), to: bytes("/"))
        try scene.tree.makePipe(bytes("b.jpg"))
        try scene.tree.makeFolder(bytes("c.jpg"))
        #expect(try scene.run().changes == ["missing": 3, "unchanged": 1])
        for name in ["a.jpg", "b.jpg"] { try scene.tree.remove(bytes(name)) }
        try scene.tree.removeFolder(bytes("c.jpg"))
        try scene.add("a.jpg", "b.jpg", "c.jpg")
        #expect(try scene.run().changes == ["returned": 3, "unchanged": 1])
        #expect(try scene.value("SELECT count(*) FROM images") == "4")
        #expect(try scene.damage() == [])
    }
}
