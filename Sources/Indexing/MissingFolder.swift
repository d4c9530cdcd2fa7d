import SQLite

/// The statements that say of a folder and all below it that it is not there any more.
///
/// Its images are held until the run ends, and count in the totals until they are called missing.
struct MissingFolder {
    private let insertChanges: Statement
    private let updateExcluded: Statement
    private let updateImages: Statement
    private let deleteSkips: Statement
    private let updateFolders: Statement

    // UNION, not UNION ALL: an index that was damaged by hand may have folders in a circle.
    // The folder may have been found elsewhere meanwhile: then it is not in the ancestor any more.
    private static let gone = """
        WITH RECURSIVE gone (id) AS (
            SELECT id FROM folder WHERE id = ?1 AND parent = ?3
            UNION
            SELECT f.id FROM gone JOIN folder AS f ON f.parent = gone.id
        )

        """

    init(_ connection: Connection) throws(SQLiteError) {
        insertChanges = try connection.prepare(
            Self.gone
                + """
                INSERT INTO change (run, what, image, proof, proof_folder)
                SELECT ?2, iif(i.state IS NULL, 'held', 'missing'), i.id, 'ancestor-listed', ?3
                FROM gone JOIN image AS i ON i.folder = gone.id
                WHERE i.state IS NULL OR i.state = 'excluded'
                """
        )
        updateExcluded = try connection.prepare(
            Self.gone
                + """
                UPDATE image SET state = 'missing', missing_run = ?2, problem_run = NULL, error = NULL,
                    seen_run = coalesce((SELECT listed_run FROM folder WHERE id = image.folder), first_run)
                WHERE folder IN (SELECT id FROM gone) AND state = 'excluded'
                """
        )
        updateImages = try connection.prepare(
            Self.gone
                + """
                UPDATE image SET state = 'held', absent_run = ?2, problem_run = NULL, error = NULL,
                    seen_run = coalesce((SELECT listed_run FROM folder WHERE id = image.folder), first_run)
                WHERE folder IN (SELECT id FROM gone) AND state IS NULL
                """
        )
        deleteSkips = try connection.prepare(
            // All parameters are bound alike.
            Self.gone + "DELETE FROM skip WHERE folder IN (SELECT id FROM gone) AND ?2 = ?2"
        )
        updateFolders = try connection.prepare(
            Self.gone
                + """
                UPDATE folder SET status = 'missing', missing_run = ?2, errno = NULL, error = NULL, problem_run = NULL,
                    skips = NULL
                WHERE id IN (SELECT id FROM gone) AND status <> 'missing'
                """
        )
    }

    /// Marks a folder, and all that was in it.
    ///
    /// - Parameters:
    ///   - folder: The folder that is gone.
    ///   - run: The run that found it.
    ///   - ancestor: The folder that was listed and did not contain it.
    /// - Returns: How many images became missing: those that a rule had kept out.
    /// - Throws: What SQLite does.
    func mark(_ folder: Int64, run: Int64, ancestor: Int64) throws(SQLiteError) -> Int {
        for statement in [insertChanges, updateExcluded, updateImages, deleteSkips, updateFolders] {
            try statement.bind(1, folder)
            try statement.bind(2, run)
            try statement.bind(3, ancestor)
        }
        try insertChanges.run()
        try updateExcluded.run()
        let missing = Int(updateExcluded.connection.changes)
        try updateImages.run()
        try deleteSkips.run()
        try updateFolders.run()
        return missing
    }
}
