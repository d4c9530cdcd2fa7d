import AsyncLoop
import Dispatch
import Listing
import SQLite
import TestSupport
import Testing

@testable import Indexing

/// An index without a write-ahead log, as on a network file system.
@Suite struct RollbackJournalTests {
    private let scratch: TemporaryFolder
    private let path: [UInt8]

    init() throws {
        scratch = try TemporaryFolder()
        path = scratch.path(of: "index.db".utf8)
    }

    /// Runs a root in an index that is opened for it.
    private func run(_ found: Found, _ journal: IndexFile.Journal) throws -> RunCounts {
        let file = try IndexFile(path, journal: journal)
        defer { file.close() }
        let run = try file.beginRun(of: Array("/r".utf8), rules: .tests, readers: 2, stop: LoopStop())
        run.take(found)
        return try run.finish().counts
    }

    /// The mode that the file is in: 1 for rollback journals, 2 for a write-ahead log.
    private func mode() throws -> UInt8 { try readFile(path)[18] }

    private func names() throws -> [[UInt8]] { try entryNames(of: scratch.folder) }

    private func tree(_ size: Int64) -> Found {
        Found(["a.jpg": size], folders: ["b": Found(["c.jpg": 2], folders: ["d": Found(["e.jpg": 3])])])
    }

    @Test("an index changes from one kind of journal to the other and back, and leaves nothing beside it")
    func switches() throws {
        for (journal, mode, size) in [
            (IndexFile.Journal.rollback, UInt8(1), Int64(1)), (.writeAhead, 2, 1), (.rollback, 1, 7),
            (.writeAhead, 2, 7),
        ] {
            let counts = try run(tree(size), journal)
            #expect(counts.imagesSeen == 3 && counts.missing == 0 && counts.errors == 0)
            #expect(try self.mode() == mode)
            #expect(try names() == [Array("index.db".utf8)])
        }
        let connection = try Connection(path: path, mode: .readOnly)
        #expect(
            try connection.rows("SELECT state, unchanged, added, changed FROM runs") == [
                ["complete", 0, 3, 0], ["complete", 3, 0, 0], ["complete", 2, 0, 1], ["complete", 3, 0, 0],
            ]
        )
        #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]])
    }

    @Test("lanes that read while the writer writes wait for each other, and all is written")
    func readsWhileWriting() throws {
        let folders = Dictionary(
            uniqueKeysWithValues: (0..<300).map {
                ("\($0)", Found(["x.jpg": 1, "y\($0).jpg": 2], folders: ["s": Found(["z.jpg": 3])]))
            }
        )
        #expect(try run(Found(folders: folders), .rollback).added == 900)
        let file = try IndexFile(path, journal: .rollback)
        defer { file.close() }
        let run = try file.beginRun(of: Array("/r".utf8), rules: .tests, readers: 2, stop: LoopStop())
        let top = Found(folders: folders.mapValues { _ in Found() })
        run.record(top.seen(at: run.folder.path.bytes), of: run.folder, reply: .ignored)
        let lanes = Lanes(width: 4)
        let gate = Gate()
        for name in folders.keys {
            lanes.submit {
                var changed = folders[name] ?? Found()
                changed["x.jpg"] = .image(.of(9))
                run.take(changed, under: Array(name.utf8))
            }
        }
        lanes.notify(on: .global()) { gate.open() }
        gate.wait()
        let counts = try run.finish().counts
        #expect(counts.changed == 300 && counts.unchanged == 600 && counts.missing == 0)
    }

    @Test("a program that reads holds the run up no longer than it reads")
    func reader() throws {
        _ = try run(tree(1), .rollback)
        let reader = try Connection(path: path, mode: .readOnly)
        #expect(try reader.rows("SELECT count(*) FROM images") == [[3]])
        #expect(try run(tree(5), .rollback).changed == 1)
        #expect(try reader.rows("SELECT count(*) FROM images") == [[3]])
    }
}
