import CSQLite

extension Connection {
    /// Compiles one SQL statement.
    ///
    /// Costs some microseconds to tens of them: prepare once, run often.
    ///
    /// Related SQLite documentation:
    /// <https://www.sqlite.org/c3ref/prepare.html>
    ///
    /// - Parameters:
    ///   - sql: One statement, without NUL. White space and comments around it
    ///     are fine.
    ///   - persistent: Whether the statement will be kept and used often
    ///     (default); SQLite then spares its small, fast memory for others.
    /// - Returns: The statement, which keeps this connection alive.
    /// - Throws: ``SQLiteError`` for wrong SQL, and with
    ///   ``SQLiteResultCode/misuse`` if `sql` holds no statement, more than
    ///   one, or a NUL.
    public func prepare(_ sql: String, persistent: Bool = true) throws(SQLiteError) -> Statement {
        let text = try checked(Array(sql.utf8))
        let (pointer, next) = try compile(text, from: 0, persistent: persistent)
        guard let pointer else {
            throw SQLiteError(code: .misuse, message: "the SQL holds no statement", sql: sql)
        }
        let statement = Statement(pointer: pointer, connection: self)
        guard next == text.count || isBlank(text, from: next) else {
            throw SQLiteError(code: .misuse, message: "the SQL holds more than one statement", sql: sql)
        }
        return statement
    }

    /// Runs SQL without parameters, any number of statements one after the
    /// other; rows are passed over.
    ///
    /// Stops at the first error. What ran before it stays done, unless the
    /// caller has begun a transaction.
    ///
    /// - Throws: ``SQLiteError`` with the text of the statement that failed, or
    ///   the text from there on if it can't be compiled.
    public func execute(_ sql: String) throws(SQLiteError) {
        try execute(Array(sql.utf8))
    }

    /// Runs SQL given as bytes of UTF-8, as ``execute(_:)-(String)`` does.
    ///
    /// - Throws: As ``execute(_:)-(String)``.
    public func execute(_ sql: [UInt8]) throws(SQLiteError) {
        let text = try checked(sql)
        var start = 0
        while start < text.count {
            let (pointer, next) = try compile(text, from: start, persistent: false)
            if let pointer {
                try Statement(pointer: pointer, connection: self).run()
            }
            start = next
        }
    }

    /// The text if it has no NUL: SQLite would silently stop there.
    private func checked(_ sql: [UInt8]) throws(SQLiteError) -> [UInt8] {
        guard sql.contains(0) else { return sql }
        throw SQLiteError(code: .misuse, message: "the SQL contains a NUL", sql: String(decoding: sql, as: UTF8.self))
    }

    /// Whether nothing but white space and comments follows.
    private func isBlank(_ sql: [UInt8], from start: Int) -> Bool {
        var next = start
        while next < sql.count {
            // Only white space and comments compile to nothing. What can't be
            // compiled is more than that: its own error is of no interest, as
            // it may come from the statement before not having run.
            guard let rest = try? compile(sql, from: next, persistent: false) else { return false }
            guard rest.pointer == nil else {
                sqlite3_finalize(rest.pointer)
                return false
            }
            next = rest.next
        }
        return true
    }

    /// Compiles the first statement found from `start` on.
    ///
    /// - Returns: The statement, which the caller must finalise, or nil for a
    ///   blank one; and where the next one starts.
    /// - Throws: What SQLite says of the SQL.
    private func compile(
        _ sql: [UInt8],
        from start: Int,
        persistent: Bool
    ) throws(SQLiteError) -> (pointer: OpaquePointer?, next: Int) {
        let flags = persistent ? CUnsignedInt(SQLITE_PREPARE_PERSISTENT) : 0
        var pointer: OpaquePointer?
        var next = sql.count
        // A length that no CInt holds is far above the limit of SQLite, which
        // answers TOOBIG for the clamped one.
        let code = sql.withUnsafeBytes { bytes in
            let text = bytes.assumingMemoryBound(to: CChar.self)
            var tail: UnsafePointer<CChar>?
            let first = text.baseAddress.map { $0 + start }
            let count = CInt(clamping: text.count - start)
            let code = sqlite3_prepare_v3(handle, first, count, flags, &pointer, &tail)
            if let tail, let base = text.baseAddress {
                next = tail - base
            }
            return code
        }
        guard code == SQLITE_OK else {
            throw error(code, sql: String(decoding: sql[start...], as: UTF8.self))
        }
        return (pointer, next)
    }
}
