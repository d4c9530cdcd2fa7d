import Glibc
import SQLite
import TestSupport
import Testing

@testable import Indexing

/// Looking into an index while others write to it, or after they were killed.
@Suite struct IndexReaderLookTests {
    private let index: ScratchIndex

    init() throws {
        index = try ScratchIndex()
        try index.run(Found(["a.jpg": 1]))
    }

    /// The images that are seen, each time the index is read; before the second look into it something is done.
    private func seen(then act: () throws -> Void) throws -> [[Int64]] {
        var seen: [[Int64]] = []
        _ = try IndexReader.look(into: index.path) { reader throws(IndexError) in
            seen.append(try reader.roots().map(\.images))
            if seen.count == 1 {
                do { try act() } catch { Issue.record(error) }
            }
            seen.append(try reader.roots().map(\.images))
        }
        return seen
    }

    @Test("an index that nobody writes to is read once, and nothing is made beside it")
    func quiet() throws {
        index.close()
        let seen = try seen {}
        #expect(seen == [[1], [1]])
        #expect(try names(in: index.scratch.path) == ["index.db"])
    }

    @Test("all that is read of an index with a log is of one moment")
    func oneMoment() throws {
        #expect(try names(in: index.scratch.path).contains("index.db-wal"))
        let before = try seen { try index.run(Found(["a.jpg": 1, "b.jpg": 2])) }
        #expect(before == [[1], [1]])
        let after = try seen {}
        #expect(after == [[2], [2]])
    }

    @Test(
        "an index is read again if a run begins while it is read as one that nobody changes",
        arguments: [false, true]
    )
    func runBegins(ends: Bool) throws {
        index.close()
        let seen = try seen {
            try index.run(Found(["a.jpg": 1, "b.jpg": 2]))
            if ends { index.close() }
        }
        #expect(seen.count == 4 && seen.suffix(2) == [[2], [2]])
    }

    @Test("what fails because a run begins is tried again, and what fails by itself is not")
    func failure() throws {
        for runs in [true, false] {
            index.close()
            var calls = 0
            let error = #expect(throws: IndexError.self) {
                try IndexReader.look(into: index.path) { _ throws(IndexError) in
                    calls += 1
                    do { if runs && calls == 1 { try index.run(Found()) } } catch { Issue.record(error) }
                    throw .cannotOpen(call: "\(calls)", reason: "")
                }
            }
            #expect(error?.description == (runs ? "2: " : "1: "))
        }
    }

    @Test("an index whose making was killed is told as such, and a run completes it", arguments: [false, true])
    func cutShort(isMarked: Bool) async throws {
        index.close()
        let path = index.scratch.path(of: "cut.db".utf8)
        if isMarked { try IndexFile(path).close() }
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as [UInt8]] in
            let connection = try Connection(path: path, mode: .readWriteCreate)
            try connection.execute("PRAGMA journal_mode = delete; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            // So much that the file is written before the end.
            try connection.execute(
                """
                CREATE TABLE x (y);
                WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
                INSERT INTO x SELECT hex(randomblob(300)) FROM n
                """
            )
            _ = withExtendedLifetime(connection) { kill(getpid(), SIGKILL) }
        }
        #expect(try names(in: index.scratch.path).contains("cut.db-journal"))
        let error = #expect(throws: IndexError.self) {
            try IndexReader.look(into: path) { reader throws(IndexError) in try reader.roots().count }
        }
        #expect(error?.description == "a run was killed while it made the index; 'imgindex index' completes it")
        try IndexFile(path).close()
        let roots = try IndexReader.look(into: path) { reader throws(IndexError) in try reader.roots() }
        #expect(roots == [])
    }

    @Test("a log that cannot be read where nothing may be written is told, with what to do")
    func logUnreadable() async throws {
        let folder = index.scratch.folder
        try folder.makeFolder("copy".utf8)
        for name in ["index.db", "index.db-wal"] {
            let copy = index.scratch.path(of: "copy/\(name)".utf8)
            try writeFile(copy, try readFile(index.scratch.path(of: name.utf8)))
            try folder.setMode(0o444, of: "copy/\(name)".utf8)
        }
        index.close()
        try folder.setMode(0o555, of: "copy".utf8)
        try folder.setMode(0o755, of: ".".utf8)
        defer { try? folder.setMode(0o755, of: "copy".utf8) }
        await #expect(processExitsWith: .success) { [scratch = index.scratch.path as [UInt8]] in
            if geteuid() == 0 { #expect(setgid(65_534) == 0 && setuid(65_534) == 0) }
            let copy = scratch + Array("/copy".utf8)
            let error = #expect(throws: IndexError.self) {
                try IndexReader.look(into: copy + Array("/index.db".utf8)) { reader throws(IndexError) in
                    try reader.roots().count
                }
            }
            guard case .logUnreadable = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let left = try names(in: copy)
            #expect(left == ["index.db", "index.db-wal"])
        }
    }
}
