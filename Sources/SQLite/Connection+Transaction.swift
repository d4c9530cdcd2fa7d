import CSQLite

extension Connection {
    /// When a transaction takes its locks.
    ///
    /// Related SQLite documentation:
    /// <https://www.sqlite.org/lang_transaction.html>
    public enum TransactionKind: String, Sendable {
        /// With the first read and the first write: right for transactions that
        /// only read.
        case deferred = "DEFERRED"
        /// The write lock at once: right for all that write, as they then can't
        /// fail half way with `busy`.
        case immediate = "IMMEDIATE"
    }

    /// Whether a transaction is open.
    ///
    /// SQLite itself ends one after some errors, such as a full disk.
    public var isInTransaction: Bool {
        guard let handle else { return false }
        return sqlite3_get_autocommit(handle) == 0
    }

    /// Begins a transaction that ``commit()`` or ``rollback()`` ends, for work
    /// that does not fit in one closure.
    ///
    /// - Throws: ``SQLiteResultCode/busy`` when another connection writes
    ///   longer than ``busyTimeout``; ``SQLiteResultCode/error`` when a
    ///   transaction is open, which then stays open: they do not nest.
    public func begin(_ kind: TransactionKind = .immediate) throws(SQLiteError) {
        try execute("BEGIN \(kind.rawValue)")
    }

    /// Makes what the transaction changed visible to others, and durable as
    /// `PRAGMA synchronous` says.
    ///
    /// - Throws: ``SQLiteError``; the transaction may then still be open
    ///   (``isInTransaction``): try again or roll back.
    public func commit() throws(SQLiteError) {
        try execute("COMMIT")
    }

    /// Undoes what the open transaction changed.
    ///
    /// Without one it does nothing.
    ///
    /// - Throws: ``SQLiteError``, in practice only for failures of the disk.
    public func rollback() throws(SQLiteError) {
        guard isInTransaction else { return }
        try execute("ROLLBACK")
    }

    /// Runs `body` in a transaction: commits when it returns, rolls back when
    /// it or the commit throws.
    ///
    /// - Parameters:
    ///   - kind: When the locks are taken.
    ///   - body: Called exactly once, after the transaction has begun. It must
    ///     not end the transaction.
    /// - Returns: What `body` returns.
    /// - Throws: As ``begin(_:)``, `body` and ``commit()``. No transaction of
    ///   its own is open afterwards.
    public func transaction<Result>(
        _ kind: TransactionKind = .immediate,
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try begin(kind)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            // The first error is the one to tell. A rollback fails only if the
            // disk does; then the file keeps its journal or log, and the next
            // connection that opens it rolls back.
            try? rollback()
            throw error
        }
    }
}

extension Connection {
    /// The rowid of the latest row this connection inserted into a rowid table;
    /// 0 if none.
    public var lastInsertedRowID: Int64 {
        guard let handle else { return 0 }
        return sqlite3_last_insert_rowid(handle)
    }

    /// How many rows the latest finished INSERT, UPDATE or DELETE changed,
    /// without triggers and foreign key actions.
    public var changes: Int64 {
        guard let handle else { return 0 }
        return sqlite3_changes64(handle)
    }

    /// How many rows were changed since the connection was opened, with
    /// triggers and foreign key actions.
    public var totalChanges: Int64 {
        guard let handle else { return 0 }
        return sqlite3_total_changes64(handle)
    }
}
