public import Listing
import SQLite

extension IndexFile {
    /// The root that begins with a folder, by the number that it has for ever: whatever it is called now, it is that root.
    ///
    /// - Parameters:
    ///   - inode: The folder's number.
    ///   - volume: Where it is; it has lasting ids.
    /// - Returns: The path that the root is known by; nil if there is none.
    /// - Throws: Why the index cannot be read.
    public func root(of inode: Int64, on volume: Volume) throws(IndexError) -> [UInt8]? {
        try indexing { () throws(SQLiteError) in
            var path: [UInt8]?
            try connection.query(
                """
                SELECT r.path FROM root AS r JOIN folder AS f ON f.id = r.folder JOIN volume AS v ON v.id = f.volume
                WHERE f.inode = ? AND v.identity = ? AND v.has_lasting_ids ORDER BY r.id LIMIT 1
                """,
                [.integer(inode), Value(name: volume.identity)]
            ) { path = $0.bytes(at: 0) }
            return path
        }
    }

    /// Where a run of a root can ask what has happened since the last, and when that was noted, in nanoseconds since
    /// 1970-01-01 UTC; nil if nowhere.
    ///
    /// - Parameter root: The root's path.
    /// - Returns: Both.
    /// - Throws: Why the index cannot be read.
    public func feed(of root: [UInt8]) throws(IndexError) -> (position: String, taken: Int64)? {
        try indexing { () throws(SQLiteError) in
            var found: (position: String, taken: Int64)?
            try connection.query(
                "SELECT feed, feed_taken FROM root WHERE path = ? AND feed IS NOT NULL",
                [Value(name: root)]
            ) {
                found = ($0.text(at: 0), $0.int64(at: 1))
            }
            return found
        }
    }
}
