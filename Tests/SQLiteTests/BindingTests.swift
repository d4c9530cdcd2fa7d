import SQLite
import Testing

@Suite("Binding and reading")
struct BindingTests {
    /// Stores bytes as TEXT and gives back type, bytes, and length in bytes as SQLite counts them.
    private func store(
        text: [UInt8],
        lifetime: Statement.Lifetime
    ) throws -> (type: ValueType, bytes: [UInt8], length: Int64) {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE item (name ANY) STRICT")
            let insert = try connection.prepare("INSERT INTO item VALUES (?1)")
            try text.withUnsafeBytes { bytes in
                try insert.bind(1, text: bytes, lifetime: lifetime)
                try insert.run()
            }
            let select = try connection.prepare("SELECT name, length(CAST(name AS BLOB)) FROM item")
            #expect(try select.step())
            return (select.type(at: 0), select.bytes(at: 0), select.int64(at: 1))
        }
    }

    @Test(
        "text keeps its bytes: invalid UTF-8, a NUL inside, none",
        arguments: [
            [0xFF, 0x2E, 0xC3, 0x28], [0x61, 0x00, 0x62], [0x00], [], Array("Größe.jpg".utf8),
        ] as [[UInt8]],
        [Statement.Lifetime.copied, .untilReset]
    )
    func bytesOfText(bytes: [UInt8], lifetime: Statement.Lifetime) throws {
        let stored = try store(text: bytes, lifetime: lifetime)
        #expect(stored.type == .text)
        #expect(stored.bytes == bytes)
        #expect(stored.length == Int64(bytes.count))
    }

    @Test("a null pointer binds the empty text and the empty blob, not NULL")
    func nullPointers() throws {
        try withConnection { connection throws in
            let select = try connection.prepare("SELECT ?1, ?2")
            try select.bind(1, text: UnsafeRawBufferPointer(start: nil, count: 0))
            try select.bind(2, blob: UnsafeRawBufferPointer(start: nil, count: 0), lifetime: .untilReset)
            #expect(try select.step())
            #expect(select.value(at: 0) == .text(""))
            #expect(select.value(at: 1) == .bytes([]))
        }
    }

    @Test("a copied text does not follow its buffer, and bindings stay until they are cleared")
    func copies() throws {
        try withConnection { connection throws in
            let select = try connection.prepare("SELECT ?1, ?2")
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
            defer { buffer.deallocate() }
            buffer.copyBytes(from: Array("old".utf8))
            try select.bind(1, text: UnsafeRawBufferPointer(buffer))
            try select.bind(2, blob: UnsafeRawBufferPointer(buffer))
            buffer.copyBytes(from: Array("new".utf8))
            for _ in 1...2 {
                #expect(try select.step())
                #expect(select.text(at: 0) == "old")
                #expect(select.bytes(at: 1) == Array("old".utf8))
                try select.reset()
            }
            select.clearBindings()
            #expect(try select.step())
            #expect(select.isNull(at: 0))
        }
    }

    @Test("an optional integer is NULL or the integer, both ways")
    func optionals() throws {
        try withConnection { connection throws in
            let select = try connection.prepare("SELECT ?1, ?2, ?3")
            let none: Int64? = nil
            try select.bind(1, none)
            try select.bind(2, 5)
            try select.bind(null: 3)
            #expect(try select.step())
            #expect(select.optionalInt64(at: 0) == nil)
            #expect(select.optionalInt64(at: 1) == 5)
            #expect(select.int64(at: 2) == 0)
        }
    }

    @Test("bytes are read without a copy, and what the body throws or returns passes through")
    func withoutCopy() throws {
        struct Stop: Error {}
        try withConnection { connection throws in
            let select = try connection.prepare("SELECT 'abc', x'', NULL, 42")
            #expect(try select.step())
            #expect(select.withBytes(at: 0) { $0.count } == 3)
            #expect(select.withBytes(at: 1) { $0.count } == 0)
            #expect(select.withBytes(at: 2) { $0.count } == 0)
            #expect(select.bytes(at: 3) == Array("42".utf8))
            #expect(throws: Stop.self) { try select.withBytes(at: 0) { _ in throw Stop() } }
        }
    }

    @Test("texts of a file in UTF-16 are read as UTF-8")
    func utf16() throws {
        try withConnection { connection throws in
            try connection.execute("PRAGMA encoding = 'UTF-16'; CREATE TABLE item (name TEXT) STRICT")
            try connection.run("INSERT INTO item VALUES (?1)", [.text("Größe")])
            #expect(try connection.value("SELECT name FROM item") == .text("Größe"))
            try connection.query("SELECT name FROM item") { row in
                #expect(row.bytes(at: 0) == Array("Größe".utf8))
            }
        }
    }

    @Test("binding outside the parameters is refused as out of range", arguments: [0, -1, 2, Int.max, Int.min])
    func parameterOutside(index: Int) throws {
        try withConnection { connection throws in
            let select = try connection.prepare("SELECT ?1")
            #expect(select.parameterCount == 1)
            #expect(failure { try select.bind(index, 1) }?.code == .range)
            #expect(failure { try select.bind(index, text: "a") }?.code == .range)
            #expect(failure { try select.bind(index, blob: []) }?.code == .range)
        }
    }

    @Test("reading outside the columns, or without a row, gives NULL", arguments: [1, -1, Int.max, Int.min])
    func columnOutside(index: Int) throws {
        try withConnection { connection throws in
            let select = try connection.prepare("SELECT 5 AS five")
            #expect(select.value(at: 0) == .null)
            #expect(try select.step())
            #expect(select.columnCount == 1)
            #expect(select.columnName(at: 0) == "five")
            #expect(select.value(at: index) == .null)
            #expect(select.int64(at: index) == 0)
            #expect(select.text(at: index) == "")
            #expect(select.columnName(at: index) == nil)
            #expect(select.value(at: 0) == .integer(5))
        }
    }

    @Test("a wrong number of values is refused before anything runs")
    func wrongCount() throws {
        try withConnection { connection throws in
            let error = failure { try connection.run("SELECT ?1, ?2", [1]) }
            #expect(error?.code == .range)
            #expect(error?.message == "1 values for 2 parameters")
        }
    }
}
