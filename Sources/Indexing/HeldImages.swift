import SQLite

/// Decides, when a run ends, what becomes of the images that it found absent: they are missing, or stay held.
///
/// A disk that is not mounted, or a folder that somebody emptied by mistake, looks like many
/// files that were deleted: those are not called missing before a person says so.
struct HeldImages {
    private let connection: Connection
    private let run: Int64
    /// The folder that the run began with.
    private let top: Int64

    init(_ connection: Connection, run: Int64, top: Int64) {
        self.connection = connection
        self.run = run
        self.top = top
    }

    /// The folders below the top that have held images, and the folder whose listing may prove that they
    /// are absent: itself, or the nearest above that is not missing; no row where nothing proves it.
    private static let proven = """
        WITH RECURSIVE held (folder) AS (
            SELECT DISTINCT +folder FROM image WHERE seen_run IS NOT NULL AND state = 'held' -- +: not by folder, which is by all images
        ),
        up (folder, at) AS (
            SELECT folder, folder FROM held
            UNION
            SELECT up.folder, f.parent FROM up JOIN folder AS f ON f.id = up.at WHERE f.parent IS NOT NULL AND up.at <> ?2
        ),
        inside (folder) AS (SELECT folder FROM up WHERE at = ?2),
        climb (folder, at, is_missing) AS (
            SELECT i.folder, f.id, f.status = 'missing' FROM inside AS i JOIN folder AS f ON f.id = i.folder
            UNION
            SELECT c.folder, f.id, f.status = 'missing'
            FROM climb AS c JOIN folder AS g ON g.id = c.at JOIN folder AS f ON f.id = g.parent
            WHERE c.is_missing
        ),
        proven (folder, proof_folder, listed_run) AS (
            SELECT c.folder, c.at, f.listed_run FROM climb AS c JOIN folder AS f ON f.id = c.at
            WHERE NOT c.is_missing AND f.listed_run IS NOT NULL
        )

        """

    /// How many images below the top are held.
    func count() throws(SQLiteError) -> Int64 {
        try connection.integer(
            Self.proven
                + """
                SELECT count(*) FROM inside AS n JOIN image AS i ON i.folder = n.folder
                WHERE i.seen_run IS NOT NULL AND i.state = 'held' AND ?1 = ?1
                """,
            [.integer(run), .integer(top)]
        )
    }

    /// Whether so many held images are so large a part of those present that a person has to look.
    func isToBeHeld(_ held: Int64, _ rules: HoldRules) throws(SQLiteError) -> Bool {
        if held == 0 { return false }
        let present = try connection.integer("SELECT tree_image_count FROM folder WHERE id = ?", [.integer(top)])
        if held >= present { return true }
        return held > rules.files && Double(held) * 100 > Double(present) * rules.percent
    }

    /// Calls the held images missing whose absence is proven.
    ///
    /// - Parameters:
    ///   - accepted: Whether a person says so: then a listing since the run that found them absent is proof enough;
    ///     else only one by this run is.
    ///   - minimumRuns: Only those that so many complete runs found absent.
    ///   - isComplete: Whether this run is one of them. Default: it is.
    ///   - totals: Take what the folders lose.
    /// - Returns: How many.
    /// - Throws: What SQLite does.
    func release(
        accepted: Bool = false,
        minimumRuns: Int64,
        isComplete: Bool = true,
        _ totals: FolderTotals
    ) throws(SQLiteError) -> Int {
        try connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS released (image INTEGER, folder INTEGER, proof_folder INTEGER, size INTEGER,
                absent_run INTEGER);
            DELETE FROM temp.released;
            """
        )
        try connection.run(
            Self.proven
                + """
                INSERT INTO temp.released
                SELECT i.id, i.folder, p.proof_folder, i.size, i.absent_run
                FROM proven AS p JOIN image AS i ON i.folder = p.folder
                WHERE i.seen_run IS NOT NULL AND i.state = 'held'
                  AND iif(?4, p.listed_run >= i.absent_run, p.listed_run = ?1)
                  AND (?3 <= 1 OR ?5 + (
                      SELECT count(*) FROM run AS r
                      WHERE r.root = (SELECT root FROM run WHERE id = ?1) AND r.id >= i.absent_run AND r.state = 'complete'
                  ) >= ?3)
                """,
            [
                .integer(run), .integer(top), .integer(minimumRuns), .integer(accepted ? 1 : 0),
                .integer(isComplete ? 1 : 0),
            ]
        )
        try connection.run(
            "DELETE FROM change WHERE run = ? AND what = 'held' AND image IN (SELECT image FROM temp.released)",
            [.integer(run)]
        )
        try connection.run(
            """
            INSERT INTO change (run, what, image, proof, proof_folder)
            SELECT ?1, 'missing', image, iif(folder = proof_folder, 'listed', 'ancestor-listed'), proof_folder
            FROM temp.released
            """,
            [.integer(run)]
        )
        try connection.run(
            """
            UPDATE image SET state = 'missing', missing_run = ?1, absent_run = NULL
            WHERE id IN (SELECT image FROM temp.released)
            """,
            [.integer(run)]
        )
        let missing = Int(connection.changes)
        try subtract(totals)
        return missing
    }

    private func subtract(_ totals: FolderTotals) throws(SQLiteError) {
        let select = try connection.prepare(
            "SELECT folder, count(*), sum(max(0, min(coalesce(size, 0), 1 << 43))) FROM temp.released GROUP BY folder"
        )
        while try select.step() {
            try totals.add(
                count: 0 &- select.int64(at: 1),
                bytes: 0 &- select.int64(at: 2),
                to: select.int64(at: 0)
            )
        }
    }
}
