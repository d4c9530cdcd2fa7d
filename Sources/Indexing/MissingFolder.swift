import SQLite

/// The statements that say of a folder and all below it that it is not there any more.
struct MissingFolder {
    private let treeOf: Statement
    private let insertChanges: Statement
    private let updateImages: Statement
    private let updateFolders: Statement

    // UNION, not UNION ALL: an index that was damaged by hand may have folders in a circle.
    private static let gone = """
        WITH RECURSIVE gone (id) AS (
            VALUES (?1)
            UNION
            SELECT f.id FROM gone JOIN folder AS f ON f.parent = gone.id
        )

        """

    init(_ connection: Connection) throws(SQLiteError) {
        treeOf = try connection.prepare("SELECT tree_image_count, tree_image_bytes FROM folder WHERE id = ?1")
        insertChanges = try connection.prepare(
            Self.gone
                + """
                INSERT INTO change (run, what, image, proof, proof_folder)
                SELECT ?2, 'missing', i.id, 'ancestor-listed', ?3
                FROM gone JOIN image AS i ON i.folder = gone.id
                WHERE i.state IS NOT 'missing'
                """
        )
        updateImages = try connection.prepare(
            Self.gone
                + """
                UPDATE image SET state = 'missing', missing_run = ?2, problem_run = NULL, error = NULL
                WHERE folder IN (SELECT id FROM gone) AND state IS NOT 'missing'
                """
        )
        updateFolders = try connection.prepare(
            Self.gone
                + """
                UPDATE folder SET status = 'missing', missing_run = ?2, errno = NULL, error = NULL, problem_run = NULL,
                    image_count = 0, image_bytes = 0, tree_image_count = 0, tree_image_bytes = 0
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
    /// - Returns: How many images became missing, and what to take from the trees above.
    /// - Throws: What SQLite does.
    func mark(
        _ folder: Int64,
        run: Int64,
        ancestor: Int64
    ) throws(SQLiteError) -> (missing: Int, count: Int64, bytes: Int64) {
        try treeOf.bind(1, folder)
        let isThere = try treeOf.step()
        let count = isThere ? treeOf.int64(at: 0) : 0
        let bytes = isThere ? treeOf.int64(at: 1) : 0
        try treeOf.reset()

        try insertChanges.bind(1, folder)
        try insertChanges.bind(2, run)
        try insertChanges.bind(3, ancestor)
        try insertChanges.run()

        try updateImages.bind(1, folder)
        try updateImages.bind(2, run)
        try updateImages.run()
        let missing = Int(updateImages.connection.changes)

        try updateFolders.bind(1, folder)
        try updateFolders.bind(2, run)
        try updateFolders.run()
        return (missing, count, bytes)
    }
}
