internal import Glibc
import Listing
import SQLite
import Schema

/// An index opened for looking into it: nothing is written, nothing is made.
public final class IndexReader {
    /// What is told of one root.
    public struct Root: Equatable, Sendable {
        /// Its path.
        public let path: [UInt8]
        /// The root it is inside of, if it is.
        public let outer: [UInt8]?
        /// Present images in it and all below.
        public let images: Int64
        /// Their bytes.
        public let bytes: Int64
        /// What became of its top folder in the last run that came to it.
        public let status: String
        /// The row of `last_run`, if a run has ended.
        public let lastRun: [Column]
        /// Images in it that are held.
        public let heldImages: Int64
        /// The folder that was not listed for longest, if that was before the last run that ended.
        public let oldest: Oldest?
        /// The number of runs that were killed or are under way, after the last that ended.
        public let unendedRuns: Int64
    }

    /// A row of `problems`.
    public struct Problem: Equatable, Sendable {
        /// What it concerns: `root`, `folder`, `image` or `line`.
        public let what: String
        /// Where.
        public let path: [UInt8]
        /// Why.
        public let problem: String
        /// Since which run.
        public let sinceRun: Int64

        /// Whether it is a folder on another volume than it was.
        public var isOffline: Bool { what == "folder" && problem.hasPrefix("\(FolderStatus.offline.rawValue):") }
    }

    let connection: Connection
    /// The file if it was opened as one that nobody changes.
    let quietFile: QuietFile?

    /// Opens an index.
    ///
    /// If neither log nor journal lies beside it, the file is read as one that nobody
    /// changes: SQLite makes no companion files then, and needs no right to. A run that
    /// begins meanwhile makes what is read wrong; ``look(into:_:)`` sees to that.
    /// - Parameter path: The file.
    /// - Throws: Why it cannot be read.
    public convenience init(_ path: [UInt8]) throws(IndexError) {
        try self.init(path, mayBeQuiet: true)
    }

    /// Opens an index.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mayBeQuiet: Whether it may be read as one that nobody changes.
    /// - Throws: Why it cannot be read.
    init(_ path: [UInt8], mayBeQuiet: Bool) throws(IndexError) {
        try IndexFile.checkLength(of: path)
        let file = withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        if file < 0 { throw .cannotOpen(call: "open", reason: systemReason()) }
        defer { close(file) }
        let header = try IndexHeader(of: file)
        try header.check()
        guard let real = realPath(path) else {
            throw .cannotOpen(call: "realpath", reason: systemReason())
        }
        guard header.isIndex else {
            if header.applicationID == 0 { try UnmarkedFile(path, header: header).check() }
            throw QuietFile.hasCompanion(real) ? .cutShort : .foreign("it has no index in it")
        }
        let quietFile = mayBeQuiet ? QuietFile(real) : nil
        self.quietFile = quietFile
        connection = try indexing { () throws(SQLiteError) in
            let connection = try Connection(path: path, mode: quietFile == nil ? .readOnly : .readOnlyImmutable)
            connection.busyTimeout = IndexFile.busyTimeout
            return connection
        }
    }

    /// Calls a closure for which the index does not change.
    func atOneMoment<Result>(
        _ body: (IndexReader) throws(IndexError) -> Result
    ) throws(IndexError) -> Result {
        let version: Int64
        do throws(SQLiteError) {
            try connection.begin(.deferred)
            // A transaction begins with its first read.
            version = try connection.integer("PRAGMA user_version")
        } catch {
            throw quietFile == nil ? Self.meaning(of: error) : .sqlite(error)
        }
        // Nothing was written, so nothing gets lost if it fails.
        defer { try? connection.rollback() }
        if version < Schema.version { throw .older }
        return try body(self)
    }

    /// What it means that a file beside which a log or a journal lies cannot be read.
    private static func meaning(of error: SQLiteError) -> IndexError {
        switch error.code {
        case .readOnlyRollback: .cutShort
        case .cantOpen, .readOnly: .logUnreadable
        default: .sqlite(error)
        }
    }

    /// All roots, in the order they were added.
    public func roots() throws(IndexError) -> [Root] {
        try indexing { () throws(SQLiteError) in
            var roots: [Root] = []
            try connection.query(
                """
                SELECT r.path, o.path, f.tree_image_count, f.tree_image_bytes, f.status, r.id,
                       (SELECT count(*) FROM run WHERE root = r.id AND ended IS NULL
                        AND id > coalesce((SELECT max(id) FROM run WHERE root = r.id AND ended IS NOT NULL), 0)),
                       r.folder
                FROM root AS r JOIN folder AS f ON f.id = r.folder
                LEFT JOIN root AS o ON o.id = f.root AND o.id <> r.id
                ORDER BY r.id
                """
            ) { row throws(SQLiteError) in
                var lastRun: [Column] = []
                try connection.query(
                    """
                    SELECT * FROM runs
                    WHERE id = (SELECT max(id) FROM run WHERE root = ? AND ended IS NOT NULL)
                    """,
                    [.integer(row.int64(at: 5))]
                ) { lastRun = $0.columns() }
                let last = try connection.integer(
                    "SELECT coalesce(max(id), 0) FROM run WHERE root = ? AND ended IS NOT NULL",
                    [.integer(row.int64(at: 5))]
                )
                roots.append(
                    Root(
                        path: row.bytes(at: 0),
                        outer: row.isNull(at: 1) ? nil : row.bytes(at: 1),
                        images: row.int64(at: 2),
                        bytes: row.int64(at: 3),
                        status: row.text(at: 4),
                        lastRun: lastRun,
                        heldImages: try heldImages(below: row.int64(at: 7)),
                        oldest: try oldest(below: row.int64(at: 7), before: last),
                        unendedRuns: row.int64(at: 6)
                    )
                )
            }
            return roots
        }
    }

    /// The number of rows in `problems`.
    public func problemCount() throws(IndexError) -> Int64 {
        try indexing { () throws(SQLiteError) in try connection.integer("SELECT count(*) FROM problems") }
    }

    /// The first rows of `problems`, the newest first.
    public func problems(limit: Int64) throws(IndexError) -> [Problem] {
        try indexing { () throws(SQLiteError) in
            var problems: [Problem] = []
            try connection.query(
                "SELECT what, path, problem, since_run FROM problems ORDER BY since_run DESC, path LIMIT ?",
                [.integer(limit)]
            ) { row in
                problems.append(
                    Problem(
                        what: row.text(at: 0),
                        path: row.bytes(at: 1),
                        problem: row.text(at: 2),
                        sinceRun: row.int64(at: 3)
                    )
                )
            }
            return problems
        }
    }
}
