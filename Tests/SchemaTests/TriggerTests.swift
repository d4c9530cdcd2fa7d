import SQLite
import Schema
import Testing

/// Whoever changes rows of images, the digest of their folder does not vouch for them any more.
@Suite struct TriggerTests {
    @Test(
        "an image that is changed, moved or deleted clears the fingerprints of its folders",
        arguments: [
            ("UPDATE image SET size = 9 WHERE id = 1", [2, 3]), ("UPDATE image SET folder = 2 WHERE id = 1", [3]),
            ("DELETE FROM image WHERE id = 2", [1, 3]), ("UPDATE image SET size = 1 WHERE id = 99", [1, 2, 3]),
        ] as [(String, [Int64])]
    )
    func cleared(sql: String, left: [Int64]) throws {
        let index = try SchemaIndex()
        try index.addRoot()
        try index.addFolder(2, in: 1, "a")
        try index.addFolder(3, in: 1, "b")
        for folder in 1...3 { try index.addImage(Int64(folder), in: Int64(folder)) }
        try index.connection.execute("UPDATE folder SET fingerprint = 5; \(sql)")
        #expect(
            try index.rows("SELECT id FROM folder WHERE fingerprint IS NOT NULL ORDER BY id")
                == left.map { [.integer($0)] }
        )
    }

    @Test("each index has a key of its own for its fingerprints")
    func key() throws {
        let keys = try (0..<3).map { _ in try SchemaIndex().rows("SELECT key FROM fingerprint_key") }
        #expect(keys.allSatisfy { $0.count == 1 })
        #expect(keys[0] != keys[1] && keys[1] != keys[2])
    }

    @Test("the version is the number of the migrations, the application id says IMGX")
    func version() {
        #expect(Schema.version == Int64(Schema.migrations.count) && Schema.version >= 1)
        #expect(Schema.applicationID == Array("IMGX".utf8).reduce(0) { $0 << 8 | Int64($1) })
    }
}
