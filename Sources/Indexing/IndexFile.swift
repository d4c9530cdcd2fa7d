import Listing
import SQLite
import Schema

/// The index file, opened for one run: locked, checked and of the newest version.
///
/// Two runs at once on one file are kept apart by a lock of the open file, which
/// the kernel gives back when the process ends, however it ends. Readers take no
/// part in it. Not `Sendable`: to be used from one queue.
public final class IndexFile {
    /// How long a statement waits for another program that writes to the index, in milliseconds.
    static let busyTimeout = 10_000

    /// How many bytes SQLite takes for an absolute path without links, so that it can add the names of companions.
    static let longestPath = 504

    /// Its path as given.
    public let path: [UInt8]
    /// The folder it is in and what it is called there, so that a walk can leave it out.
    public let place: Place

    /// How long the statements of this one's runs wait.
    var busyTimeout = IndexFile.busyTimeout {
        didSet { connection.busyTimeout = busyTimeout }
    }

    /// The kind of network file system it is on, as in mount(8); nil for a local one.
    ///
    /// A write-ahead log needs memory that processes share, which there is none of on a network: such an index has a
    /// rollback journal. Who reads it and who writes it wait for each other then.
    public let networkKind: String?
    let journal: Journal

    let connection: Connection
    // Closed last: closing any descriptor of the file gives up SQLite's own locks on it.
    private let lock: Lock

    /// Opens an index, or makes a new one with mode 0600.
    ///
    /// - Parameters:
    ///   - path: The file. Its folder must exist.
    ///   - patience: How long to wait for another run to end. Default: a moment, as one that was killed may still be about to end.
    ///   - isStopped: Asked again and again while it waits; true ends the waiting.
    /// - Throws: Why it cannot be used. It is unchanged then.
    public convenience init(
        _ path: [UInt8],
        patience: Duration = .seconds(1),
        isStopped: () -> Bool = { false }
    ) throws(IndexError) {
        try self.init(path, journal: nil, patience: patience, isStopped: isStopped)
    }

    /// How a transaction that breaks off is undone.
    enum Journal {
        /// `journal_mode = WAL`.
        case writeAhead
        /// `journal_mode = TRUNCATE`.
        case rollback
    }

    /// Opens an index.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - journal: Nil: what goes with its file system.
    ///   - patience: How long to wait for another run.
    ///   - isStopped: Asked while it waits.
    /// - Throws: Why it cannot be used.
    init(
        _ path: [UInt8],
        journal: Journal?,
        patience: Duration = .seconds(1),
        isStopped: () -> Bool = { false }
    ) throws(IndexError) {
        self.path = path
        try Self.checkLength(of: path)
        lock = try Lock(path, patience: patience, isStopped: isStopped)
        networkKind = Listing.networkKind(of: lock.file)
        self.journal = journal ?? (networkKind == nil ? .writeAhead : .rollback)
        let header = try IndexHeader(of: lock.file)
        try header.check()
        if header.applicationID == 0 { try UnmarkedFile(path, header: header).check() }
        place = try Place(path, file: lock.identity)
        connection = try indexing { () throws(SQLiteError) in try Connection(path: path, mode: .readWrite) }
        if let error = place.replacement() { throw error }
        connection.busyTimeout = Self.busyTimeout
        try Self.prepare(connection, self.journal)
    }

    /// Refuses a path that is too long for SQLite; nothing need be there yet.
    ///
    /// - Parameter path: The path of an index or of a file to be.
    /// - Throws: ``IndexError/tooLong(_:)``.
    public static func checkLength(of path: [UInt8]) throws(IndexError) {
        let count = vanishedRootPath(path)?.count ?? 0
        if count > longestPath { throw .tooLong(count) }
    }

    /// Writes the log back into the file, closes it and gives the lock back.
    ///
    /// The index is not to be used afterwards.
    public func close() {
        if !connection.isClosed && place.replacement() != nil {
            // SQLite leaves the log of a file that it does not find by its path. Another file that has the
            // path now would be overwritten with it. What fails here has no remedy.
            _ = try? connection.checkpoint(.truncate)
        }
        // Nothing is to lie beside an index that nobody uses.
        if journal == .rollback && !connection.isClosed { _ = try? connection.execute("PRAGMA journal_mode = DELETE") }
        // In this order: see `lock`.
        connection.close()
        lock.release()
    }

    deinit {
        close()
    }

    private static func prepare(_ connection: Connection, _ journal: Journal) throws(IndexError) {
        let userVersion = try indexing { () throws(SQLiteError) in
            // 16 KiB: a third less time to write an index than with 4 KiB. Has no effect on one that exists.
            try connection.execute(
                """
                PRAGMA page_size = 16384;
                PRAGMA synchronous = NORMAL;
                PRAGMA cache_size = -8192;
                """
            )
            if journal == .rollback {
                // Who has the file for itself needs no shared memory for a log that may still be there.
                try connection.execute(
                    """
                    PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA journal_mode = TRUNCATE;
                    PRAGMA locking_mode = NORMAL;
                    """
                )
            }
            // The lock goes with the first statement that reads.
            return try connection.integer("PRAGMA user_version")
        }
        // Foreign keys are not enforced while tables are made anew, as SQLite tells to do it; whatever the build's default.
        try indexing { () throws(SQLiteError) in try connection.execute("PRAGMA foreign_keys = OFF") }
        try migrate(connection, from: userVersion)
        try indexing { () throws(SQLiteError) in
            try connection.execute("PRAGMA foreign_keys = ON")
            if journal == .writeAhead { try connection.execute("PRAGMA journal_mode = WAL") }
        }
    }

    /// Brings an index to the newest version, each step in a transaction of its own.
    private static func migrate(_ connection: Connection, from found: Int64) throws(IndexError) {
        if found == 0 {
            let tables = try indexing { () throws(SQLiteError) in
                try connection.integer("SELECT count(*) FROM sqlite_schema")
            }
            if tables > 0 { throw .foreign("it is an SQLite file with tables of something else") }
        }
        // Again: the header that was looked at may be older than what is in the log.
        try IndexHeader.check(version: found)
        for version in found..<Schema.version {
            try indexing { () throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    try connection.execute(Schema.migrations[Int(version)])
                    // Neither takes a bound parameter.
                    try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
                    try connection.execute("PRAGMA user_version = \(version + 1)")
                }
            }
        }
    }
}
