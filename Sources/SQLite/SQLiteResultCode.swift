import CSQLite

/// A result code of SQLite: primary, such as ``constraint``, or extended, such
/// as ``constraintUnique``.
///
/// Two codes are `==` only if they are the same number. To ask whether a code
/// is of a kind, match it in a `switch` or with `~=`: a primary code as the
/// pattern also matches all its extended codes.
///
/// Related SQLite documentation: <https://www.sqlite.org/rescode.html>
public struct SQLiteResultCode: RawRepresentable, Hashable, Sendable {
    /// The number SQLite gave, extended codes included.
    public let rawValue: CInt

    /// Makes a code from any number of SQLite; unknown numbers are kept as they
    /// are.
    public init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// The code without its extension: the lowest 8 bits.
    public var primary: SQLiteResultCode {
        SQLiteResultCode(rawValue: rawValue & 0xFF)
    }

    /// Whether `code` is `pattern` or, when `pattern` is a primary code, one of
    /// its extended codes.
    public static func ~= (pattern: SQLiteResultCode, code: SQLiteResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }
}

extension SQLiteResultCode: CustomStringConvertible {
    /// What SQLite calls the code in English, and its number: `database is
    /// locked (5)`.
    public var description: String {
        guard let text = sqlite3_errstr(rawValue) else { return "unknown error (\(rawValue))" }
        return "\(String(cString: text)) (\(rawValue))"
    }
}

extension SQLiteResultCode {
    /// It worked.
    public static let ok = SQLiteResultCode(rawValue: SQLITE_OK)
    /// A generic error, most often wrong SQL.
    public static let error = SQLiteResultCode(rawValue: SQLITE_ERROR)
    /// The file may not be accessed as asked.
    public static let permission = SQLiteResultCode(rawValue: SQLITE_PERM)
    /// A callback or a rollback stopped the operation.
    public static let abort = SQLiteResultCode(rawValue: SQLITE_ABORT)
    /// Another connection holds a lock on the file; trying again later may
    /// work.
    public static let busy = SQLiteResultCode(rawValue: SQLITE_BUSY)
    /// This connection itself, or one that shares its cache, holds a lock on a
    /// table.
    public static let locked = SQLiteResultCode(rawValue: SQLITE_LOCKED)
    /// Memory ran out.
    public static let noMemory = SQLiteResultCode(rawValue: SQLITE_NOMEM)
    /// A write to what may only be read.
    public static let readOnly = SQLiteResultCode(rawValue: SQLITE_READONLY)
    /// The operation was interrupted.
    public static let interrupted = SQLiteResultCode(rawValue: SQLITE_INTERRUPT)
    /// The operating system reported an error of input or output.
    public static let ioError = SQLiteResultCode(rawValue: SQLITE_IOERR)
    /// The content of the file is damaged.
    public static let corrupt = SQLiteResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk is full, or the file has reached `PRAGMA max_page_count`.
    public static let full = SQLiteResultCode(rawValue: SQLITE_FULL)
    /// The file can't be opened.
    public static let cantOpen = SQLiteResultCode(rawValue: SQLITE_CANTOPEN)
    /// The tables changed under the statement, again and again.
    public static let schema = SQLiteResultCode(rawValue: SQLITE_SCHEMA)
    /// A text or blob is longer than SQLite allows (1,000,000,000 bytes by
    /// default).
    public static let tooBig = SQLiteResultCode(rawValue: SQLITE_TOOBIG)
    /// A constraint of the tables refused the change.
    public static let constraint = SQLiteResultCode(rawValue: SQLITE_CONSTRAINT)
    /// A value has a type that can't be stored there.
    public static let mismatch = SQLiteResultCode(rawValue: SQLITE_MISMATCH)
    /// The interface was used wrongly, for example after a close.
    public static let misuse = SQLiteResultCode(rawValue: SQLITE_MISUSE)
    /// The index of a parameter or column is out of range.
    public static let range = SQLiteResultCode(rawValue: SQLITE_RANGE)
    /// The file is not an SQLite database.
    public static let notADatabase = SQLiteResultCode(rawValue: SQLITE_NOTADB)
}

extension SQLiteResultCode {
    /// A process that crashed left a write-ahead log, and another connection is
    /// recovering it.
    public static let busyRecovery = extended(SQLITE_BUSY, 1)
    /// A reader wants to write, but its snapshot is no longer the newest: only
    /// a new transaction helps.
    public static let busySnapshot = extended(SQLITE_BUSY, 2)
    /// A program that was killed left a journal, and whoever may only read cannot
    /// roll it back.
    public static let readOnlyRollback = extended(SQLITE_READONLY, 3)
    /// A CHECK constraint failed.
    public static let constraintCheck = extended(SQLITE_CONSTRAINT, 1)
    /// A STRICT table refused the type of a value.
    public static let constraintDataType = extended(SQLITE_CONSTRAINT, 12)
    /// A foreign key constraint failed.
    public static let constraintForeignKey = extended(SQLITE_CONSTRAINT, 3)
    /// A NOT NULL constraint failed.
    public static let constraintNotNull = extended(SQLITE_CONSTRAINT, 5)
    /// A PRIMARY KEY constraint failed.
    public static let constraintPrimaryKey = extended(SQLITE_CONSTRAINT, 6)
    /// A UNIQUE constraint failed.
    public static let constraintUnique = extended(SQLITE_CONSTRAINT, 8)

    // Swift does not import the macros of the extended codes, which are
    // expressions of this form.
    private static func extended(_ primary: CInt, _ number: CInt) -> SQLiteResultCode {
        SQLiteResultCode(rawValue: primary | number << 8)
    }
}
