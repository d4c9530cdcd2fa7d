import SQLite

/// Whether bytes are valid UTF-8.
///
/// - Complexity: O(n); eight bytes a step as long as they are ASCII.
func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { return String(validating: bytes, as: UTF8.self) != nil }
        position += 8
    }
    while position < bytes.count {
        if bytes[position] & 0x80 != 0 { return String(validating: bytes, as: UTF8.self) != nil }
        position += 1
    }
    return true
}

extension Statement {
    /// Binds a name or path: as TEXT if it is valid UTF-8, as BLOB if not.
    ///
    /// The bytes must stay where they are until the statement was run.
    func bind(name index: Int, _ bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
        try bind(name: index, bytes, isText: isUTF8(bytes))
    }

    /// Binds a name or path of which is known whether it is valid UTF-8.
    ///
    /// The bytes must stay where they are until the statement was run.
    func bind(name index: Int, _ bytes: UnsafeRawBufferPointer, isText: Bool) throws(SQLiteError) {
        if isText {
            try bind(index, text: bytes, lifetime: .untilReset)
        } else {
            try bind(index, blob: bytes, lifetime: .untilReset)
        }
    }

    /// Binds a name or path: as TEXT if it is valid UTF-8, as BLOB if not.
    func bind(name index: Int, _ bytes: [UInt8]) throws(SQLiteError) {
        if bytes.withUnsafeBytes(isUTF8) {
            try bind(index, text: bytes)
        } else {
            try bind(index, blob: bytes)
        }
    }
}

extension Value {
    /// A name or path as it is stored: as TEXT if it is valid UTF-8, as BLOB if not.
    init(name bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = .text(text)
        } else {
            self = .bytes(bytes)
        }
    }
}
