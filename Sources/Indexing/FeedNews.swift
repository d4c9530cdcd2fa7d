import SQLite

/// What a store on the network said has happened, when it was asked.
public struct FeedNews: Sendable {
    /// What happened to one item.
    public struct Change: Sendable {
        let isFolder: Bool
        let parents: Set<Int64>
        let sequence: Int64?

        /// Makes a change.
        ///
        /// - Parameters:
        ///   - isFolder: Whether the item is a folder.
        ///   - parents: The numbers of the folders that it was said to be in.
        ///   - sequence: The highest that its ``RemoteFacts/sequence`` was said to be; nil if that is not known.
        public init(isFolder: Bool, parents: Set<Int64>, sequence: Int64?) {
            self.isFolder = isFolder
            self.parents = parents
            self.sequence = sequence
        }
    }

    /// By the numbers of the items.
    let changes: [Int64: Change]
    /// Where the next run begins to ask; kept once this one has come to its end.
    let position: String

    /// Makes news of their parts.
    public init(changes: [Int64: Change] = [:], position: String) {
        self.changes = changes
        self.position = position
    }

    /// The numbers of the folders that have to be listed: those that items are said to be in now, those that they are
    /// stored in, and those that are items themselves.
    ///
    /// What is stored as it is said to be by now was listed since.
    /// - Parameter connection: The index.
    /// - Returns: The numbers.
    /// - Throws: What SQLite does.
    func changedFolders(_ connection: Connection) throws(SQLiteError) -> Set<Int64> {
        var open = changes
        if open.isEmpty { return [] }
        let known = try connection.prepare(
            """
            SELECT max(sequence_id) FROM remote
            WHERE volume IN (SELECT id FROM volume WHERE has_lasting_ids) AND item = ?1
            """
        )
        for (item, change) in changes where !change.isFolder {
            guard let sequence = change.sequence else { continue }
            try known.bind(1, item)
            if try known.step(), let stored = known.optionalInt64(at: 0), sequence <= stored { open[item] = nil }
            try known.reset()
        }
        var folders: Set<Int64> = []
        for (item, change) in open {
            folders.formUnion(change.parents)
            if change.isFolder { folders.insert(item) }
        }
        // One pass over all: an index for this question alone would cost every run of every tree.
        for sql in [
            "SELECT i.inode, f.inode FROM image AS i JOIN folder AS f ON f.id = i.folder",
            "SELECT i.inode, f.inode FROM folder AS i JOIN folder AS f ON f.id = i.parent",
        ] {
            try connection.query(sql) { row in
                if let item = row.optionalInt64(at: 0), open[item] != nil, let folder = row.optionalInt64(at: 1) {
                    folders.insert(folder)
                }
            }
        }
        return folders
    }
}

extension IndexFile {
    /// Where a run of a root can ask what has happened since the last, and when that was noted, in nanoseconds since
    /// 1970-01-01 UTC; nil if nowhere.
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
