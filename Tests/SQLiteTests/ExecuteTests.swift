import SQLite
import Testing

@Suite("Preparing and executing SQL")
struct ExecuteTests {
    @Test("several statements run in order, from a string or from bytes, past comments and rows")
    func several() throws {
        try withConnection { connection throws in
            try connection.execute(
                "-- a table\nCREATE TABLE t (a); INSERT INTO t VALUES (1), (2);; SELECT * FROM t; /* end */ "
            )
            try connection.execute(Array("INSERT INTO t VALUES (3)".utf8))
            try connection.execute("")
            try connection.execute(" -- nothing")
            #expect(try connection.value("SELECT group_concat(a) FROM t") == "1,2,3")
        }
    }

    @Test("the first failing statement stops the rest and is named alone")
    func firstFailure() throws {
        try withConnection { connection throws in
            let error = failure {
                try connection.execute("CREATE TABLE t (a CHECK (a > 0)); INSERT INTO t VALUES (0); CREATE TABLE u (a)")
            }
            #expect(error?.code == .constraintCheck)
            #expect(error?.sql?.contains("INSERT INTO t VALUES (0);") == true)
            #expect(error?.sql?.contains("CREATE") == false)
            #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == 1)
        }
    }

    @Test(
        "prepare takes exactly one statement",
        arguments: [
            "", "  -- nothing", "SELECT 1; SELECT 2", "SELECT 1; nonsense", "SELECT 1;; SELECT 2", "SELECT 1\0; DROP",
        ]
    )
    func notOne(sql: String) throws {
        try withConnection { connection throws in
            #expect(failure { _ = try connection.prepare(sql) }?.code == .misuse)
        }
    }

    @Test(
        "prepare allows white space, semicolons and comments around its statement",
        arguments: [
            "SELECT 1", " SELECT 1 ; ", "/* one */ SELECT 1; -- one\n; /* end",
        ]
    )
    func one(sql: String) throws {
        try withConnection { connection throws in
            let statement = try connection.prepare(sql)
            #expect(try statement.step())
            #expect(statement.isReadOnly)
        }
    }

    @Test("a NUL in SQL is refused instead of ending it")
    func nul() throws {
        try withConnection { connection throws in
            let error = failure { try connection.execute("SELECT 1;\0 nonsense") }
            #expect(error?.code == .misuse)
        }
    }

    @Test("a query hands its rows over in order, and ends with what the row throws")
    func query() throws {
        try withConnection { connection throws in
            var seen: [Int64] = []
            let sql = "SELECT column1 FROM (VALUES (1), (2), (3)) WHERE column1 >= ?1"
            try connection.query(sql, [2]) { row in seen.append(row.int64(at: 0)) }
            #expect(seen == [2, 3])
            let error = failure {
                try connection.query(sql, [1]) { _ throws(SQLiteError) in
                    throw SQLiteError(code: .interrupted, message: "enough")
                }
            }
            #expect(error?.code == .interrupted)
            #expect(try connection.value(sql, [9]) == nil)
        }
    }
}
