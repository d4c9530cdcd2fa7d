import CSQLite

/// A compiled SQL statement: bind its parameters, step through its rows, use it
/// again.
///
/// **Indexes** are those of SQLite. Parameters count from 1, because SQL itself
/// says `?1`; columns count from 0, as arrays do. Binding outside throws
/// ``SQLiteResultCode/range``; reading a column outside, or when no row is
/// there, gives NULL.
///
/// **Life.** ``step()`` that returns false or throws has reset the statement:
/// bind and step again. Bindings stay until they are bound anew. Only a
/// statement left in the middle of its rows needs ``reset()``; until then it
/// holds a read lock, and binding throws ``SQLiteResultCode/misuse``.
///
/// Not `Sendable`: it belongs to where its ``Connection`` belongs, which it
/// keeps alive. After ``Connection/close()`` it throws
/// ``SQLiteResultCode/misuse`` and reads NULL.
///
/// Related SQLite documentation: <https://www.sqlite.org/c3ref/stmt.html>
public final class Statement {
    /// The C object; nil once the connection is closed.
    ///
    /// The functions of SQLite used here all allow a null pointer.
    private(set) var pointer: OpaquePointer?

    /// The connection it was prepared on.
    public let connection: Connection

    /// Takes over a compiled statement.
    init(pointer: OpaquePointer, connection: Connection) {
        self.pointer = pointer
        self.connection = connection
        connection.register(self, pointer)
    }

    deinit {
        guard let pointer else { return }
        connection.unregister(pointer)
        sqlite3_finalize(pointer)
    }

    /// Gives the C object up, for ``Connection/close()``, which then forgets
    /// the statement.
    func finalize() {
        // Finalising repeats the error of the latest step, which has been
        // thrown already.
        sqlite3_finalize(pointer)
        pointer = nil
    }

    /// The SQL it was prepared from, with its placeholders; empty once the
    /// connection is closed.
    public var sql: String {
        guard let pointer, let text = sqlite3_sql(pointer) else { return "" }
        return String(cString: text)
    }

    /// Whether it writes nothing to the file by itself.
    public var isReadOnly: Bool {
        pointer != nil && sqlite3_stmt_readonly(pointer) != 0
    }

    /// Goes on to the next row.
    ///
    /// - Returns: Whether there is one. If not, the statement is done and has
    ///   been reset.
    /// - Throws: ``SQLiteError``; the statement has then been reset.
    public func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(pointer)
        if code == SQLITE_ROW {
            return true
        }
        guard code == SQLITE_DONE else { throw stepFailure(code) }
        try check(sqlite3_reset(pointer))
        return false
    }

    /// Runs it to its end, passing over rows, and resets it: for statements
    /// that write.
    ///
    /// - Throws: ``SQLiteError``; the statement has then been reset.
    public func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Leaves the rows that are still to come, and releases their lock.
    ///
    /// Bindings stay.
    ///
    /// - Throws: ``SQLiteError`` only for what no ``step()`` has reported: a
    ///   statement with RETURNING may be unable to commit. It is reset all the
    ///   same.
    public func reset() throws(SQLiteError) {
        try check(sqlite3_reset(pointer))
    }

    /// Throws what SQLite returned, unless it is OK.
    @inline(__always)
    func check(_ code: CInt) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// The error for a code that SQLite just returned.
    @inline(never)
    private func failure(_ code: CInt) -> SQLiteError {
        connection.error(code, sql: pointer == nil ? nil : sql)
    }

    /// The error of a step, read before the reset that a failed statement
    /// needs, so that it holds no lock.
    @inline(never)
    private func stepFailure(_ code: CInt) -> SQLiteError {
        let error = failure(code)
        // The reset repeats the same error.
        sqlite3_reset(pointer)
        return error
    }
}

@available(*, unavailable)
extension Statement: Sendable {}
