import Glibc
import SQLite
import Schema
import TestSupport
import Testing

@testable import Indexing

/// Files that are not ours are refused and left as they are, to the byte.
@Suite struct ForeignFileTests {
    private let scratch: TemporaryFolder
    private let path: [UInt8]

    init() throws {
        scratch = try TemporaryFolder()
        path = scratch.path(of: "index.db".utf8)
    }

    @Test("a file without a mark whose journal or log cannot be opened is refused and says why")
    func unreadableCompanions() throws {
        for suffix in ["-journal", "-wal"] {
            let connection = try Connection(path: path, mode: .readWriteCreate)
            try connection.execute("CREATE TABLE IF NOT EXISTS t (a); DROP TABLE t")
            connection.close()
            // A link to itself: nothing tells what it holds, but it is there.
            try scratch.folder.makeLink(Array("index.db\(suffix)".utf8), to: Array("index.db\(suffix)".utf8))
            #expect {
                _ = try IndexFile(path)
            } throws: { error in
                guard case .cannotOpen(let call, let reason)? = error as? IndexError else { return false }
                return call == "open of \(suffix)" && reason == "Too many levels of symbolic links"
            }
            try scratch.folder.remove(Array("index.db\(suffix)".utf8))
        }
    }

    /// Everything in the folder: names, content, and the time the content was last changed.
    private func everything() throws -> [String] {
        try names(in: scratch.path).map { name in
            let path = scratch.path(of: name.utf8)
            let status = status(of: path)
            let content = try readFile(path)
            let sum = content.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
            return
                "\(name) \(content.count) \(sum) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(status.st_mode)"
        }
    }

    /// Expects that the file is refused by writer and reader, and that nothing in its folder changes.
    private func expectRefused(_ isRight: (IndexError) -> Bool, _ what: Comment) throws {
        let before = try everything()
        #expect(throws: IndexError.self, what) {
            do {
                _ = try IndexFile(path)
            } catch let error as IndexError {
                #expect(isRight(error), "\(error)")
                throw error
            }
        }
        #expect(try everything() == before, what)
        #expect(throws: IndexError.self, what) { try IndexReader(path) }
        #expect(try everything() == before, what)
    }

    private func isForeign(_ error: IndexError) -> Bool {
        if case .foreign = error { true } else { false }
    }

    private func isNewer(_ error: IndexError) -> Bool {
        if case .newer = error { true } else { false }
    }

    @Test("a file that is no SQLite file is refused")
    func text() throws {
        let header = Array("SQLite format 3\0".utf8)
        for content in [Array("x".utf8), Array(repeating: 0, count: 4_096), header, Array("dear diary\n".utf8)] {
            try writeFile(path, content)
            try expectRefused(isForeign, "\(content.prefix(20))")
        }
    }

    @Test("an SQLite file of another application is refused")
    func otherApplication() throws {
        let connection = try Connection(path: path, mode: .readWriteCreate)
        try connection.execute("CREATE TABLE x (y); PRAGMA application_id = 42; PRAGMA user_version = 1")
        connection.close()
        try expectRefused(isForeign, "application_id 42")
    }

    @Test("an SQLite file with tables of somebody who did not mark it is refused", arguments: ["delete", "wal"])
    func unmarked(mode: String) throws {
        let connection = try Connection(path: path, mode: .readWriteCreate)
        try connection.execute("PRAGMA journal_mode = \(mode); CREATE TABLE x (y); INSERT INTO x VALUES (1)")
        connection.close()
        try expectRefused(isForeign, "\(mode)")
        let version = try Connection(path: path, mode: .readWrite)
        try version.execute("PRAGMA user_version = 1")
        version.close()
        try expectRefused(isForeign, "\(mode), user_version 1")
        let newer = try Connection(path: path, mode: .readWrite)
        try newer.execute("PRAGMA user_version = 1000")
        newer.close()
        try expectRefused(isForeign, "\(mode), user_version 1000")
    }

    @Test("a foreign file whose program was killed keeps its log and its journal", arguments: ["delete", "wal"])
    func killed(mode: String) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as [UInt8], mode] in
            let connection = try Connection(path: path, mode: .readWriteCreate)
            try connection.execute("PRAGMA journal_mode = \(mode); CREATE TABLE x (y)")
            try connection.execute("PRAGMA cache_size = 1; BEGIN; INSERT INTO x SELECT randomblob(100000)")
            try connection.execute("INSERT INTO x SELECT randomblob(100000) FROM sqlite_schema")
            if mode == "wal" { try connection.execute("COMMIT") }
            kill(getpid(), SIGKILL)
        }
        #expect(try names(in: scratch.path).count > 1)
        try expectRefused(isForeign, "\(mode)")
    }

    @Test("a foreign file all of whose tables are in its log is refused")
    func onlyInTheLog() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as [UInt8]] in
            let connection = try Connection(path: path, mode: .readWriteCreate)
            try connection.execute("PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0; CREATE TABLE x (y)")
            kill(getpid(), SIGKILL)
        }
        try expectRefused(isForeign, "wal")
    }

    @Test("an index of a newer version is refused")
    func newer() throws {
        try IndexFile(path).close()
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute("PRAGMA journal_mode = delete; PRAGMA user_version = \(Schema.version + 1)")
        connection.close()
        try expectRefused(isNewer, "one newer")
    }

    @Test("an index whose version is negative is damaged, not newer", arguments: [-1, Int32.min])
    func negative(version: Int32) throws {
        try IndexFile(path).close()
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute("PRAGMA journal_mode = delete; PRAGMA user_version = \(version)")
        connection.close()
        try expectRefused({ isForeign($0) && "\($0)".contains("\(version)") }, "\(version)")
    }

    @Test("a version that is only in the log counts as well", arguments: [-1, Schema.version + 1])
    func versionInTheLog(version: Int64) async throws {
        try IndexFile(path).close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as [UInt8], version] in
            let connection = try Connection(path: path, mode: .readWrite)
            try connection.execute("PRAGMA user_version = \(version)")
            // Closed it would write the log back.
            _ = withExtendedLifetime(connection) { kill(getpid(), SIGKILL) }
        }
        #expect(try IndexHeader.read(path).userVersion == Schema.version)
        let error = #expect(throws: IndexError.self) { try IndexFile(path) }
        #expect(error.map(version < 0 ? isForeign : isNewer) == true)
    }

    @Test("an index whose pages are garbage is an error and stays as it is")
    func garbage() throws {
        try IndexFile(path).close()
        var content = try readFile(path)
        for position in 100..<content.count { content[position] = UInt8(truncatingIfNeeded: position &* 31) }
        try writeFile(path, content)
        #expect(throws: IndexError.self) { try IndexFile(path) }
        #expect(try readFile(path) == content)
    }
}
