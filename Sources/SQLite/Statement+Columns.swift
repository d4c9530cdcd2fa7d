import CSQLite

/// Reading the row that ``step()`` found. Columns count from 0.
///
/// A column outside, or read when no row is there, is NULL. Reading a value as
/// another type converts it by the rules of SQL, and ``type(at:)`` is only
/// meaningful before such a conversion: ask for the type first.
///
/// Related SQLite documentation:
/// <https://www.sqlite.org/c3ref/column_blob.html>
extension Statement {
    /// How many columns its rows have; 0 for a statement without rows.
    public var columnCount: Int {
        Int(sqlite3_column_count(pointer))
    }

    /// The name of a column: what AS says, else what SQLite chooses.
    ///
    /// Nil for a column outside.
    public func columnName(at column: Int) -> String? {
        guard let pointer, let name = sqlite3_column_name(pointer, index(column)) else { return nil }
        return String(cString: name)
    }

    /// The type in which the value is stored.
    public func type(at column: Int) -> ValueType {
        switch sqlite3_column_type(pointer, index(column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// Whether the value is NULL.
    public func isNull(at column: Int) -> Bool {
        sqlite3_column_type(pointer, index(column)) == SQLITE_NULL
    }

    /// The value as an integer; 0 for NULL.
    public func int64(at column: Int) -> Int64 {
        sqlite3_column_int64(pointer, index(column))
    }

    /// The value as an integer; nil for NULL.
    public func optionalInt64(at column: Int) -> Int64? {
        isNull(at: column) ? nil : int64(at: column)
    }

    /// The value as a floating point number; 0 for NULL.
    public func double(at column: Int) -> Double {
        sqlite3_column_double(pointer, index(column))
    }

    /// The value as a string; empty for NULL.
    ///
    /// Bytes that are not UTF-8 are replaced by U+FFFD: for people's eyes.
    /// ``bytes(at:)`` gives what is stored.
    public func text(at column: Int) -> String {
        withBytes(at: column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A copy of the bytes of a TEXT or BLOB, exactly as stored (a TEXT in
    /// UTF-8); empty for NULL.
    public func bytes(at column: Int) -> [UInt8] {
        withBytes(at: column) { [UInt8]($0) }
    }

    /// The bytes of a TEXT or BLOB, exactly as stored (a TEXT in UTF-8),
    /// without a copy; none for NULL.
    ///
    /// - Parameters:
    ///   - column: The column, from 0.
    ///   - body: Called exactly once, with bytes that are valid only during the
    ///     call, and only as long as it neither steps nor resets the statement,
    ///     nor reads the same column.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    @inlinable
    public func withBytes<Result, Failure>(
        at column: Int,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(columnBytes(column))
    }

    /// A copy of the value, in the type in which it is stored; a TEXT as
    /// ``text(at:)``.
    public func value(at column: Int) -> Value {
        switch type(at: column) {
        case .null: .null
        case .integer: .integer(int64(at: column))
        case .real: .real(double(at: column))
        case .text: .text(text(at: column))
        case .blob: .bytes(bytes(at: column))
        }
    }

    /// The bytes of a column where SQLite holds them.
    @usableFromInline
    func columnBytes(_ column: Int) -> UnsafeRawBufferPointer {
        // The count first: it converts a number, or a text of a UTF-16 file, to
        // UTF-8. The pointer asked for afterwards is that of the result; the
        // other way round it could be stale. It is null for no bytes and for no
        // memory.
        let count = Int(sqlite3_column_bytes(pointer, index(column)))
        guard let base = sqlite3_column_blob(pointer, index(column)) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: base, count: count)
    }

    /// An index as SQLite wants it; what no CInt holds becomes -1, for which
    /// SQLite gives NULL.
    @inline(__always)
    private func index(_ column: Int) -> CInt {
        CInt(exactly: column) ?? -1
    }
}
