import SQLite
import Testing

/// Times as text in the views.
@Suite struct ViewTimeTests {
    private let index: SchemaIndex

    init() throws {
        index = try SchemaIndex()
        try index.addRoot()
    }

    static let modified: [(Int64, Value)] = [
        (0, "1970-01-01T00:00:00Z"),
        (1, "1970-01-01T00:00:00Z"),
        (999_999_999, "1970-01-01T00:00:00Z"),
        (1_000_000_000, "1970-01-01T00:00:01Z"),
        (-1, "1969-12-31T23:59:59Z"),
        (-999_999_999, "1969-12-31T23:59:59Z"),
        (-1_000_000_000, "1969-12-31T23:59:59Z"),
        (-1_000_000_001, "1969-12-31T23:59:58Z"),
        (951_782_400_000_000_000, "2000-02-29T00:00:00Z"),
        (1_700_000_000_999_999_999, "2023-11-14T22:13:20Z"),
        (-5_364_662_400_000_000_000, "1800-01-01T00:00:00Z"),
        (.max - 1, "2262-04-11T23:47:16Z"),
        (.min + 1, "1677-09-21T00:12:43Z"),
        (.max, nil),
        (.min, nil),
    ]

    @Test(
        "the time of an image is its second, rounded down, and NULL at the ends of what can be stored",
        arguments: modified
    )
    func images(nanoseconds: Int64, text: Value) throws {
        try index.addImage(1, modified: nanoseconds)
        #expect(try index.rows("SELECT modified, modified_ns FROM images") == [[text, .integer(nanoseconds)]])
    }

    @Test("the time of an image that could not be inspected is NULL")
    func none() throws {
        try index.addImage(1)
        try index.connection.execute("UPDATE image SET mtime = NULL, size = NULL")
        #expect(try index.rows("SELECT modified, modified_ns, size FROM images") == [[nil, nil, nil]])
    }

    @Test(
        "the times of a run have milliseconds, its duration is a number of seconds",
        arguments: [
            (
                1_700_000_000_123_456_789, 1_700_000_001_500_000_000, "2023-11-14T22:13:20.123Z",
                "2023-11-14T22:13:21.500Z", 1.377
            ),
            (
                1_700_000_000_000_000_000, 1_700_000_000_000_400_000, "2023-11-14T22:13:20.000Z",
                "2023-11-14T22:13:20.000Z", 0
            ),
            // A clock that was set back.
            (2_000_000_000, 1_000_000_000, "1970-01-01T00:00:02.000Z", "1970-01-01T00:00:01.000Z", -1),
        ] as [(Int64, Int64, String, String, Double)]
    )
    func runs(started: Int64, ended: Int64, from: String, to: String, seconds: Double) throws {
        try index.connection.run("UPDATE run SET started = ?, ended = ?", [.integer(started), .integer(ended)])
        #expect(
            try index.rows("SELECT started, ended, seconds FROM runs") == [[.text(from), .text(to), .real(seconds)]]
        )
    }

    @Test("a run that has not ended has no end and no duration")
    func running() throws {
        #expect(try index.rows("SELECT ended, seconds FROM runs") == [[nil, nil]])
    }
}
