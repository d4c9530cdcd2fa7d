import SQLite
import Testing

@Suite("Statements")
struct StatementTests {
    @Test("a statement that is done can be bound and run again without a reset")
    func again() throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY)")
            let insert = try connection.prepare("INSERT INTO item VALUES (?1)")
            for id in 1...3 as ClosedRange<Int64> {
                try insert.bind(1, id)
                try insert.run()
                #expect(connection.lastInsertedRowID == id)
                #expect(connection.changes == 1)
            }
            #expect(connection.totalChanges == 3)
        }
    }

    @Test("a statement that failed can be bound and run again without a reset")
    func afterFailure() throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY); INSERT INTO item VALUES (1)")
            let insert = try connection.prepare("INSERT INTO item VALUES (?1)")
            try insert.bind(1, 1)
            #expect(failure(of: insert.run)?.code == .constraintPrimaryKey)
            try insert.bind(1, 2)
            try insert.run()
            #expect(try connection.value("SELECT count(*) FROM item") == 2)
        }
    }

    @Test("binding in the middle of the rows is refused until a reset")
    func middle() throws {
        try withConnection { connection throws in
            let select = try connection.prepare("SELECT ?1 UNION ALL SELECT 2")
            #expect(try select.step())
            #expect(failure { try select.bind(1, 1) }?.code == .misuse)
            try select.reset()
            try select.bind(1, 1)
        }
    }

    @Test("a statement keeps its connection alive")
    func keepsConnection() throws {
        try ScratchFolder.with { folder throws in
            let statement: Statement
            do {
                let connection = try Connection(path: folder.file("a"), mode: .readWriteCreate)
                statement = try connection.prepare("SELECT 5")
            }
            #expect(try statement.step())
            #expect(statement.int64(at: 0) == 5)
        }
    }

    @Test("closing finalises what is under way; afterwards everything is refused, and nothing crashes")
    func afterClose() throws {
        try withConnection { connection throws in
            let select = try connection.prepare("SELECT ?1, 2")
            #expect(try select.step())
            connection.close()
            connection.close()
            #expect(connection.isClosed)
            let error = failure { _ = try select.step() }
            #expect(error?.code == .misuse)
            #expect(error?.message == "the connection is closed")
            #expect(failure { try select.bind(1, 1) }?.code == .misuse)
            #expect(failure { try select.bind([1]) }?.code == .misuse)
            #expect(failure { try connection.execute("SELECT 1") }?.code == .misuse)
            #expect(failure { try connection.checkpoint() }?.code == .misuse)
            try select.reset()
            select.clearBindings()
            #expect(select.value(at: 0) == .null)
            #expect(select.columnName(at: 0) == nil)
            #expect(select.sql == "")
            #expect(select.columnCount == 0)
            #expect(connection.changes + connection.totalChanges + connection.lastInsertedRowID == 0)
            #expect(!connection.isInTransaction)
            connection.busyTimeout = 5
        }
    }

    @Test("a closed connection holds no file: the last one to a WAL file takes the log away")
    func closeReleases() throws {
        try ScratchFolder.with { folder throws in
            let connection = try Connection(path: folder.file("a"), mode: .readWriteCreate)
            try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
            let select = try connection.prepare("SELECT * FROM t")
            #expect(folder.names().count == 3)
            connection.close()
            #expect(folder.names() == [Array("a".utf8)])
            #expect(!select.isReadOnly)
        }
    }
}
