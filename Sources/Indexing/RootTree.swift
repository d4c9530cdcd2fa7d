import Listing
import SQLite

/// Puts a root into the one tree of folders, so that no file gets two rows.
///
/// A root inside another shares that one's folder rows: its own row only says where
/// it begins. A root around others takes their trees in.
struct RootTree {
    let connection: Connection
    let run: Int64
    let ids: FolderIDs

    init(_ connection: Connection, run: Int64, ids: FolderIDs) {
        self.connection = connection
        self.run = run
        self.ids = ids
    }

    /// A root whose run begins.
    struct Root {
        let id: Int64
        let path: [UInt8]
        /// The top folder that it had; of a new root an id without a row.
        let folder: Int64
        let isNew: Bool
        /// The row of the folder that its path leads to by its lasting number; nil if there is none, or it has no such number.
        let lasting: Int64?
    }

    /// The place of a root in the tree.
    struct Place {
        /// `root.id` of the root that owns the tree.
        let tree: Int64
        /// The top folder.
        let folder: Int64
        /// Where the top folder was, if it is elsewhere since.
        var oldPath: [UInt8]?
    }

    /// Finds or makes the row of a root.
    ///
    /// A folder that keeps its number is one root wherever it is: the row takes the path that it has now.
    /// - Parameters:
    ///   - path: The root's path.
    ///   - top: The folder that it leads to, where folders keep a number for ever.
    /// - Returns: The root, which is still to be placed.
    /// - Throws: What SQLite does.
    func find(_ path: [UInt8], _ top: LastingFolder?) throws(SQLiteError) -> Root {
        let roots = try RootTable(connection).all()
        let lasting = try row(of: top)
        if let known = roots.first(where: { $0.path == path }) {
            return Root(id: known.id, path: path, folder: known.folder, isNew: false, lasting: lasting)
        }
        if let lasting, let known = roots.first(where: { $0.folder == lasting }) {
            try connection.run("UPDATE root SET path = ? WHERE id = ?", [Value(name: path), .integer(known.id)])
            return Root(id: known.id, path: path, folder: lasting, isNew: false, lasting: lasting)
        }
        let id = try insert(root: path, folder: ids.take())
        let folder = try connection.integer("SELECT folder FROM root WHERE id = ?", [.integer(id)])
        return Root(id: id, path: path, folder: folder, isNew: true, lasting: lasting)
    }

    /// Finds or makes the top folder of a root, where its path says.
    ///
    /// - Parameter root: The root, whose row is there, as is that of the run.
    /// - Returns: Where it is.
    /// - Throws: What SQLite does.
    func place(_ root: Root) throws(SQLiteError) -> Place {
        let place = try find(root)
        try findFoldersAbove(place.folder)
        return place
    }

    private func find(_ root: Root) throws(SQLiteError) -> Place {
        var isHere = false
        if !root.isNew { isHere = try path(of: root.folder) == root.path }
        if isHere, root.lasting == nil || root.lasting == root.folder {
            return Place(tree: try tree(of: root.folder), folder: root.folder)
        }
        let others = try RootTable(connection).all().filter { $0.id != root.id }
        var place = Place(tree: root.id, folder: root.folder)
        var parent: Int64?
        var name = root.path
        if let (outer, names) = try nearestAround(root.path, others, notBelow: root.lasting) {
            place = Place(tree: try tree(of: outer.folder), folder: root.folder)
            name = names[names.count - 1]
            parent = try folderRow(
                at: names.dropLast(),
                below: outer.folder,
                path: outer.path,
                tree: place.tree,
                besides: root.lasting
            )
        }
        if let lasting = root.lasting {
            place.oldPath = try bring(lasting, to: root, parent, name, tree: place.tree, isTaken: isHere)
            place = Place(tree: place.tree, folder: lasting, oldPath: place.oldPath)
        } else if let parent {
            let above = root.path.dropLast(name.count + 1)
            let shared = try folderRow(at: [name], below: parent, path: Array(above), tree: place.tree)
            place = Place(tree: place.tree, folder: shared)
        } else {
            if !root.isNew { place = Place(tree: root.id, folder: ids.take()) }
            try insert(place.folder, parent: nil, name: root.path, path: root.path, tree: root.id)
        }
        try connection.run(
            "UPDATE root SET folder = ? WHERE id = ?",
            [.integer(place.folder), .integer(root.id)]
        )
        if parent == nil {
            for other in others {
                guard let names = names(from: root.path, to: other.path), try isTop(other.folder) else { continue }
                try takeIn(other, at: names, below: place.folder, path: root.path, tree: root.id)
            }
        }
        return place
    }

    /// The row of a folder that keeps its number: the one that is there, else the youngest.
    private func row(of folder: LastingFolder?) throws(SQLiteError) -> Int64? {
        guard let folder else { return nil }
        var row: Int64?
        try connection.query(
            """
            SELECT f.id FROM folder AS f JOIN volume AS v ON v.id = f.volume
            WHERE f.inode = ? AND v.identity = ? AND v.has_lasting_ids
            ORDER BY f.status = 'missing', f.id DESC LIMIT 1
            """,
            [.integer(folder.item), Value(name: folder.volume.identity)]
        ) { row = $0.int64(at: 0) }
        return row
    }

    /// Inserts the row of a root.
    ///
    /// It and its folder refer to each other: the constraint is checked at the end of the transaction.
    func insert(root path: [UInt8], folder: Int64) throws(SQLiteError) -> Int64 {
        try connection.integer(
            "INSERT INTO root (id, path, folder) SELECT coalesce(max(id), 0) + 1, ?, ? FROM root RETURNING id",
            [Value(name: path), .integer(folder)]
        )
    }

    private func tree(of folder: Int64) throws(SQLiteError) -> Int64 {
        try connection.integer("SELECT root FROM folder WHERE id = ?", [.integer(folder)])
    }

    func path(of folder: Int64) throws(SQLiteError) -> [UInt8]? {
        var path: [UInt8]?
        try connection.query("SELECT path FROM folder_path WHERE id = ?", [.integer(folder)]) {
            path = $0.bytes(at: 0)
        }
        return path
    }

    /// Takes that the folders above a root are there, as the root is.
    ///
    /// One that stayed missing would not be looked for again when it goes, and what is in it never be found gone.
    private func findFoldersAbove(_ folder: Int64) throws(SQLiteError) {
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

    /// The innermost root that a path is inside of, and the names that lead there.
    ///
    /// Not one whose folder is elsewhere now, or is, or is in, the folder that moves.
    private func nearestAround(
        _ path: [UInt8],
        _ roots: [StoredRoot],
        notBelow moving: Int64?
    ) throws(SQLiteError) -> (StoredRoot, [[UInt8]])? {
        var nearest: (StoredRoot, [[UInt8]])?
        for root in roots {
            guard let names = names(from: root.path, to: path), names.count < nearest?.1.count ?? .max,
                try self.path(of: root.folder) == root.path
            else { continue }
            if let moving, try isBelow(root.folder, moving) { continue }
            nearest = (root, names)
        }
        return nearest
    }

    /// Whether a folder is another one or is in it.
    private func isBelow(_ folder: Int64, _ other: Int64) throws(SQLiteError) -> Bool {
        try connection.integer(
            """
            WITH RECURSIVE up (id) AS (
                VALUES (?1)
                UNION
                SELECT f.parent FROM up JOIN folder AS f ON f.id = up.id WHERE f.parent IS NOT NULL
            )
            SELECT EXISTS (SELECT 1 FROM up WHERE id = ?2)
            """,
            [.integer(folder), .integer(other)]
        ) != 0
    }

    func isTop(_ folder: Int64) throws(SQLiteError) -> Bool {
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
        // A folder that moved here brought its own: the other is elsewhere, as a run of its root finds out.
        let isTaken = try connection.integer(
            "SELECT EXISTS (SELECT 1 FROM folder WHERE parent = ? AND name = ? AND status <> 'missing')",
            [.integer(parent), Value(name: name)]
        )
        if isTaken != 0 { return }
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
        tree: Int64,
        besides moving: Int64? = nil
    ) throws(SQLiteError) -> Int64 {
        var folder = top
        var path = path
        for name in names {
            path += path == [UInt8(ascii: "/")] ? name : [UInt8(ascii: "/")] + name
            let known = try connection.value(
                // Of one name the one that is there comes first, then the youngest.
                "SELECT id FROM folder WHERE parent = ? AND name = ? AND id IS NOT ? ORDER BY status = 'missing', id DESC LIMIT 1",
                [.integer(folder), Value(name: name), moving.map { .integer($0) } ?? .null]
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
