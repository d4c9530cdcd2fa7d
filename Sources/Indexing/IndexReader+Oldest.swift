import SQLite

extension IndexReader.Root {
    /// The folder that was not listed for longest.
    public struct Oldest: Equatable, Sendable {
        /// Where.
        public let path: [UInt8]
        /// The last run that listed it; nil if none has yet.
        public let run: Int64?
        /// When that run began, in UTC.
        public let started: String?
    }
}

extension IndexReader {
    // UNION, not UNION ALL: an index that was damaged by hand may have folders in a circle.
    private static let tree = """
        WITH RECURSIVE tree (id) AS (
            SELECT ?1
            UNION
            SELECT f.id FROM tree AS t JOIN folder AS f ON f.parent = t.id WHERE f.status <> 'missing'
        )

        """

    /// The folder at or below another that was not listed for longest, if that was before a run.
    ///
    /// Folders that rules keep out are not listed at all.
    func oldest(below top: Int64, before run: Int64) throws(SQLiteError) -> Root.Oldest? {
        var oldest: Root.Oldest?
        try connection.query(
            Self.tree
                + """
                SELECT (SELECT path FROM folder_path WHERE id = f.id), f.listed_run,
                       (SELECT started FROM runs WHERE id = f.listed_run)
                FROM tree AS t JOIN folder AS f ON f.id = t.id
                WHERE f.status <> 'excluded' AND f.status <> 'other-volume' AND coalesce(f.listed_run, 0) < ?2
                ORDER BY f.listed_run, f.id LIMIT 1
                """,
            [.integer(top), .integer(run)]
        ) { row in
            let started = row.isNull(at: 2) ? nil : row.text(at: 2)
            oldest = Root.Oldest(path: row.bytes(at: 0), run: row.optionalInt64(at: 1), started: started)
        }
        return oldest
    }

    /// How many images at or below a folder are held, those in folders that are missing among them.
    func heldImages(below top: Int64) throws(SQLiteError) -> Int64 {
        try connection.integer(
            """
            WITH RECURSIVE up (folder, at) AS (
                SELECT folder, folder FROM image WHERE state = 'held' AND seen_run IS NOT NULL
                UNION
                SELECT up.folder, f.parent FROM up JOIN folder AS f ON f.id = up.at WHERE f.parent IS NOT NULL
            )
            SELECT count(*) FROM up JOIN image AS i ON i.folder = up.folder
            WHERE up.at = ? AND i.state = 'held' AND i.seen_run IS NOT NULL
            """,
            [.integer(top)]
        )
    }
}
