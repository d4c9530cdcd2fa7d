import AsyncLoop
import Glibc
import Indexing
import Listing
import SQLite
import TestSupport
import Testing

/// The rows of runs and roots, and the ids that are given.
@Suite struct RunLifeTests {
    private let index: ScratchIndex
    private let tree = Found(["a.jpg": 1], folders: ["s": Found(["b.jpg": 2])])

    init() throws {
        index = try ScratchIndex()
    }

    @Test("a run's row says how it ended, with what it ran and what it counted")
    func row() throws {
        let report = try {
            let run = try index.begin("/r")
            #expect(run.id == 1)
            run.take(tree)
            #expect(run.counts.imagesSeen == 2)
            return try run.finish(.partial)
        }()
        #expect(
            try index.rows(
                """
                SELECT id, root, state, folders_listed, images_seen, added, unchanged, moved, held, errors, exit_code,
                    error, version, width, extensions, default_excludes FROM runs
                """
            ) == [[1, "/r", "partial", 2, 2, 2, 0, 0, 0, 0, 0, nil, "0", 1, "jpg,zzz", 1]]
        )
        #expect(try index.rows("SELECT * FROM runs") == [report.columns.map(\.content.value)])
        #expect(try index.value("SELECT ended >= started AND seconds >= 0 FROM runs") == 1)
        #expect(try index.rows("SELECT * FROM last_run") == index.rows("SELECT * FROM runs"))
    }

    @Test("a run that is still called running is called killed by the next one, of whatever root")
    func killed() throws {
        let lost = try index.begin("/r")
        try lost.finish()
        try index.execute("UPDATE run SET state = 'running', ended = NULL")
        try index.run(tree, of: "/else")
        #expect(
            try index.rows("SELECT root, state, ended IS NULL FROM runs ORDER BY id")
                == [["/r", "killed", 1], ["/else", "complete", 0]]
        )
        #expect(try index.rows("SELECT root FROM last_run") == [["/else"]])
        try index.execute("UPDATE run SET state = 'running'")
        try index.file().noteUnreadable(Array("/no".utf8), rules: .tests, error: .denied, exitCode: 66)
        #expect(try index.value("SELECT count(*) FROM runs WHERE state = 'killed'") == 2)
    }

    @Test("a root that cannot be read is a problem since the first run that failed; its rows stay as they are")
    func unreadable() throws {
        try index.run(tree)
        let before = try index.rows("SELECT * FROM image") + index.rows("SELECT * FROM folder")
        for _ in 0..<3 {
            try index.file().noteUnreadable(Array("/r".utf8), rules: .tests, error: .denied, exitCode: 66)
        }
        #expect(try index.rows("SELECT * FROM image") + index.rows("SELECT * FROM folder") == before)
        #expect(
            try index.rows("SELECT * FROM problems") == [
                ["root", "/r", "the root may not be read: Permission denied", 2]
            ]
        )
        #expect(try index.rows("SELECT state, errors, exit_code FROM last_run") == [["failed", 1, 66]])
        try index.expectSound()
        #expect(try index.run(tree).unchanged == 2)
        #expect(try index.rows("SELECT * FROM problems") == [])
        try index.file().noteUnreadable(Array("/r".utf8), rules: .tests, error: .denied, exitCode: 66)
        #expect(try index.rows("SELECT since_run FROM problems") == [[6]])
    }

    @Test("a root that cannot be read and is not in the index is not added")
    func unknownUnreadable() throws {
        try index.file().noteUnreadable(Array("/r".utf8), rules: .tests, error: .denied, exitCode: 66)
        #expect(try index.value("SELECT (SELECT count(*) FROM root) + (SELECT count(*) FROM run)") == 0)
    }

    @Test("an id is never given twice, also when the rows with the highest ones are deleted")
    func idsNeverReused() throws {
        try index.run(tree)
        let used = try index.rows("SELECT id FROM image").count
        #expect(used == 2)
        try index.execute("DELETE FROM change; DELETE FROM image; DELETE FROM folder WHERE parent IS NOT NULL")
        var after = tree
        after[folder: "t"] = Found(["c.jpg": 3])
        try index.run(after)
        #expect(try index.rows("SELECT id FROM image ORDER BY id") == [[3], [4], [5]])
        #expect(try index.rows("SELECT id FROM folder ORDER BY id") == [[1], [3], [4]])
        try index.execute("DELETE FROM change; DELETE FROM image WHERE id = 5")
        try index.run(after)
        #expect(try index.value("SELECT id FROM images WHERE name = 'c.jpg'") == 6)
    }

    @Test("ids of images follow the names in each folder, also among images that cannot be inspected")
    func idsInOrder() throws {
        var found = Found()
        for number in 0..<100 {
            let name = "\(1_000 + number).jpg"
            found[name] = number % 7 == 3 ? .failed(.unreadable) : .image(.of(Int64(number)))
            found["\(1_000 + number)"] = .other
        }
        #expect(try index.run(found, state: .partial).added == 100)
        #expect(try index.rows("SELECT id FROM image ORDER BY name") == (1...100).map { [.integer($0)] })
        #expect(
            try index.value(
                "SELECT count(*) FROM image WHERE error IS NULL AND size = CAST(substr(name, 2) AS INTEGER)"
            )
                == 86
        )
        #expect(try index.value("SELECT other_count FROM folder") == 100)
        try index.expectSound()
    }

    @Test("a transaction that is large or old is committed in the middle of a run, with right totals each time")
    func commits() throws {
        let run = try index.begin("/r")
        run.record(Found(folders: ["s": Found()]).seen, of: run.folder, reply: .ignored)
        var folder = run.subfolder(TreePath(Array("s".utf8), in: run.folder.path), in: run.folder)
        var states: Set<Int> = []
        for step in 0..<6 {
            var found = Found()
            for number in 0..<9_000 { found["\(number).jpg"] = .image(.of(Int64(number + step))) }
            found[folder: "s"] = Found()
            // A folder is not inside itself: it would be taken for the one above once that is committed.
            found.facts.inode = Int64(step) + 2
            run.record(found.seen, of: folder, reply: .ignored)
            folder = run.subfolder(TreePath(Array("s".utf8), in: folder.path), in: folder)
            if step == 4 { usleep(700_000) }
            try index.expectSound("after \(step)")
            if case .integer(let count) = try index.value("SELECT count(*) FROM image") { states.insert(Int(count)) }
        }
        #expect(states.allSatisfy { $0 % 9_000 == 0 } && states.contains(45_000))
        #expect(try run.finish(.interrupted).counts.added == 54_000)
        try index.expectSound()
    }

    @Test("an extension keeps its id from run to run, whatever its place in the list")
    func extensions() throws {
        try index.run(tree)
        let other = RunRules(
            extensions: [.init(text: "new", format: "New"), .init(text: "jpg", format: "JPEG 2")],
            extensionText: "new,jpg",
            defaultExcludes: false,
            excludeText: "",
            width: 2,
            version: "1"
        )
        var found = tree
        found["a.jpg"] = .image(.of(1), extension: 1)
        found[folder: "s"]["b.jpg"] = .image(.of(2), extension: 1)
        found["c.new"] = .image(.of(3), extension: 0)
        let counts = try index.run(found, rules: other)
        #expect(counts.unchanged == 2 && counts.added == 1)
        #expect(
            try index.rows("SELECT name, extension, format FROM images ORDER BY name")
                == [["a.jpg", "jpg", "JPEG 2"], ["b.jpg", "jpg", "JPEG 2"], ["c.new", "new", "New"]]
        )
    }
}

extension Column.Content {
    /// The value as SQLite has it; bytes are taken for text.
    fileprivate var value: Value {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .bytes(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}
