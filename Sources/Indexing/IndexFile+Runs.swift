public import AsyncLoop
public import Listing
import SQLite

extension IndexFile {
    /// Begins a run of a root.
    ///
    /// - Parameters:
    ///   - root: The root's path without links; see ``rootPath(_:)``.
    ///   - top: The folder that the path leads to, where folders keep a number for ever: it is the same root and the same
    ///     row, wherever it was before. Default: its path tells which root it is.
    ///   - rules: The rules of the run.
    ///   - readers: The most connections to read stored rows with, two descriptors each; at least 1.
    ///   - stop: Thrown by the run if the index cannot be written any more.
    ///   - watch: For looks at paths outside of the walk, which may not come back. Default: they are waited for.
    /// - Returns: The run. One at a time: end it before the next begins.
    /// - Throws: Why the index cannot be written.
    public func beginRun(
        of root: [UInt8],
        top: LastingFolder? = nil,
        rules: RunRules,
        readers: Int,
        stop: LoopStop,
        watch: Watch? = nil
    ) throws(IndexError) -> IndexRun {
        if let error = place.replacement() { throw error }
        let run: IndexRun
        do {
            let started = try RunStart(connection: connection, rules: rules).begin(root, top)
            // A connection of its own: this one stays with the caller's thread.
            let own = try Connection(path: path, mode: .readWrite)
            own.busyTimeout = busyTimeout
            // Foreign keys are not enforced here: a folder is written in one transaction with its images and
            // after its parent, and to look both up again for every row takes an eighth of the writing.
            // In KiB. A store on the network is slower than any cache, and its largest folders need the memory.
            let cache = RemoteRoot(root) == nil ? 8_192 : 2_048
            try own.execute(
                """
                PRAGMA synchronous = NORMAL;
                PRAGMA cache_size = -\(cache);
                PRAGMA wal_autocheckpoint = 0;
                """
            )
            // A mode that is kept in the file only as "no log": each connection has its own.
            if journal == .rollback { try own.execute("PRAGMA journal_mode = TRUNCATE") }
            let stored = StoredRows(path: path, readers: readers, keepsSnapshots: journal == .writeAhead)
            let checkpointer = Checkpointer(try Connection(path: path, mode: .readWrite), stored)
            let writer = try RunWriter(own, checkpointer, run: started.identity)
            run = IndexRun(started, writer: writer, stored: stored, stop: stop, watch: watch)
        } catch {
            throw place.replacement() ?? .sqlite(error)
        }
        // Its connections were opened by the path.
        if let error = place.replacement() { throw error }
        return run
    }

    /// Roots in the order in which a run that may not come to all of them should take them: those that no run came to
    /// the end of first, then by how long ago that was.
    ///
    /// - Parameters:
    ///   - roots: Paths as typed.
    ///   - watch: For looks at the roots, which may not come back; nil: they are waited for.
    /// - Returns: The same; in their order if the index cannot be read, as the run will say so.
    public func stalestFirst(_ roots: [[UInt8]], watch: Watch?) -> [[UInt8]] {
        let stamped = roots.enumerated().map { position, root in
            (position: position, root: root, run: lastWholeRun(of: root, watch))
        }
        return stamped.sorted { ($0.run, $0.position) < ($1.run, $1.position) }.map(\.root)
    }

    private func lastWholeRun(of root: [UInt8], _ watch: Watch?) -> Int64 {
        guard let path = try? spelling(of: root, watch).get() else { return 0 }
        guard let root = try? RootTable(connection).find(typed: path) else { return 0 }
        let run = try? connection.integer(
            "SELECT coalesce(max(id), 0) FROM run WHERE state IN ('complete', 'partial') AND root = ?",
            [.integer(root.id)]
        )
        return run ?? 0
    }

    /// Notes that a root could not be read at all.
    ///
    /// Nothing else changes, but that its top folder is called stalled if it did not answer; a root that is not in the
    /// index is not added.
    /// - Returns: Whether the last run of the root could not read it either.
    @discardableResult
    public func noteUnreadable(
        _ root: [UInt8],
        rules: RunRules,
        error: ListingError,
        exitCode: Int32
    ) throws(IndexError) -> Bool {
        if let error = place.replacement() { throw error }
        return try indexing { () throws(SQLiteError) in
            try RunStart(connection: connection, rules: rules).noteUnreadable(root, error: error, exitCode: exitCode)
        }
    }
}
