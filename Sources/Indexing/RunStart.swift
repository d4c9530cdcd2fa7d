import Listing
import SQLite

/// Begins runs: finds or makes the root, and gives the run its row.
struct RunStart {
    let connection: Connection
    let rules: RunRules

    /// What a walk begins with.
    struct Started {
        let identity: RunIdentity
        let folder: IndexedFolder
    }

    /// Begins a run of a root, in one transaction.
    ///
    /// - Parameters:
    ///   - path: The root's path without links.
    ///   - top: The folder that it leads to, where folders keep a number for ever.
    /// - Returns: What the walk begins with.
    /// - Throws: What SQLite does.
    func begin(_ path: [UInt8], _ top: LastingFolder?) throws(SQLiteError) -> Started {
        try connection.transaction { () throws(SQLiteError) -> Started in
            try closeKilledRuns()
            let ids = FolderIDs(first: try firstFolderID())
            let run = try connection.integer("SELECT coalesce(max(id), 0) + 1 FROM run")
            let tree = RootTree(connection, run: run, ids: ids)
            let root = try tree.find(path, top)
            try insertRun(run, root: root.id)
            // All other roots that ran since have looked for these.
            try connection.run(
                "DELETE FROM replaced WHERE run IN (SELECT id FROM run WHERE root = ? AND settled = 1)",
                [.integer(root.id)]
            )
            let place = try tree.place(root)
            let shortcut = try Shortcut(connection, run: run, top: place.folder, rules: rules)
            try connection.run("UPDATE next_id SET id = ? WHERE what = 'folder'", [.integer(ids.next)])
            let identity = RunIdentity(
                id: run,
                tree: place.tree,
                extensions: try extensionIDs(),
                fingerprintKey: try connection.integer("SELECT key FROM fingerprint_key"),
                folderIDs: ids,
                volumeIDs: try VolumeIDs(connection),
                top: place.folder,
                hold: rules.hold,
                shortcut: shortcut,
                problemsBefore: try RunNews.problemCount(connection),
                hasFeed: rules.feed != nil
            )
            return Started(identity: identity, folder: try indexedFolder(place, path))
        }
    }

    /// Notes that a known root could not be read at all; does nothing for one that is not known.
    ///
    /// - Returns: Whether its last run found the same.
    func noteUnreadable(_ path: [UInt8], error: ListingError, exitCode: Int32) throws(SQLiteError) -> Bool {
        try connection.transaction { () throws(SQLiteError) -> Bool in
            try closeKilledRuns()
            guard let root = try RootTable(connection).find(typed: path) else { return false }
            let wasUnreadable = try RunNews.wasUnreadable(connection, root: root.id, before: .max)
            let run = try connection.integer("SELECT coalesce(max(id), 0) + 1 FROM run")
            try insertRun(run, root: root.id)
            try connection.run(
                "UPDATE run SET state = 'failed', ended = ?, exit_code = ?, errors = 1, error = ? WHERE id = ?",
                [.integer(currentTime()), .integer(Int64(exitCode)), .text(Self.words(error)), .integer(run)]
            )
            guard error.meaning == .stalled else { return wasUnreadable }
            try connection.run(
                """
                UPDATE folder SET status = 'stalled', errno = ?, error = ?, problem_run = coalesce(problem_run, ?)
                WHERE id = ?
                """,
                [.integer(Int64(error.code)), .text(error.description), .integer(run), .integer(root.folder)]
            )
            return wasUnreadable
        }
    }

    /// What a person is told who sees no more than this and the root's path: the call that failed tells what was tried.
    private static func words(_ error: ListingError) -> String {
        switch error.meaning {
        case .vanished: "the root cannot be found: \(error.reason)"
        case .denied: "the root may not be read: \(error.reason)"
        case .stalled: "the root does not answer: \(error)"
        case .refused: "the login is not taken: \(error.reason)"
        case .failed, .stopped: "the root cannot be read: \(error)"
        }
    }

    /// A run that is still called running was killed: we hold the lock that it would hold.
    private func closeKilledRuns() throws(SQLiteError) {
        try connection.run("UPDATE run SET state = 'killed' WHERE state = 'running'")
    }

    private func firstFolderID() throws(SQLiteError) -> Int64 {
        try connection.integer(
            "SELECT max((SELECT id FROM next_id WHERE what = 'folder'), (SELECT coalesce(max(id), 0) + 1 FROM folder))"
        )
    }

    private func insertRun(_ run: Int64, root: Int64) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO run (id, root, started, state, version, width, extensions, default_excludes, look,
                one_file_system, excludes, feed, first_image)
            VALUES (?, ?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, max((SELECT id FROM next_id WHERE what = 'image'),
                (SELECT coalesce(max(id), 0) + 1 FROM image)))
            """,
            [
                .integer(run), .integer(root), .integer(currentTime()), .text(rules.version),
                .integer(Int64(rules.width)),
                .text(rules.extensionText), .integer(rules.defaultExcludes ? 1 : 0), .text(rules.look.rawValue),
                .integer(rules.oneFileSystem ? 1 : 0), .text(rules.excludeText),
                rules.feed.map { .text($0.position) } ?? .null,
            ]
        )
    }

    private func extensionIDs() throws(SQLiteError) -> [Int64] {
        var ids: [Int64] = []
        for fileExtension in rules.extensions {
            let format = fileExtension.format.map { Value.text($0) } ?? .null
            ids.append(
                try connection.integer(
                    """
                    INSERT INTO extension (text, format) VALUES (?, ?)
                    ON CONFLICT (text) DO UPDATE SET format = excluded.format RETURNING id
                    """,
                    [.text(fileExtension.text), format]
                )
            )
        }
        return ids
    }

    private func indexedFolder(_ place: RootTree.Place, _ path: [UInt8]) throws(SQLiteError) -> IndexedFolder {
        var row = IndexedFolder.Row(id: place.folder, oldPath: place.oldPath)
        try connection.query(
            "SELECT \(StoredFolder.columns) FROM folder WHERE id = ?",
            [.integer(place.folder)]
        ) { found in
            row.stored = StoredFolder(found)
        }
        row.parent = row.stored?.parent
        return IndexedFolder(path: TreePath(root: path), row: row)
    }
}
