import Listing
import SQLite

/// How a run ended.
public struct RunEnd: Sendable {
    /// The words of the column `runs.state`.
    public enum State: String, Sendable {
        /// Everything was read.
        case complete
        /// The walk came to its end, but something could not be read.
        case partial
        /// It was stopped.
        case interrupted
        /// The root could not be read, or the index not be written.
        case failed
    }

    /// In what state.
    public let state: State
    /// What the command exits with for this run alone.
    public let exitCode: Int32
    /// What it exits with instead if images are held.
    public let exitCodeIfHeld: Int32?
    /// Why it failed, or is not to be trusted, as a whole; nil if it is enough to look at the folders and images.
    public let error: String?

    /// What the command exits with for a root that cannot be read: such a run is known by it.
    public static let codeOfUnreadableRoot: Int32 = 66
    /// What a run exits with whose login to a store on the network is not taken.
    public static let codeOfRefusedLogin: Int32 = 77
    /// What it exits with if the index cannot be written.
    public static let codeOfUnusableIndex: Int32 = 73

    /// Makes an end of its parts.
    public init(state: State, exitCode: Int32, exitCodeIfHeld: Int32? = nil, error: String? = nil) {
        self.exitCodeIfHeld = exitCodeIfHeld
        self.state = state
        self.exitCode = exitCode
        self.error = error
    }
}

extension RunWriter {
    /// Writes the run's row as ended and commits.
    ///
    /// - Returns: The row.
    func end(_ end: RunEnd) throws(SQLiteError) -> RunReport {
        try commit()
        try connection.begin(.immediate)
        let isWhole = end.state == .complete || end.state == .partial
        try settle(isWhole: isWhole, isComplete: end.state == .complete)
        let exitCode = counts.held > 0 ? end.exitCodeIfHeld ?? end.exitCode : end.exitCode
        if isWhole {
            // Of a run that was stopped not all is written that had happened by then: the next one asks again; and one that
            // goes on from others has not looked again at what they had done.
            try connection.run(
                """
                UPDATE root SET feed = c.feed, feed_taken = c.started
                FROM run AS r JOIN run AS c ON c.id = r.cycle_run
                WHERE r.id = ?1 AND root.id = r.root AND (c.feed IS NOT NULL OR root.feed IS NOT NULL)
                """,
                [.integer(run.id)]
            )
        }
        let news = try RunNews(connection, run, end.state)
        try connection.run(
            """
            UPDATE run SET state = ?, exit_code = ?, error = ?, ended = ?, folders_listed = ?, folders_failed = ?,
                folders_excluded = ?, images_seen = ?, unchanged = ?, added = ?, changed = ?, touched = ?, missing = ?,
                returned = ?, excluded = ?, errors = ?, moved = ?, held = ?, folders_trusted = ?
            WHERE id = ?
            """,
            [
                .text(end.state.rawValue), .integer(Int64(exitCode)), end.error.map { .text($0) } ?? .null,
                .integer(currentTime()),
                .integer(Int64(counts.foldersListed)), .integer(Int64(counts.foldersFailed)),
                .integer(Int64(counts.foldersExcluded)), .integer(Int64(counts.imagesSeen)),
                .integer(Int64(counts.unchanged)), .integer(Int64(counts.added)), .integer(Int64(counts.changed)),
                .integer(Int64(counts.touched)), .integer(Int64(counts.missing)), .integer(Int64(counts.returned)),
                .integer(Int64(counts.excluded)), .integer(Int64(counts.errors)),
                .integer(Int64(counts.moved)), .integer(Int64(counts.held)), .integer(Int64(counts.foldersTrusted)),
                .integer(run.id),
            ]
        )
        try connection.commit()
        var columns: [Column] = []
        try connection.query("SELECT * FROM runs WHERE id = ?", [.integer(run.id)]) { columns = $0.columns() }
        return RunReport(counts: counts, columns: columns, exitCode: exitCode, news: news)
    }

    /// Gives up what is not committed and notes why, if the index can still be written.
    func abandon(_ error: SQLiteError) {
        rollback()
        // The error is told by the caller; this is for those who look into the index
        // later, and fails for the same reason that brought us here.
        try? connection.run(
            "UPDATE run SET state = 'failed', ended = ?, exit_code = ?, error = ? WHERE id = ?",
            [
                .integer(currentTime()), .integer(Int64(RunEnd.codeOfUnusableIndex)), .text(error.description),
                .integer(run.id),
            ]
        )
    }
}
