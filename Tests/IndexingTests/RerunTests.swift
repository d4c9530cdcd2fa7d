import AsyncLoop
import Indexing
import Listing
import SQLite
import Testing

/// What a second run finds, and what it writes.
@Suite struct RerunTests {
    private let index: ScratchIndex
    private var tree = Found(["a.jpg": 1, "b.jpg": 2], folders: ["s": Found(["c.jpg": 4], folders: ["t": Found()])])

    init() throws {
        index = try ScratchIndex()
    }

    private func states() throws -> [[Value]] {
        try index.rows("SELECT path, state, size FROM images ORDER BY path")
    }

    @Test("a first run adds everything and says of every folder that it was listed and finished")
    func firstRun() throws {
        let counts = try index.run(tree)
        #expect(counts.imagesSeen == 3 && counts.added == 3 && counts.foldersListed == 3 && counts.errors == 0)
        #expect(
            try states() == [["/r/a.jpg", "present", 1], ["/r/b.jpg", "present", 2], ["/r/s/c.jpg", "present", 4]]
        )
        #expect(
            try index.rows("SELECT path, status, listed_run, finished_run, tree_image_bytes FROM folders ORDER BY path")
                == [["/r", "listed", 1, 1, 7], ["/r/s", "listed", 1, 1, 4], ["/r/s/t", "listed", 1, 1, 0]]
        )
        #expect(try index.rows("SELECT what, path FROM changes WHERE run = 1").count == 3)
        try index.expectSound()
    }

    @Test("an unchanged tree is unchanged: no row of an image is written, no change is told")
    func unchanged() throws {
        try index.run(tree)
        // Whoever writes a row of an image from here on fails.
        try index.execute(
            """
            CREATE TRIGGER u BEFORE UPDATE ON image BEGIN SELECT RAISE(ABORT, 'written'); END;
            CREATE TRIGGER i BEFORE INSERT ON image BEGIN SELECT RAISE(ABORT, 'written'); END;
            CREATE TRIGGER c BEFORE INSERT ON change BEGIN SELECT RAISE(ABORT, 'written'); END;
            """
        )
        let before = try index.rows("SELECT * FROM image")
        let counts = try index.run(tree)
        #expect(counts.imagesSeen == 3 && counts.unchanged == 3 && counts.foldersListed == 3)
        #expect(counts.added + counts.changed + counts.touched + counts.missing + counts.returned == 0)
        #expect(try index.rows("SELECT * FROM image") == before)
        #expect(try index.rows("SELECT * FROM changes WHERE run = 2") == [])
        #expect(try index.value("SELECT count(*) FROM folders WHERE listed_run = 2 AND finished_run = 2") == 3)
    }

    @Test("a larger, a smaller and a replaced file are changed", arguments: [0, 1, 2])
    mutating func changed(what: Int) throws {
        try index.run(tree)
        var facts = FileFacts.of(1)
        switch what {
        case 0: facts.size = 900
        case 1: facts.size = 0
        default: facts.inode += 1
        }
        tree["a.jpg"] = .image(facts)
        let counts = try index.run(tree)
        #expect(counts.changed == 1 && counts.unchanged == 2)
        #expect(
            try index.rows("SELECT what, path, proof FROM changes WHERE run = 2") == [["changed", "/r/a.jpg", nil]]
        )
        #expect(
            try index.rows("SELECT size, modified_ns, changed_run, first_run FROM images WHERE name = 'a.jpg'")
                == [[.integer(facts.size), .integer(facts.modified), 2, 1]]
        )
        try index.expectSound()
        #expect(try index.run(tree).unchanged == 3)
    }

    @Test("an older or newer file of the same size is touched, not changed", arguments: [0, 1, 2, 3])
    mutating func touched(what: Int) throws {
        try index.run(tree)
        var facts = FileFacts.of(1)
        switch what {
        case 0: facts.changed += 1
        case 1: facts.changed -= 1
        case 2: facts.modified += 1
        default: facts.modified -= 1
        }
        tree["a.jpg"] = .image(facts)
        let counts = try index.run(tree)
        #expect(counts.touched == 1 && counts.unchanged == 2 && counts.changed == 0)
        #expect(try index.value("SELECT changed_run FROM images WHERE name = 'a.jpg'") == .null)
        #expect(try index.run(tree).unchanged == 3)
        try index.expectSound()
    }

    @Test("a file that is gone is missing with its proof, and returns with its id")
    mutating func missingAndBack() throws {
        try index.run(tree)
        let id = try index.value("SELECT id FROM images WHERE name = 'c.jpg'")
        tree[folder: "s"]["c.jpg"] = nil
        #expect(try index.run(tree).missing == 1)
        #expect(
            try index.rows("SELECT what, path, proof FROM changes WHERE run = 2")
                == [["missing", "/r/s/c.jpg", "listed:/r/s"]]
        )
        #expect(try index.rows("SELECT state, missing_run FROM images WHERE name = 'c.jpg'") == [["missing", 2]])
        let still = try index.run(tree)
        #expect(still.missing == 0 && still.unchanged == 2)
        #expect(try index.value("SELECT missing_run FROM images WHERE name = 'c.jpg'") == 2)
        try index.expectSound()

        tree[folder: "s"]["c.jpg"] = .image(.of(4))
        let counts = try index.run(tree)
        #expect(counts.returned == 1 && counts.unchanged == 2 && counts.added == 0)
        #expect(
            try index.rows("SELECT id, state, missing_run, changed_run FROM images WHERE name = 'c.jpg'")
                == [[id ?? .null, "present", nil, nil]]
        )
        try index.expectSound()
    }

    @Test("a file that returns with other content is told as changed by the run that found it so")
    mutating func returnedChanged() throws {
        try index.run(tree)
        tree["a.jpg"] = nil
        try index.run(tree)
        tree["a.jpg"] = .image(.of(77))
        let counts = try index.run(tree)
        #expect(counts.returned == 1 && counts.changed == 0)
        #expect(
            try index.rows("SELECT state, size, changed_run FROM images WHERE name = 'a.jpg'") == [["present", 77, 3]]
        )
        try index.expectSound()
    }

    @Test("a file that a rule does not count any more is excluded, not missing, and returns with its id")
    mutating func excluded() throws {
        try index.run(tree)
        tree["a.jpg"] = .other
        let counts = try index.run(tree)
        #expect(counts.excluded == 1 && counts.missing == 0 && counts.unchanged == 2 && counts.imagesSeen == 2)
        #expect(
            try index.rows("SELECT what, path, proof FROM changes WHERE run = 2")
                == [["excluded", "/r/a.jpg", "listed:/r"]]
        )
        #expect(try index.run(tree).excluded == 0)
        try index.expectSound()
        tree["a.jpg"] = .image(.of(1))
        #expect(try index.run(tree).returned == 1)
        #expect(try index.rows("SELECT id, state FROM images WHERE name = 'a.jpg'") == [[1, "present"]])
        try index.expectSound()
    }

    @Test("an excluded file that goes is missing")
    mutating func excludedThenGone() throws {
        try index.run(tree)
        tree["a.jpg"] = .other
        try index.run(tree)
        tree["a.jpg"] = nil
        #expect(try index.run(tree).missing == 1)
        try index.expectSound()
    }

    @Test("a link or a folder in the place of an image means that the image is missing")
    mutating func replaced() throws {
        try index.run(tree)
        tree["a.jpg"] = .link
        tree["b.jpg"] = nil
        tree[folder: "b.jpg"] = Found(["new.jpg": 9])
        let counts = try index.run(tree)
        #expect(counts.missing == 2 && counts.added == 1)
        try index.expectSound()
        tree.folders[Array("b.jpg".utf8)] = nil
        tree["b.jpg"] = .image(.of(2))
        let back = try index.run(tree)
        #expect(back.missing == 1 && back.returned == 1)
        #expect(
            try states() == [
                ["/r/a.jpg", "missing", 1], ["/r/b.jpg", "present", 2], ["/r/b.jpg/new.jpg", "missing", 9],
                ["/r/s/c.jpg", "present", 4],
            ]
        )
        try index.expectSound()
    }

    @Test("names that are equal by their letters but not by their bytes are two images")
    mutating func canonicalEquivalents() throws {
        tree = Found(["caf\u{E9}.jpg": 1, "a.jpg": 3, "A.jpg": 4])
        tree["cafe\u{301}.jpg"] = .image(.of(2))
        tree.files[[0xE9, 0x2E, 0x6A]] = .image(.of(5))
        #expect(try index.run(tree).added == 5)
        #expect(try index.run(tree).unchanged == 5)
        tree["caf\u{E9}.jpg"] = nil
        #expect(try index.run(tree).missing == 1)
        #expect(try index.value("SELECT size FROM images WHERE state = 'missing'") == 1)
        try index.expectSound()
    }
}
