import CSQLite

/// One connection to an SQLite file.
///
/// Not `Sendable` on purpose: a connection and its statements belong to one
/// serial queue or one mutex, whose owner sees to it that only one thread at a
/// time uses them. That is why SQLite is opened without its own mutexes
/// (NOMUTEX).
///
/// Related SQLite documentation: <https://www.sqlite.org/threadsafe.html>
public final class Connection {
    /// How a file is opened.
    public enum Mode: Sendable, Hashable {
        /// The file must exist and is only read. Beside a file in WAL mode,
        /// SQLite may still make `-wal` and `-shm`.
        case readOnly

        /// The file must exist, is only read, and *nobody changes it while it
        /// is open*: nothing is locked, nothing is made beside it, and a `-wal`
        /// beside it is ignored. A change meanwhile gives wrong rows or errors.
        case readOnlyImmutable

        /// The file must exist and must be writable: unlike SQLite, which would
        /// fall back to reading.
        case readWrite

        /// As ``readWrite``, but a file that does not exist is made.
        case readWriteCreate
    }

    /// Done once a process.
    ///
    /// If somebody else used SQLite first it does nothing, which costs only time.
    private static let hasStoppedStatistics = csqlite_stop_memory_statistics() == SQLITE_OK

    /// The C object; nil once closed.
    private(set) var handle: OpaquePointer?

    /// The statements that are not finalised, without keeping them alive: each
    /// takes itself out before it dies.
    private var statements: [OpaquePointer: Unmanaged<Statement>] = [:]

    /// How long a statement waits for a lock of another connection, in
    /// milliseconds, before it throws ``SQLiteResultCode/busy``.
    ///
    /// 0 (default): it does not wait. Negative values count as 0. The waiting
    /// blocks the thread. It does not help a transaction that has read and then
    /// wants to write (``SQLiteResultCode/busySnapshot``): begin those
    /// ``TransactionKind/immediate``.
    ///
    /// Related SQLite documentation:
    /// <https://www.sqlite.org/c3ref/busy_timeout.html>
    public var busyTimeout: Int = 0 {
        didSet {
            guard let handle else { return }
            sqlite3_busy_timeout(handle, CInt(clamping: max(0, busyTimeout)))
        }
    }

    /// Opens a file.
    ///
    /// SQLite reads the file later, with the first statement: that one throws
    /// ``SQLiteResultCode/notADatabase`` for a foreign file.
    ///
    /// Related SQLite documentation: <https://www.sqlite.org/c3ref/open.html>
    ///
    /// - Parameters:
    ///   - path: The file name, not empty, without NUL, and taken literally:
    ///     `?`, `%`, `file:` and `:memory:` have no meaning, and it need not be
    ///     UTF-8. SQLite allows 504 bytes for the absolute name, links
    ///     resolved.
    ///   - mode: Whether it is written, and whether it may be made.
    /// - Throws: ``SQLiteResultCode/cantOpen`` for a name or a file that can't
    ///   be opened, and ``SQLiteResultCode/readOnly`` for a file that was to be
    ///   written and may only be read.
    public init(path: [UInt8], mode: Mode) throws(SQLiteError) {
        guard !path.isEmpty, !path.contains(0) else {
            throw SQLiteError(code: .cantOpen, message: "the file name is empty or contains a NUL")
        }
        _ = Self.hasStoppedStatistics
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch mode {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readOnlyImmutable: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .readWriteCreate: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        let name = mode == .readOnlyImmutable ? FileName.immutableURI(path) : FileName.literal(path)
        let code = (name + [0]).withUnsafeBytes { bytes in
            sqlite3_open_v2(bytes.assumingMemoryBound(to: CChar.self).baseAddress, &handle, flags, nil)
        }
        guard code == SQLITE_OK else {
            let failure = error(code)
            close()
            throw failure
        }
        let isWritable = mode == .readWrite || mode == .readWriteCreate
        guard !isWritable || sqlite3_db_readonly(handle, "main") == 0 else {
            close()
            throw SQLiteError(code: .readOnly, message: "the file is write-protected")
        }
    }

    deinit {
        close()
    }

    /// Whether ``close()`` has been called.
    public var isClosed: Bool { handle == nil }

    /// Closes the file and finalises the statements; a transaction that is open
    /// is rolled back.
    ///
    /// A second call does nothing. Later calls of the connection or its
    /// statements throw ``SQLiteResultCode/misuse`` or answer 0, false or NULL.
    /// The last connection to a file in WAL mode also checkpoints and removes
    /// its log; SQLite reports no failure of that, and none loses data. Without
    /// a call, the connection closes when the last reference to it and to its
    /// statements is gone.
    ///
    /// Related SQLite documentation: <https://www.sqlite.org/c3ref/close.html>
    public func close() {
        for statement in statements.values {
            statement.takeUnretainedValue().finalize()
        }
        statements = [:]
        // Nothing is left that could make SQLite refuse: close_v2 can only
        // answer OK.
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Notes a statement, for ``close()``.
    func register(_ statement: Statement, _ pointer: OpaquePointer) {
        statements[pointer] = .passUnretained(statement)
    }

    /// Forgets a statement that is about to be finalised.
    func unregister(_ pointer: OpaquePointer) {
        statements[pointer] = nil
    }

    /// The error for a code that SQLite just returned.
    func error(_ code: CInt, sql: String? = nil) -> SQLiteError {
        // SQLite keeps the message of its latest code only, and none for a null
        // pointer: then the code's own text is true.
        let isLatest = handle != nil && sqlite3_extended_errcode(handle) == code
        let text = isLatest ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
        let message = handle == nil ? "the connection is closed" : text.map { String(cString: $0) } ?? "no message"
        return SQLiteError(code: SQLiteResultCode(rawValue: code), message: message, sql: sql)
    }
}

@available(*, unavailable)
extension Connection: Sendable {}
