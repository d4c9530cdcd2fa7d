internal import CSystem
internal import Glibc
public import Listing
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

    let connection: Connection
    // Closed last: closing any descriptor of the file gives up SQLite's own locks on it.
    private let lock: Lock

    /// Where an index is, by identity rather than by path.
    public struct Place: Sendable {
        let folder: FileFacts
        let names: [[UInt8]]
        let path: [UInt8]
        let file: FileIdentity

        /// Whether an item is the index or one of its companions.
        public func contains(_ name: [UInt8], in folder: FileFacts) -> Bool {
            folder.inode == self.folder.inode && folder.device == self.folder.device && names.contains(name)
        }

        /// Why the index cannot be trusted to be found by its path.
        ///
        /// SQLite goes on writing to a file that has no name any more, and opens further
        /// connections to whatever has its name now.
        /// - Returns: ``IndexError/replaced``, or nil if the path still leads to the
        ///   file that is locked.
        public func replacement() -> IndexError? {
            (try? FileIdentity(at: path)) == file ? nil : .replaced
        }

        /// Whether a folder is the one the index is in.
        public func isIn(_ folder: FileFacts) -> Bool {
            folder.inode == self.folder.inode && folder.device == self.folder.device
        }
    }

    /// Opens an index, or makes a new one with mode 0600.
    ///
    /// - Parameter path: The file. Its folder must exist.
    /// - Throws: Why it cannot be used. It is unchanged then.
    public init(_ path: [UInt8]) throws(IndexError) {
        self.path = path
        try Self.checkLength(of: path)
        lock = try Lock(path)
        let header = try IndexHeader(of: lock.file)
        try header.check()
        if header.applicationID == 0 { try UnmarkedFile(path, header: header).check() }
        place = try Place(path, file: lock.identity)
        connection = try indexing { () throws(SQLiteError) in try Connection(path: path, mode: .readWrite) }
        if let error = place.replacement() { throw error }
        connection.busyTimeout = Self.busyTimeout
        try Self.prepare(connection)
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
        // In this order: see `lock`.
        connection.close()
        lock.release()
    }

    deinit {
        close()
    }

    private static func prepare(_ connection: Connection) throws(IndexError) {
        let userVersion = try indexing { () throws(SQLiteError) in
            // 16 KiB: a third less time to write an index than with 4 KiB. Has no effect on one that exists.
            try connection.execute(
                """
                PRAGMA page_size = 16384;
                PRAGMA foreign_keys = ON;
                PRAGMA synchronous = NORMAL;
                PRAGMA cache_size = -8192;
                """
            )
            return try connection.integer("PRAGMA user_version")
        }
        try migrate(connection, from: userVersion)
        try indexing { () throws(SQLiteError) in
            try connection.execute("PRAGMA journal_mode = WAL")
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

/// The lock that keeps two runs apart.
private final class Lock {
    /// Far behind the end of any index and of the bytes SQLite locks.
    private static let offset = 1 << 62

    private(set) var file: Int32
    /// Of the file that is locked.
    let identity: FileIdentity

    init(_ path: [UInt8]) throws(IndexError) {
        file = withCString(path) { imgindex_open_private($0, O_RDWR | O_CREAT | O_NONBLOCK) }
        if file < 0 { throw .cannotOpen(call: "open", reason: systemReason()) }
        Self.letOwnerIn(file)
        do throws(ListingError) {
            identity = try FileIdentity(of: file)
        } catch {
            close(file)
            throw .cannotOpen(call: "\(error.call)", reason: error.reason)
        }
        // A run that was killed a moment ago may still be about to end.
        var triesLeft = 20
        while imgindex_lock(file, Self.offset) != 0 {
            let code = errno
            if (code == EAGAIN || code == EACCES) && triesLeft > 0 {
                triesLeft -= 1
                usleep(50_000)
                continue
            }
            close(file)
            if code == EAGAIN || code == EACCES { throw .busy }
            throw .cannotOpen(call: "lock", reason: systemReason(code))
        }
    }

    /// Gives the owner of a new file the rights that a strict umask took away: SQLite opens it by its path.
    private static func letOwnerIn(_ file: Int32) {
        var status = stat()
        // Whoever could open an empty file without these rights has just made it, or is root.
        guard fstat(file, &status) == 0 && status.st_size == 0 && status.st_mode & 0o600 != 0o600 else { return }
        // If it fails, the next call that opens the file says why.
        fchmod(file, status.st_mode & 0o777 | 0o600)
    }

    func release() {
        guard file >= 0 else { return }
        close(file)
        file = -1
    }

    deinit {
        release()
    }
}

extension IndexFile.Place {
    init(_ path: [UInt8], file: FileIdentity) throws(IndexError) {
        self.path = path
        self.file = file
        let (folder, name) = try Self.resolve(path)
        var facts = imgindex_facts()
        if withCString(folder, { imgindex_statx(AT_FDCWD, $0, &facts) }) != 0 {
            throw .cannotOpen(call: "statx", reason: systemReason())
        }
        self.folder = FileFacts(
            size: 0,
            modified: 0,
            changed: 0,
            inode: Int64(bitPattern: facts.inode),
            device: Int64(bitPattern: facts.device)
        )
        names = ["", "-wal", "-shm", "-journal"].map { name + Array($0.utf8) }
    }

    /// The real folder and name of a file that may be named through links.
    private static func resolve(_ path: [UInt8]) throws(IndexError) -> (folder: [UInt8], name: [UInt8]) {
        guard let real = realPath(path), let slash = real.lastIndex(of: UInt8(ascii: "/")) else {
            throw .cannotOpen(call: "realpath", reason: systemReason())
        }
        return (slash == 0 ? [UInt8(ascii: "/")] : Array(real[..<slash]), Array(real[(slash + 1)...]))
    }
}

/// A path without links, `.` and `..`; nil with `errno` if there is nothing.
func realPath(_ path: [UInt8]) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = withCString(path) { imgindex_realpath($0, &buffer, buffer.count) }
    return count < 0 ? nil : buffer.prefix(count).map(UInt8.init(bitPattern:))
}

extension Connection {
    /// The integer that a query has in its first column and row; 0 if it has none.
    func integer(_ sql: String, _ parameters: [Value] = []) throws(SQLiteError) -> Int64 {
        if case .integer(let number) = try value(sql, parameters) { number } else { 0 }
    }
}
