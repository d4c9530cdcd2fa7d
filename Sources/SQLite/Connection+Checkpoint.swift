import CSQLite

extension Connection {
    /// How hard a checkpoint tries to move the write-ahead log into the file.
    ///
    /// Related SQLite documentation:
    /// <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>
    public enum CheckpointMode: Sendable, Hashable {
        /// As much as can be done without waiting for readers or writers.
        case passive
        /// All of it: waits for writers, and for readers of older content.
        case full
        /// As ``full``, and waits until the next writer can start the log anew.
        case restart
        /// As ``restart``, and cuts the log to 0 bytes.
        case truncate
    }

    /// Moves the write-ahead log into the file.
    ///
    /// - Parameter mode: How hard it tries. All but ``CheckpointMode/passive``
    ///   wait up to ``busyTimeout``.
    /// - Returns: How many frames (pages) are in the log, and how many of them
    ///   are in the file now; both -1 for a file that is not in WAL mode.
    /// - Throws: ``SQLiteResultCode/busy`` when others were in the way of a
    ///   mode that waits, and ``SQLiteResultCode/locked`` inside a transaction.
    @discardableResult
    public func checkpoint(
        _ mode: CheckpointMode = .passive
    ) throws(SQLiteError) -> (logFrames: Int, checkpointed: Int) {
        let moved = try moveLog(mode)
        guard moved.logFrames == -1 else { return moved }
        // A connection that has not read yet does not know that there is a log, and SQLite moves nothing.
        _ = try value("PRAGMA schema_version")
        return try moveLog(mode)
    }

    private func moveLog(_ mode: CheckpointMode) throws(SQLiteError) -> (logFrames: Int, checkpointed: Int) {
        guard let handle else { throw error(SQLITE_MISUSE) }
        var logFrames: CInt = -1
        var checkpointed: CInt = -1
        let code = sqlite3_wal_checkpoint_v2(handle, "main", mode.rawValue, &logFrames, &checkpointed)
        guard code == SQLITE_OK else { throw error(code) }
        return (Int(logFrames), Int(checkpointed))
    }
}

extension Connection.CheckpointMode {
    fileprivate var rawValue: CInt {
        switch self {
        case .passive: SQLITE_CHECKPOINT_PASSIVE
        case .full: SQLITE_CHECKPOINT_FULL
        case .restart: SQLITE_CHECKPOINT_RESTART
        case .truncate: SQLITE_CHECKPOINT_TRUNCATE
        }
    }
}
