import Listing
import SQLite

extension IndexReader {
    /// What the index knows of a path, whether anything is there or not.
    ///
    /// - Parameter path: An absolute path without `.`, `..` and links.
    /// - Returns: Nil if it is in no root.
    /// - Throws: Why the index cannot be read.
    public func trail(of path: [UInt8]) throws(IndexError) -> Trail? {
        try indexing { () throws(SQLiteError) in
            let table = RootTable(connection)
            let roots = try table.all().sorted { $0.path.count < $1.path.count }
            // The outermost: roots inside it share its folders.
            for root in roots {
                if root.path == path { return try trail(from: root, along: []) }
                if let names = names(from: root.path, to: path) { return try trail(from: root, along: names) }
            }
            if let root = try table.find(typed: path) { return try trail(from: root, along: []) }
            // Where a slash means nothing it was indexed with one.
            guard let other = RemoteRoot(path)?.pathWithSlash, other != path else { return nil }
            for root in roots {
                guard let names = names(from: root.path, to: other), try !table.isAbsolute(root) else { continue }
                return try trail(from: root, along: names)
            }
            return nil
        }
    }

    private func trail(from root: StoredRoot, along names: [[UInt8]]) throws(SQLiteError) -> Trail {
        var trail = Trail(root: root.path, folders: [], rest: names)
        var path = root.path
        let top = try folder("id = ?", [.integer(root.folder)], path)
        guard var last = top else { return trail }
        trail.folders = [last]
        while let name = trail.rest.first {
            path += (path.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name
            // Of one name at most one is not missing.
            guard
                var next = try folder(
                    "parent = ? AND name = ? ORDER BY status = 'missing', id DESC LIMIT 1",
                    [.integer(last.id), Value(name: name)],
                    path
                )
            else { break }
            next.skip = try skips(of: last.id, "AND name = ?", [Value(name: name)]).first
            // A file may have taken the name.
            if trail.rest.count == 1 && next.status == "missing" {
                trail.images = try images(name, in: last.id)
                if !trail.images.isEmpty { break }
            }
            trail.folders.append(next)
            trail.rest.removeFirst()
            last = next
        }
        if let name = trail.rest.first {
            if trail.rest.count == 1 { trail.images = try images(name, in: last.id) }
            trail.skips = try skips(of: last.id)
            trail.rules = try rules(of: last)
        }
        return trail
    }

    private func folder(_ condition: String, _ values: [Value], _ path: [UInt8]) throws(SQLiteError) -> Trail.Folder? {
        var found: Trail.Folder?
        try connection.query(
            """
            SELECT id, status, error, problem_run, listed_run, missing_run, other_count, link_count
            FROM folder WHERE \(condition)
            """,
            values
        ) { row in
            found = Trail.Folder(
                id: row.int64(at: 0),
                path: path,
                status: row.text(at: 1),
                error: row.isNull(at: 2) ? nil : row.text(at: 2),
                problemRun: row.optionalInt64(at: 3),
                listedRun: row.optionalInt64(at: 4),
                missingRun: row.optionalInt64(at: 5),
                otherCount: row.int64(at: 6),
                linkCount: row.int64(at: 7)
            )
        }
        return found
    }

    private func images(_ name: [UInt8], in folder: Int64) throws(SQLiteError) -> [Trail.Image] {
        try images("i.folder = ? AND i.name = ?", [.integer(folder), Value(name: name)])
    }

    func images(_ condition: String, _ values: [Value]) throws(SQLiteError) -> [Trail.Image] {
        var images: [Trail.Image] = []
        try connection.query(
            """
            SELECT i.id, coalesce(i.state, 'present'), i.first_run, i.changed_run, coalesce(i.missing_run, i.absent_run),
                   (SELECT iif(typeof(p.path) = 'blob', CAST(c.proof || ':' || p.path AS BLOB), c.proof || ':' || p.path)
                    FROM change AS c JOIN folder_path AS p ON p.id = c.proof_folder
                    WHERE c.image = i.id AND c.what = i.state ORDER BY c.id DESC LIMIT 1),
                   i.error, i.problem_run
            FROM image AS i WHERE \(condition)
            ORDER BY i.state IS NOT NULL, i.state = 'missing', i.id DESC
            """,
            values
        ) { row in
            images.append(
                Trail.Image(
                    id: row.int64(at: 0),
                    state: row.text(at: 1),
                    firstRun: row.int64(at: 2),
                    changedRun: row.optionalInt64(at: 3),
                    absentRun: row.optionalInt64(at: 4),
                    proof: row.isNull(at: 5) ? nil : row.bytes(at: 5),
                    error: row.isNull(at: 6) ? nil : row.text(at: 6),
                    problemRun: row.optionalInt64(at: 7)
                )
            )
        }
        return images
    }

    private func skips(of folder: Int64, _ condition: String = "", _ values: [Value] = []) throws(SQLiteError) -> [Skip]
    {
        var skips: [Skip] = []
        try connection.query(
            "SELECT name, count, reason, rule, file, line FROM skip WHERE folder = ? AND problem_run IS NULL \(condition) ORDER BY id",
            [.integer(folder)] + values
        ) { row in
            guard let reason = Skip.Reason(rawValue: row.text(at: 2)) else { return }
            let rule = Skip.Rule(
                reason: reason,
                text: row.bytes(at: 3),
                file: row.isNull(at: 4) ? nil : row.bytes(at: 4),
                line: row.optionalInt64(at: 5)
            )
            skips.append(Skip(rule, name: row.isNull(at: 0) ? nil : row.bytes(at: 0), count: row.int64(at: 1)))
        }
        return skips
    }

    private func rules(of folder: Trail.Folder) throws(SQLiteError) -> Trail.Rules? {
        var rules: Trail.Rules?
        guard let run = folder.listedRun else { return nil }
        try connection.query(
            "SELECT r.path, n.extensions FROM run AS n JOIN root AS r ON r.id = n.root WHERE n.id = ?",
            [.integer(run)]
        ) { rules = Trail.Rules(root: $0.bytes(at: 0), extensions: $0.bytes(at: 1)) }
        return rules
    }
}
