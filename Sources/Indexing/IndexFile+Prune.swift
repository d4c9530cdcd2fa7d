import Listing
import SQLite

extension IndexFile {
    /// How many rows were removed, or would be.
    public struct Pruned: Equatable, Sendable {
        /// Images.
        public let images: Int64
        /// Folders.
        public let folders: Int64
    }

    /// Removes the rows of what has been missing for long; the only way in which rows disappear.
    ///
    /// Images go whose state is `missing` since a run that ended more than `days` ago, with what is written of their
    /// changes; and folders that are missing as long, if nothing is left in them, they are no roots and no proof of what
    /// stays. A run that ended in the future, by the clock, was just now. All in one transaction.
    /// - Parameters:
    ///   - days: Days of 86,400 seconds, at least 0.
    ///   - isDry: Whether to leave all as it is.
    ///   - each: Called with `image` or `folder` and the path of each row, sorted by paths; nil: not asked for.
    /// - Returns: How many.
    /// - Throws: Why the index cannot be written; it is unchanged then.
    public func prune(
        olderThan days: Int,
        isDry: Bool,
        each: ((_ what: String, _ path: [UInt8]) -> Void)? = nil
    ) throws(IndexError) -> Pruned {
        if let error = place.replacement() { throw error }
        let (age, overflow) = Int64(max(0, days)).multipliedReportingOverflow(by: 86_400_000_000_000)
        let (limit, underflow) = currentTime().subtractingReportingOverflow(age)
        if overflow || underflow { return Pruned(images: 0, folders: 0) }
        return try indexing { () throws(SQLiteError) in
            // Not checked row by row: nothing shows in time which changes have a folder as their proof.
            try connection.execute("PRAGMA foreign_keys = OFF")
            // Fails for no reason that the next statement would not tell.
            defer { try? connection.execute("PRAGMA foreign_keys = ON") }
            return try connection.transaction(isDry ? .deferred : .immediate) { () throws(SQLiteError) in
                let found = try findPrunable(before: limit)
                if let each {
                    try connection.query(
                        """
                        SELECT 'image', path FROM images WHERE id IN (SELECT id FROM temp.prune_image)
                        UNION ALL
                        SELECT 'folder', path FROM folder_path WHERE id IN (SELECT id FROM temp.prune_folder)
                        ORDER BY 2
                        """
                    ) { each($0.text(at: 0), $0.bytes(at: 1)) }
                }
                if !isDry { try removePrunable() }
                return found
            }
        }
    }

    private func findPrunable(before limit: Int64) throws(SQLiteError) -> Pruned {
        for name in ["prune_run", "prune_image", "prune_folder"] {
            try connection.execute(
                "CREATE TEMP TABLE IF NOT EXISTS \(name) (id INTEGER PRIMARY KEY); DELETE FROM temp.\(name);"
            )
        }
        try connection.run(
            "INSERT INTO temp.prune_run SELECT id FROM run WHERE coalesce(ended, started) < ?",
            [.integer(limit)]
        )
        try connection.run(
            """
            INSERT INTO temp.prune_image SELECT id FROM image
            WHERE state = 'missing' AND missing_run IN (SELECT id FROM temp.prune_run)
              AND id NOT IN (SELECT image FROM replaced)
            """
        )
        // A folder stays if something below it does.
        try connection.run(
            """
            WITH RECURSIVE stay (id) AS (
                SELECT id FROM folder
                WHERE NOT (status = 'missing' AND missing_run IN (SELECT id FROM temp.prune_run))
                UNION
                SELECT folder FROM root
                UNION
                SELECT folder FROM image WHERE id NOT IN (SELECT id FROM temp.prune_image)
                UNION
                SELECT proof_folder FROM change
                WHERE proof_folder IS NOT NULL AND coalesce(image, 0) NOT IN (SELECT id FROM temp.prune_image)
                UNION
                SELECT f.parent FROM stay AS s JOIN folder AS f ON f.id = s.id WHERE f.parent IS NOT NULL
            )
            INSERT INTO temp.prune_folder SELECT id FROM folder WHERE id NOT IN (SELECT id FROM stay)
            """
        )
        return Pruned(
            images: try connection.integer("SELECT count(*) FROM temp.prune_image"),
            folders: try connection.integer("SELECT count(*) FROM temp.prune_folder")
        )
    }

    private func removePrunable() throws(SQLiteError) {
        for sql in [
            """
            -- Also of files that another took the place of, and of accounts that nothing is on any more.
            DELETE FROM remote WHERE (volume, item) NOT IN (
                SELECT f.volume, i.inode FROM image AS i JOIN folder AS f ON f.id = i.folder
                WHERE f.volume IN (SELECT volume FROM remote) AND i.inode IS NOT NULL
                  AND i.id NOT IN (SELECT id FROM temp.prune_image)
            )
            """,
            "DELETE FROM change WHERE image IN (SELECT id FROM temp.prune_image)",
            "DELETE FROM image WHERE id IN (SELECT id FROM temp.prune_image)",
            "DELETE FROM change WHERE folder IN (SELECT id FROM temp.prune_folder)",
            "DELETE FROM skip WHERE folder IN (SELECT id FROM temp.prune_folder)",
            "DELETE FROM folder WHERE id IN (SELECT id FROM temp.prune_folder)",
        ] {
            try connection.run(sql)
        }
    }
}
