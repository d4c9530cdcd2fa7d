import SQLite

/// Changes the totals of folders when a run ends, each at once with all above.
///
/// While a run walks, `TreeTotals` does that, once a transaction.
struct FolderTotals {
    private let addOwn: Statement
    private let addToTrees: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        addOwn = try connection.prepare(
            """
            UPDATE folder SET image_count = image_count + ?2, image_bytes = image_bytes + ?3 WHERE id = ?1
            """
        )
        addToTrees = try connection.prepare(
            """
            WITH RECURSIVE above (id, parent) AS (
                SELECT id, parent FROM folder WHERE id = ?1
                UNION
                SELECT f.id, f.parent FROM above JOIN folder AS f ON f.id = above.parent
            )
            UPDATE folder SET tree_image_count = tree_image_count + ?2, tree_image_bytes = tree_image_bytes + ?3
            WHERE id IN (SELECT id FROM above)
            """
        )
    }

    /// Adds to what a folder, and all above it, contain.
    func add(count: Int64, bytes: Int64, to folder: Int64) throws(SQLiteError) {
        for statement in [addOwn, addToTrees] { try run(statement, count, bytes, folder) }
    }

    /// Adds to what a folder and all below it, and those above it, contain: it gained or lost a folder.
    func add(count: Int64, bytes: Int64, toTreesFrom folder: Int64) throws(SQLiteError) {
        try run(addToTrees, count, bytes, folder)
    }

    private func run(_ statement: Statement, _ count: Int64, _ bytes: Int64, _ folder: Int64) throws(SQLiteError) {
        try statement.bind(1, folder)
        try statement.bind(2, count)
        try statement.bind(3, bytes)
        try statement.run()
    }

    /// Takes an image, if it is held, out of the totals of its folder.
    func subtract(heldImage image: Int64) throws(SQLiteError) {
        try change(image, by: -1)
    }

    /// Adds a held image to the totals of its folder.
    func add(heldImage image: Int64) throws(SQLiteError) {
        try change(image, by: 1)
    }

    private func change(_ image: Int64, by sign: Int64) throws(SQLiteError) {
        var found: (folder: Int64, bytes: Int64)?
        try addOwn.connection.query(
            "SELECT folder, size FROM image WHERE id = ? AND state = 'held'",
            [.integer(image)]
        ) { found = ($0.int64(at: 0), counted($0.optionalInt64(at: 1))) }
        if let found { try add(count: sign, bytes: sign &* found.bytes, to: found.folder) }
    }
}
