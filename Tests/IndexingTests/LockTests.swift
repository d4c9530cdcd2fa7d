import AsyncLoop
import Glibc
import SQLite
import TestSupport
import Testing

@testable import Indexing

/// Two runs are kept apart by a lock that ends with its process.
@Suite struct LockTests {
    private let scratch: TemporaryFolder
    private let path: [UInt8]

    init() throws {
        scratch = try TemporaryFolder()
        path = scratch.path(of: "index.db".utf8)
    }

    @Test("an index that is open is busy for the second one, until it is closed")
    func twice() throws {
        let first = try IndexFile(path)
        for _ in 0..<2 {
            let error = #expect(throws: IndexError.self) { try IndexFile(path) }
            guard case .busy = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        first.close()
        try IndexFile(path).close()
    }

    @Test("an index that is let go of without being closed can be opened again")
    func letGo() throws {
        _ = try IndexFile(path)
        try IndexFile(path).close()
    }

    @Test("an index that is open is busy for another process, which changes nothing")
    func otherProcess() async throws {
        let first = try IndexFile(path)
        let end = ExitTest.Condition.exitCode(75)
        await #expect(processExitsWith: end) { [path = path as [UInt8]] in
            do throws(IndexError) {
                _ = try IndexFile(path)
            } catch {
                if case .busy = error { exit(75) }
                exit(1)
            }
            exit(0)
        }
        #expect(try first.connection.rows("PRAGMA integrity_check") == [["ok"]])
        first.close()
    }

    @Test("the lock of a process that was killed is gone, and what it was doing is recorded as killed")
    func killed() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as [UInt8]] in
            let index = try IndexFile(path)
            let run = try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop())
            run.take(Found(["a.jpg": 1], folders: ["s": Found(["b.jpg": 2])]))
            // Until it is committed.
            usleep(900_000)
            kill(getpid(), SIGKILL)
        }
        let index = try IndexFile(path)
        let run = try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop())
        #expect(
            try index.connection.rows("SELECT id, state, ended FROM runs") == [
                [1, "killed", nil], [2, "running", nil],
            ]
        )
        #expect(try index.connection.value("SELECT count(*) FROM images") == 2)
        run.take(Found(["a.jpg": 1], folders: ["s": Found(["b.jpg": 2])]))
        #expect(try run.finish().counts.unchanged == 2)
        #expect(try index.connection.rows("SELECT id FROM last_run") == [[2]])
        #expect(try index.connection.rows("PRAGMA integrity_check") == [["ok"]])
        index.close()
    }

    @Test("a reader in the middle of its rows holds up neither the run nor the opening")
    func reader() throws {
        let index = try IndexFile(path)
        let reader = try Connection(path: path, mode: .readOnly)
        try reader.begin(.deferred)
        #expect(try reader.value("SELECT count(*) FROM images") == 0)
        let run = try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop())
        run.take(Found(["a.jpg": 1]))
        #expect(try run.finish().counts.added == 1)
        #expect(try reader.value("SELECT count(*) FROM images") == 0)
        try reader.rollback()
        #expect(try reader.value("SELECT count(*) FROM images") == 1)
        reader.close()
        index.close()
    }
}
