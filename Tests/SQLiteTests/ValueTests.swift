import SQLite
import Testing

@Suite("Values")
struct ValueTests {
    @Test("integers come back, the least and the greatest too", arguments: [Int64.min, -1, 0, 1, .max])
    func integers(value: Int64) throws {
        try withConnection { connection throws in
            #expect(try connection.value("SELECT ?1", [.integer(value)]) == .integer(value))
        }
    }

    @Test("every type comes back as it was bound")
    func everyType() throws {
        let values: [Value] = [
            .null, .integer(7), .real(0.1), .real(-.infinity), .text(""), .text("Ä"), .bytes([]), .bytes([0, 255]),
        ]
        try withConnection { connection throws in
            for value in values {
                #expect(try connection.value("SELECT ?1", [value]) == value)
            }
        }
    }

    @Test("NaN becomes NULL")
    func nan() throws {
        try withConnection { connection throws in
            #expect(try connection.value("SELECT ?1", [.real(.nan)]) == .null)
        }
    }

    @Test("texts that Unicode holds for equal are equal only with the same bytes")
    func canonicalEquivalence() {
        #expect(Value.text("\u{E4}") != Value.text("a\u{308}"))
        #expect(Value.text("a\u{308}") == Value.text("a\u{308}"))
        #expect(Value.text("a") != Value.bytes([97]))
    }

    @Test("a STRICT table keeps TEXT against BLOB in an ANY column, and both apart in a unique index")
    func anyColumn() throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE item (name ANY NOT NULL UNIQUE) STRICT")
            try connection.run("INSERT INTO item VALUES (?1)", [.text("a.jpg")])
            try connection.run("INSERT INTO item VALUES (?1)", [.bytes(Array("a.jpg".utf8))])
            var types: [ValueType] = []
            try connection.query("SELECT name FROM item ORDER BY rowid") { row in
                types.append(row.type(at: 0))
                #expect(row.bytes(at: 0) == Array("a.jpg".utf8))
            }
            #expect(types == [.text, .blob])
        }
    }

    @Test("text that looks like a number stays text in an ANY column of a STRICT table")
    func numericText() throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE item (name ANY) STRICT")
            try connection.run("INSERT INTO item VALUES (?1)", [.text("007")])
            #expect(try connection.value("SELECT name FROM item") == .text("007"))
        }
    }
}
