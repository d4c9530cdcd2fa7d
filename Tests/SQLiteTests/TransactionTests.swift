import SQLite
import Testing

@Suite("Transactions, locks and checkpoints")
struct TransactionTests {
    @Test("a transaction commits when its body returns, and passes the result on")
    func commits() throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE t (a)")
            let changes = try connection.transaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (1), (2)")
                #expect(connection.isInTransaction)
                return connection.changes
            }
            #expect(changes == 2)
            #expect(!connection.isInTransaction)
            #expect(try connection.value("SELECT count(*) FROM t") == 2)
        }
    }

    @Test(
        "a transaction is undone when its body throws",
        arguments: [
            Connection.TransactionKind.immediate, .deferred,
        ]
    )
    func undone(kind: Connection.TransactionKind) throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE t (a)")
            let error = failure {
                try connection.transaction(kind) { () throws(SQLiteError) in
                    try connection.execute("INSERT INTO t VALUES (1)")
                    throw SQLiteError(code: .abort, message: "no")
                }
            }
            #expect(error?.message == "no")
            #expect(!connection.isInTransaction)
            #expect(try connection.value("SELECT count(*) FROM t") == 0)
        }
    }

    @Test("a transaction is undone when its commit fails")
    func failingCommit() throws {
        try withConnection { connection throws in
            try connection.execute(
                """
                PRAGMA foreign_keys = ON;
                CREATE TABLE parent (id INTEGER PRIMARY KEY);
                CREATE TABLE child (parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
                """
            )
            let error = failure {
                try connection.transaction { () throws(SQLiteError) in
                    try connection.execute("INSERT INTO child VALUES (1)")
                }
            }
            #expect(error?.code == .constraintForeignKey)
            #expect(!connection.isInTransaction)
            #expect(try connection.value("SELECT count(*) FROM child") == 0)
        }
    }

    @Test("a transaction inside another is refused, and the outer one goes on")
    func nested() throws {
        try withConnection { connection throws in
            try connection.execute("CREATE TABLE t (a)")
            try connection.begin()
            try connection.execute("INSERT INTO t VALUES (1)")
            let error = failure { try connection.transaction {} }
            #expect(error?.code == .error)
            #expect(connection.isInTransaction)
            try connection.commit()
            try connection.rollback()
            #expect(try connection.value("SELECT count(*) FROM t") == 1)
        }
    }

    // first     BEGIN IMMEDIATE ─────────────────────────── ROLLBACK
    // second                     BEGIN IMMEDIATE (waits) ✗           BEGIN IMMEDIATE ✓
    @Test("a second writer waits as long as its busy timeout says, then is told that the file is busy")
    func busyTimeout() throws {
        try ScratchFolder.with { folder throws in
            let first = try Connection(path: folder.file("a"), mode: .readWriteCreate)
            let second = try Connection(path: folder.file("a"), mode: .readWrite)
            try first.begin()
            let clock = ContinuousClock()
            let atOnce = clock.measure {
                #expect(failure { try second.begin() }?.code == .busy)
            }
            second.busyTimeout = 100
            let later = clock.measure {
                #expect(failure { try second.begin() }?.code == .busy)
            }
            #expect(later >= .milliseconds(100))
            #expect(atOnce < later)
            try first.rollback()
            try second.begin()
        }
    }

    @Test("a reader that wants to write after another has written is told that its snapshot is old")
    func oldSnapshot() throws {
        try ScratchFolder.with { folder throws in
            let first = try Connection(path: folder.file("a"), mode: .readWriteCreate)
            try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
            let second = try Connection(path: folder.file("a"), mode: .readWrite)
            try second.begin(.deferred)
            #expect(try second.value("SELECT count(*) FROM t") == 0)
            try first.execute("INSERT INTO t VALUES (1)")
            #expect(try second.value("SELECT count(*) FROM t") == 0)
            let error = failure { try second.execute("INSERT INTO t VALUES (2)") }
            #expect(error?.code == .busySnapshot)
            #expect(second.isInTransaction)
        }
    }

    @Test("a connection that has read nothing yet moves the log as well")
    func checkpointFirst() throws {
        try ScratchFolder.with { folder throws in
            let writer = try Connection(path: folder.file("a"), mode: .readWriteCreate)
            try writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a)")
            let other = try Connection(path: folder.file("a"), mode: .readWrite)
            let moved = try other.checkpoint(.passive)
            #expect(moved.logFrames > 0)
            #expect(moved.checkpointed == moved.logFrames)
            other.close()
            writer.close()
        }
    }

    @Test("a checkpoint moves the whole log, and says so; without a log it says -1")
    func checkpoint() throws {
        try withConnection { connection throws in
            #expect(try connection.checkpoint() == (-1, -1))
            try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
            let passive = try connection.checkpoint(.passive)
            #expect(passive.logFrames > 0)
            #expect(passive.checkpointed == passive.logFrames)
            #expect(try connection.checkpoint(.truncate) == (0, 0))
        }
    }

    @Test("a checkpoint that waits is busy while another connection reads older content")
    func checkpointBusy() throws {
        try ScratchFolder.with { folder throws in
            let writer = try Connection(path: folder.file("a"), mode: .readWriteCreate)
            try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
            let reader = try Connection(path: folder.file("a"), mode: .readOnly)
            try reader.begin(.deferred)
            #expect(try reader.value("SELECT count(*) FROM t") == 0)
            try writer.execute("INSERT INTO t VALUES (1)")
            #expect(failure { try writer.checkpoint(.full) }?.code == .busy)
            let passive = try writer.checkpoint(.passive)
            #expect(passive.checkpointed < passive.logFrames)
        }
    }
}
