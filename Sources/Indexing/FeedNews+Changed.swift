import Listing
import SQLite

extension FeedNews {
    /// The numbers of the folders that have to be listed: those that items are said to be in now, those that they are
    /// stored in, and those that are items themselves.
    ///
    /// - Parameter connection: The index.
    /// - Returns: The numbers.
    /// - Throws: What SQLite does.
    func changedFolders(_ connection: Connection) throws(SQLiteError) -> Set<Int64> {
        var changed = parents.union(folders)
        if files.isEmpty && folders.isEmpty { return changed }
        // One pass over all: an index for this question alone would cost every run of every tree.
        for (items, table, above) in [(files, "image", "folder"), (folders, "folder", "parent")] where !items.isEmpty {
            try connection.query(
                """
                SELECT i.inode, f.inode FROM volume AS v JOIN folder AS f ON f.volume = v.id
                JOIN \(table) AS i ON i.\(above) = f.id WHERE v.has_lasting_ids
                """
            ) { row in
                if let item = row.optionalInt64(at: 0), items.contains(item), let folder = row.optionalInt64(at: 1) {
                    changed.insert(folder)
                }
            }
        }
        return changed
    }
}
