import SQLite

/// Looks for images that are somewhere else now: what is absent or was replaced, among what is new.
///
/// A file is the same if its volume, inode number, size, modification time and the time it
/// was made are; where the file system does not say when, its change time must not be
/// older. Where files keep their numbers for ever, the number alone tells. Each file goes to one place and each place has one file: whatever fits twice is
/// left as missing and added.
struct MoveSearch {
    private let connection: Connection
    private let run: Int64

    init(_ connection: Connection, run: Int64) {
        self.connection = connection
        self.run = run
    }

    /// Fills the table `temp.move`: a row for each image that moved, with its new place.
    ///
    /// - Returns: Whether there is any.
    /// - Complexity: O(n log m) for n images that are new since the last settled run and m that are absent.
    func fill() throws(SQLiteError) -> Bool {
        let left = LeftPlaces(connection, run: run)
        try left.hold()
        let isAnyAbsent = try connection.integer(
            """
            SELECT EXISTS (SELECT 1 FROM image WHERE seen_run IS NOT NULL) OR EXISTS (SELECT 1 FROM replaced)
            """
        )
        if isAnyAbsent == 0 { return false }
        try connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS move (
                image INTEGER, target INTEGER, was_replaced INTEGER, is_added INTEGER, folder INTEGER, name ANY,
                extension INTEGER, size INTEGER, mtime INTEGER, ctime INTEGER, inode INTEGER, born INTEGER,
                look_again TEXT, first_run INTEGER, is_changed INTEGER
            );
            DELETE FROM temp.move;
            """
        )
        let first = try firstNewImage()
        for isTargetAdded in [true, false] {
            for wasReplaced in [false, true] {
                try connection.run(
                    Self.search(isTargetAdded: isTargetAdded, wasReplaced: wasReplaced),
                    isTargetAdded ? [.integer(first)] : []
                )
            }
        }
        try dropFound()
        try connection.execute(
            """
            DELETE FROM temp.move
            WHERE image IN (SELECT image FROM temp.move GROUP BY image HAVING count(*) > 1)
               OR target IN (SELECT target FROM temp.move GROUP BY target HAVING count(*) > 1);
            """
        )
        try left.release()
        return try connection.integer("SELECT EXISTS (SELECT 1 FROM temp.move)") != 0
    }

    /// Drops files that were another image's before they moved: two that were swapped, of which a run that broke off saw one
    /// half, were both of them the same file for a while.
    ///
    /// - Complexity: O(n) for all images, if there is a file that left its name to another; there is no index of their inode
    ///   numbers.
    private func dropFound() throws(SQLiteError) {
        if try connection.integer("SELECT EXISTS (SELECT 1 FROM temp.move WHERE was_replaced)") == 0 { return }
        try connection.execute(
            """
            DELETE FROM temp.move WHERE rowid IN (
                WITH found (id, image, target, inode, folder, run) AS (
                    SELECT m.rowid, m.image, m.target, m.inode, m.folder, iif(is_added, m.first_run, x.run)
                    FROM temp.move AS m LEFT JOIN replaced AS x ON x.image = m.target
                    WHERE m.was_replaced
                )
                SELECT m.id FROM image AS p CROSS JOIN found AS m ON m.inode = p.inode
                WHERE p.state IS NULL AND p.id <> m.image AND p.id <> m.target
                  AND p.first_run < m.run
                  AND NOT EXISTS (SELECT 1 FROM replaced AS x WHERE x.image = p.id AND x.run >= m.run)
                  AND (SELECT volume FROM folder WHERE id = p.folder) IS (SELECT volume FROM folder WHERE id = m.folder)
            )
            """
        )
    }

    /// Where the images begin that may be ones that moved: what was added by runs that were not settled, and after
    /// those were last seen that such a run found absent.
    private func firstNewImage() throws(SQLiteError) -> Int64 {
        try connection.integer(
            """
            WITH unsettled (run) AS (SELECT min(id) FROM run WHERE settled = 0),
            seen (run) AS (
                SELECT min(i.seen_run) FROM change AS c JOIN image AS i ON i.id = c.image
                WHERE c.run >= (SELECT run FROM unsettled) AND c.what = 'held'
                UNION ALL SELECT min(seen_run) FROM replaced
            )
            SELECT min(first_image) FROM run
            WHERE id >= min((SELECT run FROM unsettled), coalesce(
                (SELECT min(run) + NOT EXISTS (SELECT 1 FROM volume WHERE has_lasting_ids) FROM seen), 9223372036854775807))
              AND first_image IS NOT NULL
            """
        )
    }

    private static func search(isTargetAdded: Bool, wasReplaced: Bool) -> String {
        let target =
            isTargetAdded
            ? "FROM image AS t"
            : "FROM replaced AS x CROSS JOIN image AS t ON t.id = x.image"
        // One that an earlier, settled run found changed has been another file, and is its row.
        let isNew = """
            t.id >= ?1 AND t.seen_run IS NULL AND NOT EXISTS (SELECT 1 FROM replaced WHERE image = t.id)
            AND (t.changed_run IS NULL OR t.changed_run >= (SELECT min(id) FROM run WHERE settled = 0))
            """
        let isTarget = isTargetAdded ? isNew : "t.id <> s.\(wasReplaced ? "image" : "id")"
        let since = isTargetAdded ? "t.first_run" : "x.run"
        let source = wasReplaced ? "replaced AS s CROSS JOIN image AS o ON o.id = s.image" : "image AS s"
        let isSource = wasReplaced ? "1" : "s.seen_run IS NOT NULL"
        let folder = wasReplaced ? "o.folder" : "s.folder"
        let isLasting = """
            EXISTS (SELECT 1 FROM folder AS f JOIN volume AS v ON v.id = f.volume WHERE f.id = t.folder AND v.has_lasting_ids)
            """
        return """
            INSERT INTO temp.move
            SELECT s.\(wasReplaced ? "image" : "id"), t.id, \(wasReplaced ? 1 : 0), \(isTargetAdded ? 1 : 0),
                   t.folder, t.name, t.extension, t.size, t.mtime, t.ctime, t.inode, t.born, t.look_again, t.first_run,
                   s.size IS NOT t.size OR s.mtime IS NOT t.mtime
            \(target) CROSS JOIN \(source)
            WHERE \(isTarget) AND t.state IS NULL AND \(isSource)
              AND s.inode = t.inode
              AND (s.size = t.size AND s.mtime = t.mtime
                   AND iif(s.born IS NULL OR t.born IS NULL, t.ctime >= s.ctime, s.born = t.born)
                   OR \(isLasting))
              -- One run may have seen it at both places, while it moved.
              AND (s.seen_run < \(since) OR s.seen_run = \(since) AND \(isLasting))
              AND (SELECT volume FROM folder WHERE id = \(folder)) IS (SELECT volume FROM folder WHERE id = t.folder)
            """
    }
}
