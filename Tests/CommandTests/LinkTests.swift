import TestSupport
import Testing

/// Links are counted and never followed.
@Suite struct LinkTests {
    @Test("links that lead round in circles are no items of their own")
    func loops() throws {
        let scene = try Scene()
        try scene.add("a/x.jpg", "a/b/y.txt")
        try scene.folder("a").makeLink(bytes("self"), to: bytes("."))
        try scene.folder("a/b").makeLink(bytes("up"), to: bytes("../.."))
        try scene.folder("a").makeLink(bytes("root"), to: scene.root)
        try scene.tree.makeLink(bytes("l1"), to: bytes("l2"))
        try scene.tree.makeLink(bytes("l2"), to: bytes("l1"))
        let end = try scene.run()
        #expect(end.exitCode == 0 && end.counts["folders"] == 3 && end.changes == ["added": 1])
        #expect(try scene.presentImages() == ["a/x.jpg"])
        #expect(try scene.query("SELECT link_count FROM folders ORDER BY path") == ["2", "2", "1"])
    }

    @Test("a link to a folder or to a picture is neither a row nor an error")
    func linksToPictures() throws {
        let scene = try Scene()
        try scene.add("album1/p.jpg")
        let hiking = try scene.tree.makeFolder(bytes("hiking"))
        try hiking.makeLink(bytes("Austria"), to: bytes("../album1"))
        try hiking.makeLink(bytes("link.jpg"), to: bytes("../album1/p.jpg"))
        try hiking.makeLink(bytes("nowhere.jpg"), to: bytes("gone.jpg"))
        let end = try scene.run()
        #expect(end.exitCode == 0 && end.changes == ["added": 1])
        #expect(try scene.presentImages() == ["album1/p.jpg"])
        #expect(
            try scene.query("SELECT image_count, image_bytes, link_count, status FROM folders ORDER BY path") == [
                "0|0|0|listed", "1|170|0|listed", "0|0|3|listed",
            ]
        )
    }

    @Test("pipes and sockets with the names of pictures are counted and never opened")
    func special() throws {
        let scene = try Scene()
        try scene.tree.makePipe(bytes("pipe.jpg"))
        try scene.tree.makeSocket(bytes("socket.jpg"))
        try scene.tree.makeFolder(bytes("folder.jpg"))
        let end = try scene.run()
        #expect(end.exitCode == 0 && end.counts["images"] == 0 && end.counts["folders"] == 2)
        #expect(try scene.value("SELECT other_count FROM folders WHERE parent_id IS NULL") == "2")
    }
}
