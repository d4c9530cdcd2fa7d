import TestSupport
import Testing

/// What a run after the first says and writes.
@Suite struct RerunTests {
    @Test("folders below one that was renamed are listed, and say so")
    func belowRenamed() throws {
        let scene = try Scene()
        try scene.add("old/s/t/1.jpg", "old/2.jpg")
        try scene.run()
        try scene.tree.rename(bytes("old"), to: bytes("new"))
        try scene.run()
        #expect(try scene.query("SELECT DISTINCT status, listed_run FROM folders") == ["listed|2"])
        #expect(try scene.damage() == [])
    }

    @Test("the summary counts what is new, changed, gone, back, touched and as it was")
    func counts() throws {
        let scene = try Scene()
        for number in 0..<6 { try scene.add("d/\(number).jpg", padding: number) }
        try scene.add("e/x.jpg", "e/f/y.jpg")
        let first = try scene.run()
        #expect(first.exitCode == 0 && first.changes == ["added": 8])
        #expect(
            first.outputText.hasPrefix(
                "\(text(scene.root)): 4 folders, 8 images, 8 added, 0 changed, 0 missing, 0 unchanged, 0 errors, "
            )
        )
        #expect(first.outputText.hasSuffix(" s\n"))

        let folder = try scene.folder("d")
        try folder.remove(bytes("0.jpg"))
        try scene.add("d/1.jpg", padding: 99)
        try folder.setMode(0o600, of: bytes("2.jpg"))
        try scene.add("new/n.jpg")
        try scene.tree.rename(bytes("e"), to: bytes("../away"))
        #expect(
            try scene.run().changes == ["added": 1, "changed": 1, "missing": 3, "touched": 1, "unchanged": 3]
        )
        #expect(try scene.presentImages() == ["d/1.jpg", "d/2.jpg", "d/3.jpg", "d/4.jpg", "d/5.jpg", "new/n.jpg"])
        #expect(
            try scene.query(
                "SELECT what, replace(path, '\(text(scene.root))/', '') FROM changes WHERE run = 2 ORDER BY 1, 2"
            ) == [
                "added|new/n.jpg", "changed|d/1.jpg", "missing|d/0.jpg", "missing|e/f/y.jpg", "missing|e/x.jpg",
                "touched|d/2.jpg",
            ]
        )
        #expect(try scene.run().changes == ["unchanged": 6])
        try scene.place.folder.rename(bytes("away"), to: bytes("tree/e"))
        let back = try scene.run()
        #expect(
            back.changes == ["returned": 2, "unchanged": 6]
                && back.outputText.contains(", 0 missing, 2 returned, 6 unchanged, ")
        )
        #expect(try scene.value("SELECT count(*) FROM images") == "9")
        #expect(try scene.damage() == [])
    }

    @Test("a run of an unchanged tree writes nothing but its own row")
    func unchanged() throws {
        let scene = try Scene()
        try TestTree.sample().make(in: scene.tree)
        #expect(try scene.run().exitCode == 0)
        let tables = """
            SELECT id, folder, quote(name), size, mtime, state, first_run, changed_run FROM image ORDER BY id;
            SELECT * FROM change; SELECT id, status, first_run, mtime FROM folder ORDER BY id
            """
        let before = try scene.query(tables)
        for _ in 0..<2 {
            let end = try scene.run()
            #expect(end.exitCode == 0 && Set(end.changes.keys) == ["unchanged"])
            #expect(end.counts["unchanged"] == end.counts["images"])
        }
        #expect(try scene.query(tables) == before)
        #expect(
            try scene.value("SELECT count(*) FROM folders WHERE listed_run = 3 AND finished_run = 3")
                == scene.value("SELECT count(*) FROM folders")
        )
    }

    @Test("two pictures that swap names, and two folders, are seen by their inodes though all times are equal")
    func swapped() throws {
        let scene = try Scene()
        let stamp = TimeStamp(seconds: 1_000_000_000)
        for path in ["a.jpg", "b.jpg", "x/p.jpg", "y/p.jpg"] { try scene.add(path) }
        for (folder, name) in [
            (scene.tree, "a.jpg"), (scene.tree, "b.jpg"), (try scene.folder("x"), "p.jpg"),
            (try scene.folder("y"), "p.jpg"),
        ] {
            try folder.setModified(stamp, of: bytes(name))
        }
        try scene.run()
        for (one, other) in [("a.jpg", "b.jpg"), ("x", "y")] {
            try scene.tree.rename(bytes(one), to: bytes("t"))
            try scene.tree.rename(bytes(other), to: bytes(one))
            try scene.tree.rename(bytes("t"), to: bytes(other))
        }
        #expect(try scene.run().changes == ["moved": 4])
        #expect(try scene.run().changes == ["unchanged": 4])
    }

    @Test("edits in place and new files are seen in folders whose time does not tell")
    func folderTimeNotTrusted() throws {
        let scene = try Scene()
        let stamp = TimeStamp(seconds: 1_577_836_800)
        try scene.add("d/a.jpg")
        try scene.tree.setModified(stamp, of: bytes("d"))
        try scene.run()
        try scene.add("d/a.jpg", padding: 10)
        #expect(try scene.run().changes == ["changed": 1])
        try scene.add("d/b.jpg")
        try scene.tree.setModified(stamp, of: bytes("d"))
        #expect(try scene.run().changes == ["added": 1, "unchanged": 1])
    }
}
