import SQLite

/// The statements that say of a folder and all below it that a rule keeps it out.
///
/// What is below another root that lies in there stays as it is: its own runs take care of it. So does what is in a
/// folder that is missing: images that are held there wait for a person, and the folder can be called missing only once.
struct ExcludedFolder {
    private let insertChanges: Statement
    private let updateImages: Statement
    private let selectTotals: Statement
    private let deleteSkips: Statement
    private let updateFolders: Statement

    // UNION, not UNION ALL: an index that was damaged by hand may have folders in a circle; the bound is for the
    // depth, by which such a circle would never end.
    private static let excluded = """
        WITH RECURSIVE kept_out (id, depth) AS (
            SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM root WHERE folder = ?1)
            UNION
            SELECT f.id, k.depth + 1 FROM kept_out AS k JOIN folder AS f ON f.parent = k.id
            WHERE k.depth < 1000000 AND f.status <> 'missing' AND NOT EXISTS (SELECT 1 FROM root WHERE folder = f.id)
        )

        """

    init(_ connection: Connection) throws(SQLiteError) {
        insertChanges = try connection.prepare(
            Self.excluded
                + """
                INSERT INTO change (run, what, image)
                SELECT ?2, 'excluded', i.id
                FROM kept_out AS k JOIN image AS i ON i.folder = k.id
                WHERE i.state IS NULL OR i.state = 'held'
                """
        )
        updateImages = try connection.prepare(
            Self.excluded
                + """
                UPDATE image SET state = 'excluded', seen_run = NULL, absent_run = NULL, problem_run = NULL, error = NULL
                WHERE folder IN (SELECT id FROM kept_out) AND (state IS NULL OR state = 'held')
                """
        )
        selectTotals = try connection.prepare(
            Self.excluded
                + """
                SELECT f.id, k.depth, f.image_count, f.image_bytes FROM kept_out AS k JOIN folder AS f ON f.id = k.id
                WHERE f.image_count <> 0 OR f.image_bytes <> 0
                """
        )
        deleteSkips = try connection.prepare(
            Self.excluded + "DELETE FROM skip WHERE folder IN (SELECT id FROM kept_out)"
        )
        updateFolders = try connection.prepare(
            Self.excluded
                + """
                UPDATE folder SET status = iif(id = ?1, ?2, 'excluded'), errno = NULL, error = NULL, problem_run = NULL,
                    image_count = 0, image_bytes = 0, fingerprint = NULL, skips = NULL
                WHERE id IN (SELECT id FROM kept_out)
                """
        )
    }

    /// Marks a folder, and all that is in it.
    ///
    /// - Parameters:
    ///   - folder: The folder that is kept out.
    ///   - status: What it is called itself; what is below it is `excluded`.
    ///   - depth: The number of folders above it.
    ///   - run: The run whose rules keep it out.
    ///   - totals: Take what is lost from the trees.
    /// - Returns: How many images became excluded.
    /// - Throws: What SQLite does.
    func mark(
        _ folder: Int64,
        as status: FolderStatus,
        depth: Int,
        run: Int64,
        _ totals: inout TreeTotals
    ) throws(SQLiteError) -> Int {
        try insertChanges.bind(1, folder)
        try insertChanges.bind(2, run)
        try insertChanges.run()

        try updateImages.bind(1, folder)
        try updateImages.run()
        let images = Int(updateImages.connection.changes)

        try selectTotals.bind(1, folder)
        while try selectTotals.step() {
            totals.add(
                count: 0 &- selectTotals.int64(at: 2),
                bytes: 0 &- selectTotals.int64(at: 3),
                to: selectTotals.int64(at: 0),
                depth: depth + Int(clamping: selectTotals.int64(at: 1))
            )
        }
        try deleteSkips.bind(1, folder)
        try deleteSkips.run()
        try updateFolders.bind(1, folder)
        try updateFolders.bind(2, text: status.rawValue)
        try updateFolders.run()
        return images
    }
}
