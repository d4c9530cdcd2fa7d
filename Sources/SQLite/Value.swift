/// One value of SQLite, of any of its five types.
///
/// For tests, status output and other places where speed is of no concern: a
/// text or a blob is copied. Hot paths bind and read with the typed functions
/// of ``Statement``.
public enum Value: Sendable {
    /// NULL.
    case null
    /// A signed integer of 64 bits.
    case integer(Int64)
    /// A floating point number of 64 bits. NaN is stored as NULL.
    case real(Double)
    /// A TEXT.
    case text(String)
    /// A BLOB.
    case bytes([UInt8])
}

extension Value: Equatable {
    /// Whether two values have the same type and content; texts are compared
    /// byte for byte, as SQLite does.
    ///
    /// `String ==` would hold two names for one that differ in their bytes
    /// (composed and decomposed letters).
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.null, _), (.integer, _), (.real, _), (.text, _), (.bytes, _): false
        }
    }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    /// Makes an ``integer(_:)``.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Makes a ``text(_:)``.
    public init(stringLiteral value: String) {
        self = .text(value)
    }

    /// Makes a ``null``.
    public init(nilLiteral: ()) {
        self = .null
    }
}

/// The type in which SQLite stores a value.
///
/// Related SQLite documentation: <https://www.sqlite.org/datatype3.html>
public enum ValueType: Sendable, Hashable {
    /// NULL.
    case null
    /// INTEGER: signed, 64 bits.
    case integer
    /// REAL: floating point, 64 bits.
    case real
    /// TEXT.
    case text
    /// BLOB.
    case blob
}
