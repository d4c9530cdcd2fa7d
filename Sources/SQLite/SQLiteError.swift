import CSQLite

/// What SQLite refused to do, and why.
///
/// Values bound to a statement never appear in it: file names of people must
/// not leak into logs by way of an error.
public struct SQLiteError: Error, Hashable {
    /// The kind of the error, with its extension.
    public let code: SQLiteResultCode

    /// The reason in English, as `sqlite3_errmsg` words it.
    public let message: String

    /// The text of the statement that failed, with its placeholders; nil when
    /// no statement was involved.
    public let sql: String?

    /// Makes an error, also for users that report a fault of their own in the
    /// same form.
    public init(code: SQLiteResultCode, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }
}

extension SQLiteError: CustomStringConvertible {
    /// What failed, and why: `INSERT INTO image VALUES (?1): UNIQUE constraint
    /// failed: image.id (SQLite error 2067)`.
    ///
    /// Always one line; of longer SQL only the first 100 characters are shown.
    public var description: String {
        "\(what): \(message) (SQLite error \(code.rawValue))"
    }

    private var what: String {
        guard let sql else { return "database" }
        let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 100 ? line.prefix(100) + "…" : line
    }
}
