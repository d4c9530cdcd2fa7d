import SQLite

/// The statements that say of a folder that another one, which moved here, has its name.
struct DisplacedFolder {
    private let delete: Statement
    private let select: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        // One of which nothing is known but that it had this name was the folder that moved here. Of one with an inode number
        // more is known: it may be found elsewhere in this very run.
        delete = try connection.prepare(
            """
            DELETE FROM folder WHERE id = ?1 AND parent = ?2 AND name = ?3 AND listed_run IS NULL AND inode IS NULL
                AND NOT EXISTS (SELECT 1 FROM image WHERE folder = ?1)
                AND NOT EXISTS (SELECT 1 FROM folder AS f WHERE f.parent = ?1)
                AND NOT EXISTS (SELECT 1 FROM root WHERE folder = ?1)
                AND NOT EXISTS (SELECT 1 FROM skip WHERE folder = ?1)
                AND NOT EXISTS (SELECT 1 FROM change WHERE folder = ?1)
                AND NOT EXISTS (SELECT 1 FROM change WHERE proof_folder = ?1)
            """
        )
        select = try connection.prepare("SELECT 1 FROM folder WHERE id = ?1 AND parent = ?2 AND name = ?3")
    }

    /// Marks a folder, and all that was in it; does nothing if it moved elsewhere meanwhile.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - parent: The folder it was in, which was listed and shows another under its name.
    ///   - name: Its name.
    ///   - run: The run that found it.
    ///   - missing: Marks what is missing.
    /// - Returns: How many images became missing.
    /// - Throws: What SQLite does.
    func mark(
        _ folder: Int64,
        in parent: Int64,
        _ name: [UInt8],
        run: Int64,
        _ missing: MissingFolder
    ) throws(SQLiteError) -> Int {
        for statement in [delete, select] {
            try statement.bind(1, folder)
            try statement.bind(2, parent)
            try statement.bind(name: 3, name)
        }
        try delete.run()
        let isThere = try select.step()
        try select.reset()
        return isThere ? try missing.mark(folder, run: run, ancestor: parent) : 0
    }
}
