import CSQLite

extension Statement {
    /// How long bound bytes stay where they are.
    public enum Lifetime: Sendable, Hashable {
        /// SQLite copies them before `bind` returns: nothing to take care of.
        case copied

        /// The caller keeps them, unchanged, until ``step()`` returns false or
        /// throws, or ``run()`` or ``reset()`` returns, **and binds the
        /// parameter anew (or ``clearBindings()``) before the next step**.
        /// Spares a copy.
        case untilReset
    }

    /// How many parameters it has: the highest index that can be bound.
    public var parameterCount: Int {
        Int(sqlite3_bind_parameter_count(pointer))
    }

    /// Binds an integer.
    ///
    /// - Parameters:
    ///   - index: The parameter, from 1.
    ///   - value: Any value of 64 bits.
    /// - Throws: ``SQLiteResultCode/range`` for an index outside,
    ///   ``SQLiteResultCode/misuse`` in the middle of rows.
    public func bind(_ index: Int, _ value: Int64) throws(SQLiteError) {
        try check(sqlite3_bind_int64(pointer, parameter(index), value))
    }

    /// Binds an integer, or NULL for nil.
    ///
    /// - Throws: As ``bind(_:_:)-(_,Int64)``.
    public func bind(_ index: Int, _ value: Int64?) throws(SQLiteError) {
        if let value {
            try check(sqlite3_bind_int64(pointer, parameter(index), value))
        } else {
            try check(sqlite3_bind_null(pointer, parameter(index)))
        }
    }

    /// Binds a floating point number; NaN becomes NULL.
    ///
    /// - Throws: As ``bind(_:_:)-(_,Int64)``.
    public func bind(_ index: Int, real value: Double) throws(SQLiteError) {
        try check(sqlite3_bind_double(pointer, parameter(index), value))
    }

    /// Binds NULL.
    ///
    /// - Throws: As ``bind(_:_:)-(_,Int64)``.
    public func bind(null index: Int) throws(SQLiteError) {
        try check(sqlite3_bind_null(pointer, parameter(index)))
    }

    /// Binds bytes as TEXT, exactly as they are: SQLite checks no UTF-8 and
    /// keeps a NUL inside.
    ///
    /// Functions of SQL may read a text only up to its NUL, and do anything
    /// with bytes that are not UTF-8. Whoever wants texts to be texts checks
    /// the bytes before and binds others as a blob.
    ///
    /// - Parameters:
    ///   - index: The parameter, from 1.
    ///   - text: The bytes; without any it is the empty text, not NULL.
    ///   - lifetime: Whether SQLite copies them (default) or relies on the
    ///     caller.
    /// - Throws: As ``bind(_:_:)-(_,Int64)``, and ``SQLiteResultCode/tooBig``.
    public func bind(
        _ index: Int,
        text: UnsafeRawBufferPointer,
        lifetime: Lifetime = .copied
    ) throws(SQLiteError) {
        let destructor = lifetime == .copied ? csqlite_transient() : nil
        guard let base = text.assumingMemoryBound(to: CChar.self).baseAddress else {
            // A null pointer would bind NULL.
            return try check(sqlite3_bind_text64(pointer, parameter(index), "", 0, csqlite_transient(), encoding))
        }
        let count = sqlite3_uint64(text.count)
        try check(sqlite3_bind_text64(pointer, parameter(index), base, count, destructor, encoding))
    }

    /// Binds bytes as BLOB.
    ///
    /// - Parameters:
    ///   - index: The parameter, from 1.
    ///   - blob: The bytes; without any it is the empty blob, not NULL.
    ///   - lifetime: Whether SQLite copies them (default) or relies on the
    ///     caller.
    /// - Throws: As ``bind(_:_:)-(_,Int64)``, and ``SQLiteResultCode/tooBig``.
    public func bind(
        _ index: Int,
        blob: UnsafeRawBufferPointer,
        lifetime: Lifetime = .copied
    ) throws(SQLiteError) {
        let destructor = lifetime == .copied ? csqlite_transient() : nil
        guard let base = blob.baseAddress else {
            // A null pointer would bind NULL.
            return try check(sqlite3_bind_zeroblob(pointer, parameter(index), 0))
        }
        try check(sqlite3_bind_blob64(pointer, parameter(index), base, sqlite3_uint64(blob.count), destructor))
    }

    /// Binds a copy of a string as TEXT.
    ///
    /// - Throws: As ``bind(_:text:lifetime:)``.
    public func bind(_ index: Int, text: String) throws(SQLiteError) {
        let parameter = parameter(index)
        var text = text
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                // Without bytes the pointer may be null, which would bind NULL.
                let base = bytes.baseAddress
                let count = sqlite3_uint64(bytes.count)
                return base == nil
                    ? sqlite3_bind_text64(pointer, parameter, "", 0, csqlite_transient(), encoding)
                    : sqlite3_bind_text64(pointer, parameter, base, count, csqlite_transient(), encoding)
            }
        }
        try check(code)
    }

    /// Binds a copy of an array as TEXT.
    ///
    /// - Throws: As ``bind(_:text:lifetime:)``.
    public func bind(_ index: Int, text: [UInt8]) throws(SQLiteError) {
        try text.withUnsafeBufferPointer { bytes throws(SQLiteError) in
            try bind(index, text: UnsafeRawBufferPointer(bytes))
        }
    }

    /// Binds a copy of an array as BLOB.
    ///
    /// - Throws: As ``bind(_:blob:lifetime:)``.
    public func bind(_ index: Int, blob: [UInt8]) throws(SQLiteError) {
        try blob.withUnsafeBufferPointer { bytes throws(SQLiteError) in
            try bind(index, blob: UnsafeRawBufferPointer(bytes))
        }
    }

    /// Binds a copy of a value of any type.
    ///
    /// - Throws: As the function for its type.
    public func bind(_ index: Int, value: Value) throws(SQLiteError) {
        switch value {
        case .null: try bind(null: index)
        case .integer(let value): try bind(index, value)
        case .real(let value): try bind(index, real: value)
        case .text(let value): try bind(index, text: value)
        case .bytes(let value): try bind(index, blob: value)
        }
    }

    /// Binds copies of values to all parameters, in order.
    ///
    /// - Throws: ``SQLiteResultCode/range`` if they are not exactly
    ///   ``parameterCount``; else as the single functions.
    public func bind(_ values: [Value]) throws(SQLiteError) {
        guard values.count == parameterCount || pointer == nil else {
            let message = "\(values.count) values for \(parameterCount) parameters"
            throw SQLiteError(code: .range, message: message, sql: sql)
        }
        for (position, value) in values.enumerated() {
            try bind(position + 1, value: value)
        }
    }

    /// Binds NULL to all parameters, and forgets bytes bound with
    /// ``Lifetime/untilReset``.
    public func clearBindings() {
        guard let pointer else { return }
        sqlite3_clear_bindings(pointer)
    }

    /// An index as SQLite wants it; what no CInt holds becomes 0, which SQLite
    /// refuses with RANGE.
    @inline(__always)
    private func parameter(_ index: Int) -> CInt {
        index > 0 && index <= Int(CInt.max) ? CInt(truncatingIfNeeded: index) : 0
    }

    @inline(__always)
    private var encoding: UInt8 { UInt8(truncatingIfNeeded: SQLITE_UTF8) }
}
