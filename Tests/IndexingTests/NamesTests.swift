import SQLite
import TestSupport
import Testing

@testable import Indexing

/// Names as they are stored: TEXT if they are valid UTF-8, BLOB if not, always the same bytes.
@Suite struct NamesTests {
    static let notUTF8: [[UInt8]] =
        OddName.notText + [
            // Overlong forms of "/" and of U+0000, the surrogates, what is above U+10FFFF, cut short, too long.
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0xAF],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF, 0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x96], [0x80],
            [0xBF, 0x61],
        ]

    static let utf8: [[UInt8]] = [
        [], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
        [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ]

    @Test("what is UTF-8 and what is not, also behind and before ASCII of every length")
    func known() {
        for length in 0...17 {
            let ascii = Array(repeating: UInt8(ascii: "a"), count: length)
            for name in Self.utf8 {
                #expect((ascii + name).withUnsafeBytes(isUTF8), "\(name)")
                #expect((name + ascii).withUnsafeBytes(isUTF8), "\(name)")
            }
            for name in Self.notUTF8 {
                #expect(!(ascii + name).withUnsafeBytes(isUTF8), "\(name)")
                #expect(!(name + ascii).withUnsafeBytes(isUTF8), "\(name)")
            }
        }
    }

    @Test("random bytes are UTF-8 if and only if String says so, at every alignment")
    func random() {
        var generator = SeededGenerator()
        let alphabet: [UInt8] = [
            0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF5,
        ]
        var wrong: [[UInt8]] = []
        for _ in 0..<4_000 {
            let bytes = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                generator.chance(1, in: 2) ? UInt8(ascii: "a") : alphabet.randomElement(using: &generator) ?? 0
            }
            bytes.withUnsafeBytes { all in
                for start in 0...min(8, all.count) {
                    let rest = UnsafeRawBufferPointer(rebasing: all[start...])
                    if isUTF8(rest) != (String(validating: rest, as: UTF8.self) != nil) { wrong.append(Array(rest)) }
                }
            }
        }
        #expect(wrong == [], "IMGINDEX_SEED=\(generator.seed)")
    }

    @Test("a name comes back byte for byte, and its type says what it is, however it is bound")
    func stored() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(path: folder.path(of: "x".utf8), mode: .readWriteCreate)
        try connection.execute("CREATE TABLE x (name ANY NOT NULL) STRICT")
        let insert = try connection.prepare("INSERT INTO x VALUES (?)")
        var names = OddName.all + Self.notUTF8 + Self.utf8
        names = names.filter { !$0.isEmpty }
        for name in names {
            try insert.bind(name: 1, name)
            try insert.run()
            try name.withUnsafeBytes { bytes in
                try insert.bind(name: 1, bytes)
                try insert.run()
            }
            try connection.run("INSERT INTO x VALUES (?)", [Value(name: name)])
        }
        var read: [[UInt8]] = []
        try connection.query("SELECT name, typeof(name) FROM x ORDER BY rowid") { row in
            let name = row.bytes(at: 0)
            read.append(name)
            #expect(row.text(at: 1) == (String(validating: name, as: UTF8.self) == nil ? "blob" : "text"))
        }
        #expect(read == names.flatMap { [$0, $0, $0] })
        #expect(try connection.value("SELECT count(DISTINCT name) FROM x") == .integer(Int64(Set(names).count)))
    }

    @Test("the names between an outer and an inner path")
    func between() {
        func between(_ outer: String, _ inner: String) -> [String]? {
            names(from: Array(outer.utf8), to: Array(inner.utf8))?.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(between("/", "/a") == ["a"])
        #expect(between("/", "/a/b") == ["a", "b"])
        #expect(between("/a", "/a/b") == ["b"])
        #expect(between("/a/b", "/a/b/c/d") == ["c", "d"])
        #expect(between("/a/b", "/a/bc") == nil)
        #expect(between("/a/b", "/a/b") == nil)
        #expect(between("/a/b", "/a") == nil)
        #expect(between("/", "/") == nil)
        #expect(between("/a", "/") == nil)
    }
}
