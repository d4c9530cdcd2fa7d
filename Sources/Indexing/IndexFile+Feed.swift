import Listing
import SQLite

extension IndexFile {
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
