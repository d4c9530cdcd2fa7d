extension Connection {
    /// Runs one statement with parameters and hands over its rows, for tests,
    /// settings and status output.
    ///
    /// Compiles the SQL anew each time; in a hot path
    /// ``prepare(_:persistent:)`` it once.
    ///
    ///     try connection.query("SELECT id FROM image WHERE name = ?1", ["a.jpg"]) { row in
    ///         ids.append(row.int64(at: 0))
    ///     }
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - parameters: The values of `?1`, `?2`, …: exactly as many as the
    ///     statement has.
    ///   - row: Called once for each row, in order. It reads the columns and
    ///     must not step or reset the statement.
    /// - Throws: ``SQLiteError`` of the statement, with
    ///   ``SQLiteResultCode/range`` for a wrong number of parameters; or what
    ///   `row` throws, which ends the query.
    public func query(
        _ sql: String,
        _ parameters: [Value] = [],
        row: (Statement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let statement = try prepare(sql, persistent: false)
        try statement.bind(parameters)
        while try statement.step() {
            try row(statement)
        }
    }

    /// Runs one statement with parameters to its end; rows are passed over.
    ///
    /// - Throws: As ``query(_:_:row:)``.
    public func run(_ sql: String, _ parameters: [Value] = []) throws(SQLiteError) {
        try query(sql, parameters) { _ in }
    }

    /// The first column of the first row, or nil if there is no row.
    ///
    /// The statement runs to its end.
    ///
    /// - Throws: As ``query(_:_:row:)``.
    public func value(_ sql: String, _ parameters: [Value] = []) throws(SQLiteError) -> Value? {
        var first: Value?
        try query(sql, parameters) { row in
            if first == nil {
                first = row.value(at: 0)
            }
        }
        return first
    }
}
