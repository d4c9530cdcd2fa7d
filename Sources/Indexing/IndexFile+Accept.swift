import SQLite

extension IndexFile {
    /// What was accepted of a root.
    public struct Accepted: Equatable, Sendable {
        /// How many held images are missing now.
        public let missing: Int
        /// How many stay held: no listing proves them absent.
        public let held: Int64
        /// How many folders may be on another volume from now on.
        public let folders: Int
    }

    /// The paths of all roots, in the order they were added.
    public func rootPaths() throws(IndexError) -> [[UInt8]] {
        try indexing { () throws(SQLiteError) in try RootTable(connection).all().map(\.path) }
    }

    /// Takes that a person says: what is held of a root is gone, and the volumes that are there now are the right ones.
    ///
    /// Only what is proven becomes missing: the folder, or the nearest above that is not missing, was listed
    /// to its end by the run that found it absent or a later one. It counts as found by the root's last run.
    /// - Parameter path: The root's path without links.
    /// - Returns: What changed; nil if the index does not know the root.
    /// - Throws: Why the index cannot be written; it is unchanged then.
    public func accept(_ path: [UInt8]) throws(IndexError) -> Accepted? {
        if let error = place.replacement() { throw error }
        return try indexing { () throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) -> Accepted? in
                guard let root = try RootTable(connection).find(typed: path) else { return nil }
                let folders = try forgetVolumes(below: root.folder)
                let run = try connection.integer(
                    "SELECT coalesce(max(id), 0) FROM run WHERE root = ? AND ended IS NOT NULL",
                    [.integer(root.id)]
                )
                if run == 0 { return Accepted(missing: 0, held: 0, folders: folders) }
                let images = HeldImages(connection, run: run, top: root.folder)
                let totals = try FolderTotals(connection)
                let missing = try images.release(accepted: true, minimumRuns: 1, totals)
                let held = try images.count()
                if missing > 0 {
                    try connection.run(
                        "UPDATE run SET missing = missing + ?2, held = ?3 WHERE id = ?1",
                        [.integer(run), .integer(Int64(missing)), .integer(held)]
                    )
                }
                return Accepted(missing: missing, held: held, folders: folders)
            }
        }
    }

    /// Forgets the volumes of what is offline, and of what was on the same volume below it.
    ///
    /// - Returns: How many folders were offline.
    private func forgetVolumes(below top: Int64) throws(SQLiteError) -> Int {
        try connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS offline (id INTEGER PRIMARY KEY, volume INTEGER);
            DELETE FROM temp.offline;
            """
        )
        try connection.run(
            """
            WITH RECURSIVE below (id) AS (
                SELECT ?1
                UNION
                SELECT f.id FROM below AS b JOIN folder AS f ON f.parent = b.id
            )
            INSERT INTO temp.offline
            SELECT f.id, f.volume FROM folder AS f WHERE f.id IN (SELECT id FROM below)
              AND f.status = 'offline' AND f.volume IS NOT NULL
            """,
            [.integer(top)]
        )
        let count = Int(connection.changes)
        if count == 0 { return 0 }
        try connection.run(
            """
            WITH RECURSIVE below (id, volume) AS (
                SELECT id, volume FROM temp.offline
                UNION
                SELECT f.id, b.volume FROM below AS b JOIN folder AS f ON f.parent = b.id AND f.volume = b.volume
            )
            UPDATE folder SET volume = NULL WHERE id IN (SELECT id FROM below)
            """
        )
        return count
    }
}
