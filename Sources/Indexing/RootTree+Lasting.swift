import Listing
import SQLite

extension RootTree {
    /// Takes the row of a folder that keeps its number to where a root's path says that it is.
    ///
    /// - Parameters:
    ///   - folder: The row.
    ///   - root: The root.
    ///   - parent: The folder it is in; nil: it is the top of a tree of its own.
    ///   - name: Its name.
    ///   - tree: `root.id` of the tree.
    ///   - isTaken: Whether the root began with another folder, which is not there any more.
    /// - Returns: The path that it had; nil if it is the same.
    /// - Throws: What SQLite does.
    func bring(
        _ folder: Int64,
        to root: Root,
        _ parent: Int64?,
        _ name: [UInt8],
        tree: Int64,
        isTaken: Bool
    ) throws(SQLiteError) -> [UInt8]? {
        let oldPath = try path(of: folder)
        let moves = try FolderMoves(connection)
        if let parent {
            // Names are unique in a folder of such a store: what had this one is not there any more.
            var displaced: [Int64] = []
            try connection.query(
                "SELECT id FROM folder WHERE parent = ? AND name = ? AND id <> ? AND status <> 'missing'",
                [.integer(parent), Value(name: name), .integer(folder)]
            ) { displaced.append($0.int64(at: 0)) }
            let missing = try MissingFolder(connection)
            for other in displaced { _ = try missing.mark(other, run: run, ancestor: parent) }
        }
        if isTaken, try isTop(root.folder) { try setAside(root, for: folder, moves) }
        let depth = root.path.count { $0 == UInt8(ascii: "/") }
        try moves.move(
            folder,
            to: FolderMoves.Place(parent: parent, name: name, path: root.path, depth: depth, tree: tree),
            run: run
        )
        guard let oldPath, oldPath != root.path else { return nil }
        try moves.note(folder, from: oldPath, run: run)
        return oldPath
    }

    /// Gives the tree of a root whose path leads to another folder now a root of its own.
    ///
    /// Nobody knows where it is: it is named by its number. What is in it is as it was, until somebody looks there.
    private func setAside(_ root: Root, for folder: Int64, _ moves: FolderMoves) throws(SQLiteError) {
        guard
            case .integer(let number) = try connection.value(
                "SELECT inode FROM folder WHERE id = ?",
                [.integer(root.folder)]
            )
        else {
            // It was never listed: nothing is in it.
            try connection.run(
                "UPDATE folder SET status = 'missing', missing_run = ? WHERE id = ?",
                [.integer(run), .integer(root.folder)]
            )
            return
        }
        let path = RemoteRoot.path(ofNumber: number)
        let roots = try RootTable(connection).all()
        let other: Int64
        if let known = roots.first(where: { $0.path == path })
            ?? roots.first(where: { $0.folder == folder && $0.id != root.id })
        {
            other = known.id
            try connection.run(
                "UPDATE root SET path = ?, folder = ?, feed = NULL, feed_taken = NULL WHERE id = ?",
                [Value(name: path), .integer(root.folder), .integer(other)]
            )
        } else {
            other = try insert(root: path, folder: root.folder)
        }
        try moves.move(
            root.folder,
            to: FolderMoves.Place(parent: nil, name: path, path: path, depth: 0, tree: other),
            run: run
        )
    }
}
