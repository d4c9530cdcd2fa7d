import TestSupport
import Testing

/// What `--extensions` makes of a tree.
@Suite struct ExtensionsTests {
    private func mixed() throws -> Scene {
        let scene = try Scene()
        try scene.add("a.jpg", "b.JPG", "c.png", "d.xyz", "e.TIF", ".jpg", "jpg", "f.jpg.txt", "g.jpg_", "h.G\u{130}F")
        return scene
    }

    @Test("names count by the ASCII letters after their last dot, in capitals or not")
    func standard() throws {
        let scene = try mixed()
        #expect(try scene.run().changes == ["added": 4])
        #expect(try scene.presentImages() == ["a.jpg", "b.JPG", "c.png", "e.TIF"])
        #expect(
            try scene.query("SELECT extension, format FROM images ORDER BY name") == [
                "jpg|JPEG", "jpg|JPEG", "png|PNG", "tif|TIFF",
            ]
        )
    }

    @Test("a list replaces, adds and takes away; rows that are left out come back as they were")
    func lists() throws {
        let scene = try mixed()
        try scene.run()
        let ids = try scene.query("SELECT id, name FROM images ORDER BY id")
        #expect(try scene.run("--extensions=png").changes == ["excluded": 3, "unchanged": 1])
        #expect(try scene.presentImages() == ["c.png"])
        #expect(try scene.run("--extensions=png").changes == ["unchanged": 1])
        #expect(try scene.run().changes == ["returned": 3, "unchanged": 1])
        #expect(try scene.query("SELECT id, name FROM images ORDER BY id") == ids)
        #expect(try scene.run("--extensions", "+xyz,-png").changes == ["added": 1, "excluded": 1, "unchanged": 3])
        #expect(try scene.presentImages() == ["a.jpg", "b.JPG", "d.xyz", "e.TIF"])
        #expect(try scene.run("--extensions=+xyz", "--extensions=-png").changes == ["unchanged": 4])
        #expect(try scene.query("SELECT extension, format FROM images WHERE name = 'd.xyz'") == ["xyz|"])
        #expect(try scene.run("--extensions=JPG,.png").changes == ["excluded": 2, "returned": 1, "unchanged": 2])
        #expect(try scene.damage() == [])
    }

    @Test("an image that a rule left out and that is gone then is missing")
    func excludedThenGone() throws {
        let scene = try mixed()
        try scene.run()
        try scene.run("--extensions=png")
        try scene.tree.remove(bytes("a.jpg"))
        try scene.run()
        #expect(try scene.value("SELECT state FROM images WHERE name = 'a.jpg'") == "missing")
        #expect(try scene.presentImages() == ["b.JPG", "c.png", "e.TIF"])
    }

    @Test(
        "a list that names nothing or what cannot be an extension is refused, nothing is done",
        arguments: ["", ",", "a/b", "+", "jpg,-jpg"]
    )
    func refused(list: String) throws {
        let scene = try mixed()
        let end = try scene.run("--extensions=\(list)")
        #expect(end.exitCode == 64 && end.errorText.hasPrefix("imgindex: option '--extensions': "), "\(end.errorText)")
        #expect(try scene.shell("test -e index.db").exitCode == 1)
    }
}
