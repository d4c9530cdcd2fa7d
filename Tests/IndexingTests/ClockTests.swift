import Listing
import SQLite
import Testing

@testable import Indexing

/// A clock that was set back: nothing is compared with the time of a run.
@Suite struct ClockTests {
    private let index: ScratchIndex
    private let tree = Found(["a.jpg": 1], folders: ["s": Found(["b.jpg": 2])])

    init() throws {
        index = try ScratchIndex()
    }

    @Test("after runs of the future everything is unchanged, and the newest run is the last")
    func runsOfTheFuture() throws {
        try index.run(tree)
        try index.execute("UPDATE run SET started = 9000000000000000000, ended = 9000000000000000001")
        let counts = try index.run(tree)
        #expect(counts.unchanged == 2 && counts.missing == 0 && counts.held == 0)
        #expect(try index.rows("SELECT id, state, ended < '2200' FROM last_run") == [[2, "complete", 1]])
        #expect(try index.rows("SELECT count(*), max(started) > '2200' FROM runs") == [[2, 1]])
        #expect(try index.value("SELECT count(*) FROM problems") == 0)
        try index.expectSound()
    }

    @Test("a stamp that is older than the stored one, and than the last run, means a change as a newer one does")
    func olderStamps() throws {
        try index.run(tree)
        for (modified, size) in [(Int64(5), Int64(1)), (-5, 1), (.max, 1), (5, 9)] {
            var found = tree
            var facts = FileFacts.of(1)
            (facts.modified, facts.size) = (modified, size)
            found["a.jpg"] = .image(facts)
            let counts = try index.run(found)
            #expect(counts.unchanged == 1 && counts.touched + counts.changed == 1)
            #expect(counts.changed == (size == 9 ? 1 : 0))
            #expect(try index.run(found).unchanged == 2)
        }
        try index.expectSound()
    }

    @Test("a run that ends before it began by the clock has no time that anything trips over")
    func endsBeforeItBegan() throws {
        let run = try index.begin("/r")
        try index.execute("UPDATE run SET started = 9223372036854775807")
        run.take(tree)
        try run.finish()
        #expect(try index.rows("SELECT state, seconds < 0, added FROM last_run") == [["complete", 1, 2]])
        #expect(try index.run(tree).unchanged == 2)
    }
}
