import SQLite

extension Connection {
    /// The integer that a query has in its first column and row; 0 if it has none.
    func integer(_ sql: String, _ parameters: [Value] = []) throws(SQLiteError) -> Int64 {
        if case .integer(let number) = try value(sql, parameters) { number } else { 0 }
    }
}
