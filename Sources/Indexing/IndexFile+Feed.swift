public import Listing
import SQLite

extension IndexFile {
    /// Where a run of a tree can ask what has happened since the last, and when that was noted, in nanoseconds since
    /// 1970-01-01 UTC; nil if nowhere.
    ///
    /// - Parameters:
    ///   - top: The folder that the tree begins with; a root of its path that began with another folder is another tree.
    ///   - path: The path that it has now: of several roots that begin with the folder, the one of this path is asked.
    /// - Returns: Both.
    /// - Throws: Why the index cannot be read.
    public func feed(of top: LastingFolder, at path: [UInt8]) throws(IndexError) -> (position: String, taken: Int64)? {
        try indexing { () throws(SQLiteError) in
            var found: (position: String, taken: Int64)?
            try connection.query(
                """
                SELECT r.feed, r.feed_taken
                FROM root AS r JOIN folder AS f ON f.id = r.folder JOIN volume AS v ON v.id = f.volume
                WHERE f.inode = ? AND v.identity = ? AND v.has_lasting_ids AND r.feed IS NOT NULL
                ORDER BY r.path = ? DESC, r.id LIMIT 1
                """,
                [.integer(top.item), Value(name: top.volume.identity), Value(name: path)]
            ) {
                found = ($0.text(at: 0), $0.int64(at: 1))
            }
            return found
        }
    }
}
