import Indexing
import SQLite
import Testing

/// Folders that go, with all below them, and return.
@Suite struct MissingFolderTests {
    private let index: ScratchIndex

    init() throws {
        index = try ScratchIndex()
    }

    @Test("a folder that is gone takes all below it with it; the folder above is the proof")
    func gone() throws {
        let below = Found(["b.jpg": 2], folders: ["t": Found(["c.jpg": 4], folders: ["u": Found(["d.jpg": 8])])])
        var tree = Found(["a.jpg": 1], folders: ["s": below, "x": Found(["e.jpg": 16])])
        try index.run(tree)
        let before = try index.rows("SELECT id, path FROM images UNION ALL SELECT id, path FROM folders")
        tree.folders[Array("s".utf8)] = nil
        let counts = try index.run(tree)
        #expect(counts.missing == 3 && counts.unchanged == 2)
        #expect(
            try index.rows("SELECT path, proof FROM changes WHERE run = 2 ORDER BY path") == [
                ["/r/s/b.jpg", "ancestor-listed:/r"], ["/r/s/t/c.jpg", "ancestor-listed:/r"],
                ["/r/s/t/u/d.jpg", "ancestor-listed:/r"],
            ]
        )
        #expect(
            try index.rows("SELECT path, tree_image_count, tree_image_bytes, missing_run FROM folders ORDER BY path")
                == [
                    ["/r", 2, 17, nil], ["/r/s", 0, 0, 2], ["/r/s/t", 0, 0, 2], ["/r/s/t/u", 0, 0, 2],
                    ["/r/x", 1, 16, nil],
                ]
        )
        try index.expectSound()
        #expect(try index.run(tree).missing == 0)
        try index.expectSound()

        tree[folder: "s"] = below
        let back = try index.run(tree)
        #expect(back.returned == 3 && back.added == 0 && back.unchanged == 2)
        #expect(try index.rows("SELECT id, path FROM images UNION ALL SELECT id, path FROM folders") == before)
        #expect(try index.value("SELECT tree_image_bytes FROM folders WHERE path = '/r'") == 31)
        try index.expectSound()
    }

    @Test("of a folder that returns only in part the rest stays missing")
    func returnsInPart() throws {
        let below = Found(["b.jpg": 2], folders: ["t": Found(["c.jpg": 4]), "u": Found(["d.jpg": 8])])
        try index.run(Found(["k.jpg": 1], folders: ["s": below]))
        try index.run(Found(["k.jpg": 1]))
        let counts = try index.run(Found(["k.jpg": 1], folders: ["s": Found(folders: ["t": Found(["c.jpg": 4])])]))
        #expect(counts.returned == 1 && counts.missing == 0)
        #expect(
            try index.rows("SELECT name, missing_run FROM images WHERE state = 'missing' ORDER BY name")
                == [["b.jpg", 2], ["d.jpg", 2]]
        )
        try index.expectSound()
        // What was missing below a folder that goes again keeps its proof.
        #expect(try index.run(Found(["k.jpg": 1])).missing == 1)
        try index.expectSound()
    }

    @Test("a folder that returns but may not be read is not missing any more, its images are")
    func returnsDenied() throws {
        try index.run(Found(["k.jpg": 1], folders: ["s": Found(["b.jpg": 2])]))
        try index.run(Found(["k.jpg": 1]))
        try index.run(Found(["k.jpg": 1], folders: ["s": Found(end: .fails(.denied))]), state: .partial)
        #expect(try index.rows("SELECT status, missing_run FROM folders WHERE path = '/r/s'") == [["denied", nil]])
        #expect(try index.value("SELECT state FROM images WHERE name = 'b.jpg'") == "missing")
        try index.expectSound()
        #expect(try index.run(Found(["k.jpg": 1], folders: ["s": Found(["b.jpg": 2])])).returned == 1)
        try index.expectSound()
    }

    @Test("problems end with the folders and images they were of")
    func problems() throws {
        var broken = Found(["b.jpg": 2], folders: ["t": Found(end: .fails(.denied))])
        broken["bad.jpg"] = .failed(.unreadable)
        try index.run(Found(["k.jpg": 1], folders: ["s": broken]), state: .partial)
        #expect(try index.value("SELECT count(*) FROM problems") == 2)
        try index.run(Found(["k.jpg": 1]))
        #expect(try index.rows("SELECT * FROM problems") == [])
        try index.expectSound()
    }

    @Test("a folder of 2,000 folders in one another goes and returns")
    func deep() throws {
        func pass() throws -> Indexing.RunCounts {
            let run = try index.begin("/r")
            run.takeChain(2_000, name: "d")
            return try run.finish().counts
        }
        // It is all that the root has: held, until so many runs agree.
        #expect(try pass().added == 1)
        #expect(try index.run(Found()).held == 1)
        #expect(try index.run(Found(), rules: .tests(hold: HoldRules(acceptAfter: 2))).missing == 1)
        #expect(try index.value("SELECT count(*) FROM folder WHERE status = 'missing'") == 2_000)
        #expect(try index.value("SELECT proof FROM changes WHERE what = 'missing'") == "ancestor-listed:/r")
        #expect(try index.value("SELECT tree_image_count FROM folders WHERE id = 1") == 0)
        #expect(try pass().returned == 1)
        #expect(try index.value("SELECT min(tree_image_bytes) FROM folder") == 5)
        #expect(try index.value("PRAGMA foreign_key_check") == nil)
    }
}
