import Indexing
import Listing
import SQLite
import Testing

/// Nothing becomes missing unless a complete listing proves it.
@Suite struct UnprovenAbsenceTests {
    private let index: ScratchIndex
    private let full = Found(
        ["a.jpg": 1, "b.jpg": 2],
        folders: ["s": Found(["c.jpg": 3], folders: ["t": Found(["d.jpg": 4])]), "u": Found(["e.jpg": 5])]
    )

    init() throws {
        index = try ScratchIndex()
        try index.run(full)
    }

    /// Each way in which a folder is not listed to its end, and the status that says so.
    static let faults: [(Found.End, String, String?)] = [
        (.brokenOff(.broken), "failed", "getdents64: Input/output error"),
        (.fails(.denied), "denied", "openat: Permission denied"),
        (.fails(.broken), "failed", "getdents64: Input/output error"),
        (.fails(.vanished), "vanished", "openat: No such file or directory"),
        (.unfinished, "listed", nil),
    ]

    @Test("a folder that is not listed to its end keeps all its rows, and those below", arguments: faults)
    func keepsRows(end: Found.End, status: String, error: String?) throws {
        var tree = full
        tree[folder: "s"] = Found(end: end)
        let counts = try index.run(tree, state: .partial)
        #expect(counts.missing == 0)
        #expect(try index.value("SELECT count(*) FROM images WHERE state = 'present'") == 5)
        #expect(
            try index.rows("SELECT status, error, listed_run, finished_run FROM folders WHERE path = '/r/s'")
                == [[.text(status), error.map { .text($0) } ?? .null, 1, 1]]
        )
        #expect(try index.value("SELECT status FROM folders WHERE path = '/r/s/t'") == "listed")
        let isProblem = status == "failed" || status == "denied"
        #expect(try index.value("SELECT count(*) FROM problems") == (isProblem ? 1 : 0))
        try index.expectSound()

        #expect(try index.run(full).unchanged == 5)
        #expect(try index.value("SELECT count(*) FROM problems") == 0)
        #expect(try index.value("SELECT error FROM folders WHERE path = '/r/s'") == .null)
        try index.expectSound()
    }

    @Test("a file of a broken-off or stopped listing that is gone or no image any more keeps its state")
    func notInAnIncompleteListing() throws {
        for end in [Found.End.brokenOff(.broken), .listed] {
            for item in [Found.Item.gone, .other, .link] {
                var tree = full
                tree["a.jpg"] = item
                tree["b.jpg"] = end == .listed ? .unseen : nil
                tree.end = end
                let counts = try index.run(tree, state: .partial)
                #expect(counts.missing == 0 && counts.excluded == 0, "\(end) \(item)")
                #expect(try index.value("SELECT count(*) FROM images WHERE state = 'present'") == 5)
                try index.expectSound()
            }
        }
    }

    @Test("what a broken-off listing shows is taken, what it does not show is left alone")
    func brokenOff() throws {
        var tree = full
        tree["a.jpg"] = nil
        tree["b.jpg"] = .image(.of(20))
        tree["new.jpg"] = .image(.of(9))
        tree.folders[Array("u".utf8)] = nil
        tree.end = .brokenOff(.broken)
        let counts = try index.run(tree, state: .partial)
        #expect(counts.missing == 0 && counts.changed == 1 && counts.added == 1 && counts.foldersFailed == 1)
        #expect(try index.value("SELECT count(*) FROM images WHERE state = 'present'") == 6)
        #expect(try index.rows("SELECT listed_run FROM folders WHERE path = '/r'") == [[1]])
        try index.expectSound()
    }

    @Test("a run that was stopped leaves what it did not come to as it was")
    func stopped() throws {
        var tree = full
        tree["a.jpg"] = nil
        tree["b.jpg"] = .unseen
        tree[folder: "s"] = Found(end: .unfinished)
        tree[folder: "u"] = Found(end: .unfinished)
        let counts = try index.run(tree, state: .interrupted)
        #expect(counts.missing == 0 && counts.imagesSeen == 0 && counts.foldersListed == 0)
        #expect(try index.value("SELECT count(*) FROM images WHERE state = 'present'") == 5)
        #expect(
            try index.rows("SELECT path, status, finished_run FROM folders WHERE path IN ('/r', '/r/s') ORDER BY path")
                == [["/r", "unfinished", 1], ["/r/s", "listed", 1]]
        )
        #expect(try index.value("SELECT state FROM last_run") == "interrupted")
        try index.expectSound()
        tree = full
        tree["a.jpg"] = nil
        #expect(try index.run(tree).missing == 1)
        try index.expectSound()
    }

    @Test("the counts of other items are those of the last complete listing")
    func otherCounts() throws {
        var tree = full
        tree["x.txt"] = .other
        tree["y"] = .link
        try index.run(tree)
        let others = "SELECT other_count, link_count FROM folders WHERE path = '/r'"
        #expect(try index.rows(others) == [[1, 1]])
        tree["a.jpg"] = .unseen
        tree["x.txt"] = .unseen
        try index.run(tree, state: .interrupted)
        #expect(try index.rows(others) == [[1, 1]])
        tree["x.txt"] = nil
        tree["y"] = nil
        tree.end = .brokenOff(.broken)
        try index.run(tree, state: .partial)
        #expect(try index.rows(others) == [[1, 1]])
    }

    @Test("a folder that comes and goes within a run leaves no row")
    func cameAndWent() throws {
        var tree = full
        tree[folder: "new"] = Found(end: .fails(.vanished))
        try index.run(tree)
        #expect(try index.value("SELECT count(*) FROM folders") == 4)
        try index.expectSound()
    }
}
