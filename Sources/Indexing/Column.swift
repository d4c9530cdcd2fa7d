import SQLite

/// A value of a row of one of the views, with its column's name.
public struct Column: Equatable, Sendable {
    /// What the value is.
    public enum Content: Equatable, Sendable {
        /// NULL.
        case null
        /// An integer.
        case integer(Int64)
        /// A number with a fraction.
        case real(Double)
        /// Text, or the bytes of a name that is not text.
        case bytes([UInt8])
    }

    /// The column's name.
    public let name: String
    /// The value.
    public let content: Content
}

extension Statement {
    /// The current row with the names of its columns.
    func columns() -> [Column] {
        (0..<columnCount).map { index in
            let content: Column.Content =
                switch type(at: index) {
                case .null: .null
                case .integer: .integer(int64(at: index))
                case .real: .real(double(at: index))
                case .text, .blob: .bytes(bytes(at: index))
                }
            return Column(name: columnName(at: index) ?? "", content: content)
        }
    }
}
