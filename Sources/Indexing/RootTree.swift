import SQLite

/// Puts a root into the one tree of folders, so that no file gets two rows.
///
/// A root inside another shares that one's folder rows: its own row only says where
/// it begins. A root around others takes their trees in.
struct RootTree {
    private let connection: Connection
    private let run: Int64
    private let ids: FolderIDs

    init(_ connection: Connection, run: Int64, ids: FolderIDs) {
        self.connection = connection
        self.run = run
        self.ids = ids
    }

    /// Finds or makes the top folder of a root.
    ///
    /// - Parameters:
    ///   - root: The root, whose row is there.
    ///   - path: Its path.
    ///   - folder: Its top folder; if the root is new, an id without a row.
    ///   - isNew: Whether the root is new.
    /// - Returns: The root that owns the tree, and the top folder.
    /// - Throws: What SQLite does.
    func place(
        root: Int64,
        path: [UInt8],
        folder: Int64,
        isNew: Bool
    ) throws(SQLiteError) -> (tree: Int64, folder: Int64) {
        guard isNew else {
            return (try connection.integer("SELECT root FROM folder WHERE id = ?", [.integer(folder)]), folder)
        }
        let others = try RootTable(connection).all().filter { $0.id != root }
        if let (outer, names) = nearestAround(path, others) {
            let tree = try connection.integer("SELECT root FROM folder WHERE id = ?", [.integer(outer.folder)])
            let shared = try folderRow(at: names, below: outer.folder, path: outer.path, tree: tree)
            try connection.run("UPDATE root SET folder = ? WHERE id = ?", [.integer(shared), .integer(root)])
            return (tree, shared)
        }
        try insert(folder, parent: nil, name: path, path: path, tree: root)
        for other in others {
            guard let names = names(from: path, to: other.path), try isTop(other.folder) else { continue }
            try takeIn(other, at: names, below: folder, path: path, tree: root)
        }
        return (root, folder)
    }

    /// Takes that the folders above a root are there, as the root is.
    ///
    /// One that stayed missing would not be looked for again when it goes, and what is in it never be found gone.
    func findFoldersAbove(_ folder: Int64) throws(SQLiteError) {
        try connection.run(
            """
            WITH RECURSIVE above (id) AS (
                SELECT parent FROM folder WHERE id = ?
                UNION
                SELECT f.parent FROM above JOIN folder AS f ON f.id = above.id
            )
            UPDATE folder SET status = 'unfinished', missing_run = NULL
            WHERE id IN (SELECT id FROM above) AND status = 'missing'
            """,
            [.integer(folder)]
        )
    }

    private func nearestAround(_ path: [UInt8], _ roots: [StoredRoot]) -> (StoredRoot, [[UInt8]])? {
        var nearest: (StoredRoot, [[UInt8]])?
        for root in roots {
            if let names = names(from: root.path, to: path), nearest == nil || names.count < nearest?.1.count ?? 0 {
                nearest = (root, names)
            }
        }
        return nearest
    }

    private func isTop(_ folder: Int64) throws(SQLiteError) -> Bool {
        try connection.value("SELECT parent FROM folder WHERE id = ?", [.integer(folder)]) == .null
    }

    /// Hangs the tree of a root that was there before into a new one around it.
    private func takeIn(
        _ inner: StoredRoot,
        at names: [[UInt8]],
        below top: Int64,
        path: [UInt8],
        tree: Int64
    ) throws(SQLiteError) {
        guard let name = names.last else { return }
        let parent = try folderRow(at: names.dropLast(), below: top, path: path, tree: tree)
        try connection.run(
            "UPDATE folder SET parent = ?, name = ? WHERE id = ?",
            [.integer(parent), Value(name: name), .integer(inner.folder)]
        )
        try connection.run("UPDATE folder SET root = ? WHERE root = ?", [.integer(tree), .integer(inner.id)])
        try connection.run(
            """
            WITH RECURSIVE above (id, parent) AS (
                SELECT id, parent FROM folder WHERE id = ?1
                UNION
                SELECT f.id, f.parent FROM above JOIN folder AS f ON f.id = above.parent
            )
            UPDATE folder SET tree_image_count = tree_image_count + t.images, tree_image_bytes = tree_image_bytes + t.bytes
            FROM (SELECT tree_image_count AS images, tree_image_bytes AS bytes FROM folder WHERE id = ?2) AS t
            WHERE id IN (SELECT id FROM above)
            """,
            [.integer(parent), .integer(inner.folder)]
        )
    }

    /// The row of a folder some levels down; rows on the way that are not there are made.
    private func folderRow(
        at names: some Sequence<[UInt8]>,
        below top: Int64,
        path: [UInt8],
        tree: Int64
    ) throws(SQLiteError) -> Int64 {
        var folder = top
        var path = path
        for name in names {
            path += path == [UInt8(ascii: "/")] ? name : [UInt8(ascii: "/")] + name
            let known = try connection.value(
                // Of one name the one that is there comes first, then the youngest.
                "SELECT id FROM folder WHERE parent = ? AND name = ? ORDER BY status = 'missing', id DESC LIMIT 1",
                [.integer(folder), Value(name: name)]
            )
            if case .integer(let id) = known {
                folder = id
            } else {
                let id = ids.take()
                try insert(id, parent: folder, name: name, path: path, tree: tree)
                folder = id
            }
        }
        return folder
    }

    /// A folder that was not listed yet.
    private func insert(
        _ folder: Int64,
        parent: Int64?,
        name: [UInt8],
        path: [UInt8],
        tree: Int64
    ) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO folder (id, root, parent, name, path, status, first_run) VALUES (?, ?, ?, ?, ?, 'unfinished', ?)
            """,
            [
                .integer(folder), .integer(tree), parent.map { .integer($0) } ?? .null, Value(name: name),
                path.count <= FolderStatements.longestPath ? Value(name: path) : .null, .integer(run),
            ]
        )
    }
}
