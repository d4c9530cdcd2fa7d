import AsyncLoop
import Glibc
import Listing
import SQLite
import TestSupport
import Testing

@testable import Indexing

/// Runs whose index cannot be written any more in the middle.
@Suite struct FailingWriterTests {
    private let index: ScratchIndex
    private let tree = Found(
        ["a.jpg": 1],
        folders: ["s": Found(["b.jpg": 2, "poison.jpg": 3, "z.jpg": 4]), "t": Found(["c.jpg": 5])]
    )

    init() throws {
        index = try ScratchIndex()
    }

    private func poison() throws {
        try index.execute(
            """
            CREATE TRIGGER poison BEFORE INSERT ON image WHEN new.name = 'poison.jpg' BEGIN
                SELECT RAISE(ABORT, 'full');
            END
            """
        )
    }

    @Test("a folder of which a row cannot be written has none, also when the failure is not noticed for a while")
    func halfAFolder() throws {
        _ = try index.file()
        try poison()
        let stop = LoopStop()
        let run = try index.begin("/r", stop: stop)
        run.record(Found(["a.jpg": 1], folders: ["s": Found()]).seen, of: run.folder, reply: .ignored)
        // Long enough for the transaction to be begun, too short for it to be committed.
        usleep(200_000)
        let below = run.subfolder(TreePath(Array("s".utf8), in: run.folder.path), in: run.folder)
        run.record(tree[folder: "s"].seen, of: below, reply: .ignored)
        // Long enough for an open transaction to be committed by its timer.
        usleep(900_000)
        #expect(stop.isStopped)
        #expect(try index.value("SELECT count(*) FROM folders WHERE path = '/r/s'") == 0)
        #expect(throws: IndexError.self) { try run.finish() }
        #expect(try index.value("SELECT count(*) FROM images WHERE folder = '/r/s'") == 0)
        try index.expectSound()
    }

    @Test("a run that could not write fails as a whole, and the next one completes")
    func failsAndCompletes() throws {
        _ = try index.file()
        try poison()
        let run = try index.begin("/r")
        run.take(tree)
        #expect(throws: IndexError.self) { try run.finish() }
        #expect(try index.rows("SELECT state, exit_code, error IS NOT NULL FROM runs") == [["failed", 73, 1]])
        #expect(try index.rows("SELECT what, path, since_run FROM problems") == [["root", "/r", 1]])
        try index.expectSound()
        try index.execute("DROP TRIGGER poison")
        #expect(try index.run(tree).imagesSeen == 5)
        #expect(try index.value("SELECT count(*) FROM images WHERE state = 'present'") == 5)
        #expect(try index.rows("SELECT * FROM problems") == [])
        try index.expectSound()
    }

    @Test("a run waits for another writer; one that does not come to its end makes it fail, and nothing is lost")
    func locked() throws {
        try index.run(tree)
        index.close()
        let file = try index.file()
        file.busyTimeout = 100
        let other = try Connection(path: index.path, mode: .readWrite)
        let run = try index.begin("/r")
        try other.begin(.immediate)
        var found = tree
        found["a.jpg"] = nil
        found["new.jpg"] = .image(.of(9))
        run.take(found)
        #expect(throws: IndexError.self) { try run.finish() }
        try other.rollback()
        #expect(try index.value("SELECT count(*) FROM images WHERE state = 'present'") == 5)
        #expect(try index.value("SELECT state FROM runs WHERE id = 2") == "running")
        try index.expectSound()

        let again = try index.begin("/r")
        try other.begin(.immediate)
        again.take(found)
        usleep(50_000)
        try other.rollback()
        #expect(try again.finish().counts.added == 1)
        #expect(try index.rows("SELECT state FROM runs ORDER BY id") == [["complete"], ["killed"], ["complete"]])
        try index.expectSound()
    }

    @Test("an index that another program keeps locked is told as such, without SQL")
    func lockedAtStart() throws {
        try index.run(tree)
        let file = try index.file()
        file.busyTimeout = 10
        let other = try Connection(path: index.path, mode: .readWrite)
        try other.begin(.immediate)
        let said = "another program has held the index locked for 10 s; run again when it has ended"
        let begin = #expect(throws: IndexError.self) { try index.begin("/r") }
        #expect(begin?.description == said)
        let note = #expect(throws: IndexError.self) {
            try file.noteUnreadable(Array("/r".utf8), rules: .tests, error: .denied, exitCode: 66)
        }
        #expect(note?.description == said)
        try other.rollback()
        #expect(try index.run(tree).unchanged == 5)
    }

    @Test("everybody who waits for room is replied to, also after a failure")
    func replies() throws {
        _ = try index.file()
        try poison()
        let run = try index.begin("/r")
        let replied = Tally()
        var folder = run.folder
        var found = Found()
        found[folder: "s"] = Found()
        for number in 0..<8_000 { found["\(number).txt"] = .other }
        found["poison.jpg"] = .image(.of(1))
        for _ in 0..<10 {
            run.record(found.seen, of: folder, reply: Reply { _ in replied.add(1) })
            folder = run.subfolder(TreePath(Array("s".utf8), in: folder.path), in: folder)
        }
        #expect(throws: IndexError.self) { try run.finish() }
        #expect(replied.now == 10)
        try index.expectSound()
    }

    @Test("a run whose index may not grow fails with an error, and the next one completes")
    func fileSizeLimit() async throws {
        index.close()
        await #expect(processExitsWith: .success) { [path = index.path as [UInt8]] in
            let index = try IndexFile(path)
            var limit = rlimit(rlim_cur: 400_000, rlim_max: .max)
            signal(SIGXFSZ, SIG_IGN)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let run = try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop())
            var found = Found()
            for number in 0..<50_000 { found["\(number).jpg"] = .image(.of(Int64(number))) }
            run.take(found)
            #expect(throws: IndexError.self) { try run.finish() }
            index.close()
        }
        _ = try index.file()
        try index.expectSound()
        #expect(try index.value("SELECT count(*) FROM image") == 0)
        #expect(try index.run(tree).added == 5)
        #expect(try index.value("SELECT state FROM runs ORDER BY id LIMIT 1") != "running")
        try index.expectSound()
    }
}
