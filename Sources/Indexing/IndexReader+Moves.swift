import SQLite

extension IndexReader {
    /// Something that had another path once.
    public struct Move: Sendable {
        /// The run that found it elsewhere.
        public let run: Int64
        /// Where it was.
        public let oldPath: [UInt8]
        /// Where it is now, or was last.
        public let path: [UInt8]
        /// What is known of it; nil of a folder.
        public let image: Trail.Image?
    }

    /// The images that had a path and moved, the last that left it first.
    ///
    /// - Parameter path: An absolute path.
    /// - Returns: One for each image.
    /// - Throws: Why the index cannot be read.
    public func movedImages(from path: [UInt8]) throws(IndexError) -> [Move] {
        try indexing { () throws(SQLiteError) in
            var rows: [(run: Int64, id: Int64, path: [UInt8])] = []
            // All moves are looked at: an index for the paths would cost every run, and who asks is a person.
            try connection.query(
                """
                SELECT max(c.run), c.image, (SELECT path FROM images WHERE id = c.image) FROM change AS c
                WHERE c.what = 'moved' AND c.image IS NOT NULL AND c.old_path = ?
                GROUP BY c.image ORDER BY 1 DESC, 2 DESC
                """,
                [Value(name: path)]
            ) { rows.append(($0.int64(at: 0), $0.int64(at: 1), $0.bytes(at: 2))) }
            var moves: [Move] = []
            for row in rows where row.path != path {
                let image = try images("i.id = ?", [.integer(row.id)]).first
                moves.append(Move(run: row.run, oldPath: path, path: row.path, image: image))
            }
            return moves
        }
    }

    /// The nearest folder at or above a path that had that path and moved.
    ///
    /// - Parameter path: An absolute path.
    /// - Returns: The move; nil if there is none.
    /// - Throws: Why the index cannot be read.
    public func movedFolder(at path: [UInt8]) throws(IndexError) -> Move? {
        try indexing { () throws(SQLiteError) in
            var end = path.count
            while end > 0 {
                let above = Array(path[..<end])
                var move: Move?
                try connection.query(
                    """
                    SELECT c.run, (SELECT path FROM folder_path WHERE id = c.folder) FROM change AS c
                    WHERE c.folder IS NOT NULL AND c.what = 'moved' AND c.old_path = ? ORDER BY c.id DESC LIMIT 1
                    """,
                    [Value(name: above)]
                ) { move = Move(run: $0.int64(at: 0), oldPath: above, path: $0.bytes(at: 1), image: nil) }
                // It may be back.
                if let move, move.path != above { return move }
                end = path[..<end].lastIndex(of: UInt8(ascii: "/")) ?? 0
            }
            return nil
        }
    }
}
