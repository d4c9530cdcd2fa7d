import Listing
import SQLite

/// A root as it is stored.
struct StoredRoot: Equatable, Sendable {
    let id: Int64
    let path: [UInt8]
    /// Its top folder; of a root inside another one that has a parent.
    let folder: Int64
}

/// Reads the table of roots.
struct RootTable {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// All roots, in the order they were added.
    func all() throws(SQLiteError) -> [StoredRoot] {
        var roots: [StoredRoot] = []
        try connection.query("SELECT id, path, folder FROM root ORDER BY id") { row in
            roots.append(StoredRoot(id: row.int64(at: 0), path: row.bytes(at: 1), folder: row.int64(at: 2)))
        }
        return roots
    }

    /// The root of a path, compared byte for byte.
    func find(_ path: [UInt8]) throws(SQLiteError) -> StoredRoot? {
        try all().first { $0.path == path }
    }

    /// The root that is meant by a spelling: the one of this path, or the one that begins with the folder of this number.
    func find(typed path: [UInt8]) throws(SQLiteError) -> StoredRoot? {
        let roots = try all()
        if let root = roots.first(where: { $0.path == path }) { return root }
        guard let remote = RemoteRoot(path) else { return nil }
        // Where a slash means nothing it was indexed with one.
        if let root = roots.first(where: { $0.path == remote.pathWithSlash }), try !isAbsolute(root) { return root }
        guard let number = remote.number else { return nil }
        var found: StoredRoot?
        for root in roots where found == nil {
            let isIt = try connection.integer(
                """
                SELECT count(*) FROM folder AS f JOIN volume AS v ON v.id = f.volume
                WHERE f.id = ? AND f.inode = ? AND v.type = ? AND v.has_lasting_ids
                """,
                [.integer(root.folder), .integer(number), .text(RemoteRoot.Scheme.box.rawValue)]
            )
            if isIt != 0 { found = root }
        }
        return found
    }
}

extension RootTable {
    /// Whether a root of a remote of rclone is on a store where the slash before its path matters.
    func isAbsolute(_ root: StoredRoot) throws(SQLiteError) -> Bool {
        let identity = try connection.value(
            "SELECT CAST(v.identity AS BLOB) FROM folder AS f JOIN volume AS v ON v.id = f.volume WHERE f.id = ?",
            [.integer(root.folder)]
        )
        guard case .bytes(let identity) = identity,
            let end = root.path.dropFirst("rclone:".utf8.count).firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return identity.starts(with: root.path[...end] + [UInt8(ascii: "/")])
    }
}

/// The names that lead from a folder down to one inside it; nil if it is not inside.
///
/// - Returns: At least one name.
func names(from outer: [UInt8], to inner: [UInt8]) -> [[UInt8]]? {
    let slash = UInt8(ascii: "/")
    let prefix = outer == [slash] ? outer : outer + [slash]
    guard inner.count > prefix.count && inner.starts(with: prefix) else { return nil }
    return inner[prefix.count...].split(separator: slash).map { Array($0) }
}
