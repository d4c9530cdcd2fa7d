import TestSupport
import Testing

/// What other programs leave between the pictures.
@Suite struct LitterTests {
    private func littered() throws -> Scene {
        let scene = try Scene()
        try scene.add(
            "IMG.jpg",
            "__MACOSX/._IMG.jpg",
            "@eaDir/SYNOPHOTO_THUMB_M.jpg",
            ".thumbnails/t.png",
            "sub/.Trash-1000/x.jpg"
        )
        try writeFile(scene.path("._IMG.jpg"), [0, 5, 0x16, 7, 0, 2, 0, 0] + bytes("Mac OS X"))
        return scene
    }

    @Test("by default companions of AppleDouble and folders of thumbnails and trash are kept out")
    func byDefault() throws {
        let scene = try littered()
        let end = try scene.run()
        #expect(end.exitCode == 0 && end.changes == ["added": 1])
        #expect(try scene.presentImages() == ["IMG.jpg"])
        #expect(
            try scene.query("SELECT name FROM folder WHERE status = 'excluded' ORDER BY name")
                == [".Trash-1000", ".thumbnails", "@eaDir", "__MACOSX"]
        )
        #expect(
            try scene.lastRun("folders_excluded", "folders_failed", "errors", "default_excludes") == [
                "4", "0", "0", "1",
            ]
        )
        #expect(try scene.query("SELECT * FROM problems") == [])
        #expect(try scene.run().changes == ["unchanged": 1])
    }

    @Test("one switch takes them in, and without it they go again, with their rows kept")
    func takenIn() throws {
        let scene = try littered()
        try scene.run()
        #expect(try scene.run("--no-default-excludes").changes == ["added": 5, "unchanged": 1])
        #expect(try scene.run("--no-default-excludes").changes == ["unchanged": 6])
        let ids = try scene.query("SELECT id, path FROM images ORDER BY id")
        let without = try scene.run()
        #expect(without.exitCode == 0)
        #expect(without.changes == ["excluded": 5, "unchanged": 1])
        #expect(try scene.presentImages() == ["IMG.jpg"])
        #expect(try scene.query("SELECT sum(tree_image_count) FROM folders WHERE parent_id IS NULL") == ["1"])
        #expect(try scene.run().changes == ["unchanged": 1])
        #expect(try scene.run("--no-default-excludes").changes == ["returned": 5, "unchanged": 1])
        #expect(try scene.presentImages().count == 6)
        #expect(try scene.query("SELECT id, path FROM images ORDER BY id") == ids)
        #expect(try scene.damage() == [])
    }

    @Test("a root is walked though a folder of its name would be kept out")
    func litterAsRoot() throws {
        let scene = try littered()
        #expect(try scene.run(roots: [scene.path("@eaDir")]).changes == ["added": 1])
    }
}
