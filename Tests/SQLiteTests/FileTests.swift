import Glibc
import SQLite
import Testing

@Suite("Files and their names")
struct FileTests {
    static let oddNames: [[UInt8]] = [
        Array("a?b".utf8), Array("file:x".utf8), Array("%41".utf8), Array("line\nbreak".utf8), Array("#a&b=c".utf8),
        Array(":memory:".utf8), Array("file:x?mode=memory".utf8), Array(" ".utf8), Array("Größe".utf8),
        [0xFF, 0xC3, 0x28],
    ]

    @Test("an odd name is the name of the file, byte for byte, in every mode", arguments: oddNames)
    func oddName(name: [UInt8]) throws {
        try ScratchFolder.with { folder throws in
            try reopen(folder.file(name))
            #expect(folder.names() == [name])
        }
    }

    @Test("a relative name is as literal as an absolute one, and two slashes are one")
    func relativeNames() async throws {
        // In a process of its own, as the working folder belongs to the whole process.
        await #expect(processExitsWith: .success) {
            try ScratchFolder.with { folder throws in
                guard folder.path.withCString({ chdir($0) }) == 0 else { exit(1) }
                for name in FileTests.oddNames {
                    try FileTests().reopen(name)
                }
                try FileTests().reopen(Array("/".utf8) + folder.file("two"))
                let names = FileTests.oddNames + [Array("two".utf8)]
                guard folder.names() == names.sorted(by: { $0.lexicographicallyPrecedes($1) }) else { exit(2) }
            }
        }
    }

    func reopen(_ path: [UInt8]) throws {
        let writer = try Connection(path: path, mode: .readWriteCreate)
        try writer.execute("PRAGMA user_version = 42")
        writer.close()
        for mode in [Connection.Mode.readOnly, .readOnlyImmutable, .readWrite] {
            let reader = try Connection(path: path, mode: mode)
            #expect(try reader.value("PRAGMA user_version") == 42)
            reader.close()
        }
    }

    @Test("an empty name and one with a NUL are refused, and nothing is made", arguments: ["", "a\0b"])
    func refusedName(name: String) throws {
        try ScratchFolder.with { folder throws in
            let path = name.isEmpty ? [] : folder.file(name)
            let error = failure { _ = try Connection(path: path, mode: .readWriteCreate) }
            #expect(error?.code == .cantOpen)
            #expect(folder.names().isEmpty)
        }
    }

    @Test(
        "a file that is not there is made only when asked to",
        arguments: [
            Connection.Mode.readOnly, .readOnlyImmutable, .readWrite,
        ]
    )
    func absent(mode: Connection.Mode) throws {
        try ScratchFolder.with { folder throws in
            let error = failure { _ = try Connection(path: folder.file("a"), mode: mode) }
            #expect(error.map { .cantOpen ~= $0.code } == true)
            #expect(error?.message == "unable to open database file")
            #expect(folder.names().isEmpty)
        }
    }

    @Test("a foreign file is said to be one, and a reader can't write")
    func foreign() throws {
        try ScratchFolder.with { folder throws in
            let path = folder.file("a")
            let stream = path.withCString { fopen($0, "w") }
            fputs(String(repeating: "no database ", count: 100), stream)
            fclose(stream)
            let connection = try Connection(path: path, mode: .readWrite)
            let error = failure { try connection.execute("SELECT * FROM sqlite_schema") }
            #expect(error?.code == .notADatabase)
        }
    }

    @Test("a read-only connection refuses to write")
    func readOnly() throws {
        try ScratchFolder.with { folder throws in
            try Connection(path: folder.file("a"), mode: .readWriteCreate).execute("CREATE TABLE t (a)")
            let reader = try Connection(path: folder.file("a"), mode: .readOnly)
            let error = failure { try reader.execute("INSERT INTO t VALUES (1)") }
            #expect(error?.code == .readOnly)
        }
    }

    @Test("a write-protected file is not silently opened for reading", .enabled(if: geteuid() != 0))
    func writeProtected() throws {
        try ScratchFolder.with { folder throws in
            try Connection(path: folder.file("a"), mode: .readWriteCreate).execute("CREATE TABLE t (a)")
            _ = folder.file("a").withCString { chmod($0, 0o400) }
            let error = failure {
                _ = try Connection(path: folder.file("a"), mode: .readWrite)
            }
            #expect(error?.code == .readOnly)
        }
    }

    @Test("an immutable reader of a WAL file in a read-only folder makes nothing and sees what is in the file")
    func immutable() throws {
        try ScratchFolder.with { folder throws in
            let writer = try Connection(path: folder.file("a"), mode: .readWriteCreate)
            try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
            writer.close()
            folder.setMode(0o500)
            let reader = try Connection(path: folder.file("a"), mode: .readOnlyImmutable)
            #expect(try reader.value("SELECT sum(a) FROM t") == 3)
            #expect(folder.names() == [Array("a".utf8)])
        }
    }
}
