import SQLite
import Testing

@Suite("Errors")
struct ErrorTests {
    @Test("an error carries the extended code, the message and the SQL, never the bound values")
    func content() throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE item (id INTEGER, name TEXT UNIQUE) STRICT")
            let sql = "INSERT INTO item\nVALUES (?1, ?2)"
            try connection.run(sql, [1, "secret.jpg"])
            let error = failure { try connection.run(sql, [2, "secret.jpg"]) }
            #expect(
                error
                    == SQLiteError(
                        code: .constraintUnique,
                        message: "UNIQUE constraint failed: item.name",
                        sql: sql
                    )
            )
            #expect(
                error?.description
                    == "INSERT INTO item VALUES (?1, ?2): UNIQUE constraint failed: item.name (SQLite error 2067)"
            )
            let type = failure { try connection.run(sql, ["secret", nil]) }
            #expect(type?.code == .constraintDataType)
            #expect(type?.description.contains("secret") == false)
        }
    }

    @Test("wrong SQL says what is wrong with it")
    func wrongSQL() throws {
        try withConnection { connection throws in
            let error = failure { _ = try connection.prepare("SELECT missing") }
            #expect(error == SQLiteError(code: .error, message: "no such column: missing", sql: "SELECT missing"))
        }
    }

    @Test("a primary code as a pattern matches its extended codes, not the other way round")
    func patterns() {
        #expect(SQLiteResultCode.constraint ~= SQLiteResultCode.constraintUnique)
        #expect(SQLiteResultCode.constraint ~= SQLiteResultCode.constraint)
        #expect(!(SQLiteResultCode.constraintUnique ~= SQLiteResultCode.constraint))
        #expect(!(SQLiteResultCode.busy ~= SQLiteResultCode.constraintUnique))
        #expect(SQLiteResultCode.constraintUnique != SQLiteResultCode.constraint)
        #expect(SQLiteResultCode.busySnapshot.primary == .busy)
        #expect(SQLiteResultCode.busy.description == "database is locked (5)")
        #expect(SQLiteResultCode(rawValue: 2067) == .constraintUnique)
    }

    @Test("a file that reaches its greatest page count is full, and the transaction undone")
    func full() throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE t (a); PRAGMA max_page_count = 4")
            let error = failure {
                try connection.transaction { () throws(SQLiteError) in
                    try connection.run("INSERT INTO t VALUES (zeroblob(100000))")
                }
            }
            #expect(error?.code == .full)
            #expect(error?.message == "database or disk is full")
            #expect(!connection.isInTransaction)
            #expect(try connection.value("SELECT count(*) FROM t") == 0)
        }
    }

    @Test("a long or broken line of SQL is shortened to one line")
    func longSQL() {
        let error = SQLiteError(code: .error, message: "no", sql: String(repeating: "x\n", count: 200))
        #expect(error.description.count < 130)
        #expect(!error.description.contains("\n"))
        #expect(SQLiteError(code: .full, message: "no").description == "database: no (SQLite error 13)")
    }
}
