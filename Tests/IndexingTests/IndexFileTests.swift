import AsyncLoop
import Glibc
import Listing
import SQLite
import Schema
import TestSupport
import Testing

@testable import Indexing

/// Opening the index: what is made, what is taken as ours, what is refused and left alone.
@Suite struct IndexFileTests {
    private let scratch: TemporaryFolder
    private let path: [UInt8]

    init() throws {
        scratch = try TemporaryFolder()
        path = scratch.path(of: "index.db".utf8)
    }

    @Test("a new index is for its owner only, has its marks, and is one file once it is closed")
    func new() throws {
        let index = try IndexFile(path)
        try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop()).finish()
        for name in ["index.db", "index.db-wal", "index.db-shm"] {
            #expect(status(of: scratch.path(of: name.utf8)).st_mode & 0o777 == 0o600, "\(name)")
        }
        index.close()
        #expect(try names(in: scratch.path) == ["index.db"])
        let connection = try Connection(path: path, mode: .readOnlyImmutable)
        #expect(try connection.value("PRAGMA application_id") == .integer(Schema.applicationID))
        #expect(try connection.value("PRAGMA user_version") == .integer(Schema.version))
        #expect(try connection.value("PRAGMA page_size") == 16_384)
    }

    @Test("a path longer than SQLite takes is refused before anything is made; the longest that it takes works")
    func longPath() throws {
        var folder = scratch.path
        while folder.count < 420 {
            folder += [UInt8(ascii: "/")] + [UInt8](repeating: UInt8(ascii: "d"), count: 80)
            try scratch.folder.makeFolder(Array(folder.dropFirst(scratch.path.count + 1)))
        }
        try scratch.folder.makeLink("short".utf8, to: folder)
        func name(_ length: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "x"), count: length - folder.count - 1)
        }
        for start in [folder, scratch.path(of: "short".utf8)] {
            let tooLong = start + [UInt8(ascii: "/")] + name(505)
            for open in [{ _ = try IndexFile($0) }, { _ = try IndexReader($0) }] as [([UInt8]) throws -> Void] {
                let error = #expect(throws: IndexError.self) { try open(tooLong) }
                guard case .tooLong(505) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
            #expect(try names(in: folder) == [])
        }
        let longest = scratch.path(of: "short/".utf8) + name(504)
        let index = try IndexFile(longest)
        try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop()).finish()
        #expect(try IndexReader(longest).roots().count == 1)
        index.close()
        #expect(try IndexReader(longest).roots().count == 1)
    }

    @Test("an empty file becomes an index and keeps its mode")
    func empty() throws {
        try writeFile(path, [])
        try scratch.folder.setMode(0o640, of: "index.db".utf8)
        try IndexFile(path).close()
        #expect(try IndexHeader.read(path).isIndex)
        #expect(status(of: path).st_mode & 0o777 == 0o640)
    }

    @Test("a file that SQLite made and nobody put a table into becomes an index")
    func withoutTables() throws {
        let connection = try Connection(path: path, mode: .readWriteCreate)
        try connection.execute("CREATE TABLE x (y); DROP TABLE x; VACUUM")
        connection.close()
        #expect(status(of: path).st_size > 0)
        try IndexFile(path).close()
        #expect(try IndexHeader.read(path).isIndex)
    }

    @Test("an index whose making was killed at any moment becomes one", arguments: [0, 1, 2, 3])
    func killedInTheMaking(moment: Int) async throws {
        try IndexFile(scratch.path(of: "other.db".utf8)).close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as [UInt8], moment] in
            let connection = try Connection(path: path, mode: .readWriteCreate)
            try connection.execute("PRAGMA page_size = 16384")
            if moment > 0 { try connection.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE") }
            if moment > 1 { try connection.execute(Schema.migrations[0]) }
            // So much that not all of it fits in memory and the file is written before the end.
            if moment > 2 {
                try connection.execute(
                    """
                    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
                    INSERT INTO extension (text) SELECT hex(randomblob(300)) FROM n
                    """
                )
            }
            kill(getpid(), SIGKILL)
        }
        let index = try IndexFile(path)
        index.close()
        let connection = try Connection(path: path, mode: .readWrite)
        #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try connection.value("SELECT count(*) FROM extension") == 0)
        #expect(try IndexHeader.read(path).isIndex)
    }

    @Test("an index opened in a folder that does not exist, or that is a folder itself, is an error that says so")
    func noPlace() throws {
        #expect(throws: IndexError.self) { try IndexFile(scratch.path(of: "no/index.db".utf8)) }
        #expect(throws: IndexError.self) { try IndexFile(scratch.path) }
        #expect(throws: IndexError.self) { try IndexFile(Array("/dev/null/x".utf8)) }
        #expect(try names(in: scratch.path) == [])
    }

    @Test("a path may have odd bytes and go through links", arguments: OddName.all.filter { $0.count < 200 })
    func oddPath(name: [UInt8]) throws {
        try scratch.folder.makeFolder(name)
        try scratch.folder.makeLink("link".utf8, to: name)
        let path = scratch.path(of: Array("link/".utf8) + name)
        let index = try IndexFile(path)
        let real = scratch.path + [UInt8(ascii: "/")] + name
        let folder = FileFacts.ofFolder(real)
        #expect(index.place.isIn(folder))
        #expect(index.place.contains(name, in: folder))
        #expect(index.place.contains(name + Array("-wal".utf8), in: folder))
        #expect(!index.place.contains(name + Array("-".utf8), in: folder))
        index.close()
        #expect(status(of: real + [UInt8(ascii: "/")] + name).st_size > 0)
    }

    @Test("a link to an index is that index: its companions lie beside the file")
    func link() throws {
        try scratch.folder.makeFolder("real".utf8)
        try scratch.folder.makeLink("index.db".utf8, to: "real/file.db".utf8)
        let index = try IndexFile(path)
        let folder = FileFacts.ofFolder(scratch.path(of: "real".utf8))
        #expect(index.place.contains(Array("file.db-shm".utf8), in: folder))
        #expect(throws: IndexError.self) { try IndexFile(scratch.path(of: "real/file.db".utf8)) }
        index.close()
    }
}
