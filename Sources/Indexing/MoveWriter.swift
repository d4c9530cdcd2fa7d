import SQLite

/// Gives images that moved their new places; see ``MoveSearch``.
///
/// All places were noted before the first is taken, so it makes no difference in which
/// order files exchanged them.
struct MoveWriter {
    private let connection: Connection
    private let run: Int64
    private let take: Statement
    private let deleteChange: Statement
    private let insertChange: Statement

    init(_ connection: Connection, run: Int64) throws(SQLiteError) {
        self.connection = connection
        self.run = run
        take = try connection.prepare(
            """
            UPDATE image SET folder = m.folder, name = m.name, extension = m.extension, size = m.size, mtime = m.mtime,
                ctime = m.ctime, inode = m.inode, born = m.born, look_again = m.look_again,
                changed_run = iif(m.is_changed, ?2, changed_run),
                state = NULL, missing_run = NULL, seen_run = NULL, absent_run = NULL, problem_run = NULL, error = NULL
            FROM temp.move AS m WHERE m.image = ?1 AND image.id = ?1
            """
        )
        deleteChange = try connection.prepare(
            "DELETE FROM change WHERE run = ?1 AND image = ?2 AND what IN ('held', 'changed', 'touched') RETURNING what"
        )
        insertChange = try connection.prepare(
            "INSERT INTO change (run, what, image, old_path) VALUES (?1, ?2, ?3, ?4)"
        )
    }

    private struct Moved {
        let image: Int64
        let target: Int64
        let wasReplaced: Bool
        let isAdded: Bool
        /// The folder that it is in now.
        let folder: Int64
        /// The run that found it there.
        let targetRun: Int64
        /// Whether it is another content there: only where files keep their numbers for ever.
        let isChanged: Bool
    }

    /// Moves all that ``MoveSearch`` found.
    ///
    /// - Parameters:
    ///   - counts: The run's, which come to say `moved` instead of `added` and `changed`.
    ///   - totals: Take what folders gained and lost.
    /// - Throws: What SQLite does.
    func apply(_ counts: inout RunCounts, _ totals: FolderTotals) throws(SQLiteError) {
        // What is at the places that replaced images leave to files that have no row: they get new ones.
        try connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS vacated AS SELECT * FROM image LIMIT 0;
            DELETE FROM temp.vacated;
            INSERT INTO temp.vacated SELECT i.* FROM temp.move AS m JOIN image AS i ON i.id = m.image
            WHERE m.was_replaced AND NOT EXISTS (SELECT 1 FROM temp.move AS o WHERE o.target = m.image);
            -- Some of those files have gone since: that takes its proof along.
            CREATE TEMP TABLE IF NOT EXISTS vacated_change AS SELECT * FROM change LIMIT 0;
            DELETE FROM temp.vacated_change;
            INSERT INTO temp.vacated_change SELECT c.* FROM temp.vacated AS v JOIN change AS c ON c.image = v.id
            WHERE c.what = v.state AND c.run >= coalesce(v.missing_run, v.absent_run);
            """
        )
        let select = try connection.prepare(
            """
            SELECT m.image, m.target, m.was_replaced, m.is_added, m.folder, iif(m.is_added, m.first_run, r.run), m.is_changed
            FROM temp.move AS m LEFT JOIN replaced AS r ON r.image = m.target
            """
        )
        while try select.step() {
            let moved = Moved(
                image: select.int64(at: 0),
                target: select.int64(at: 1),
                wasReplaced: select.int64(at: 2) != 0,
                isAdded: select.int64(at: 3) != 0,
                folder: select.int64(at: 4),
                targetRun: select.int64(at: 5),
                isChanged: select.int64(at: 6) != 0
            )
            try apply(moved, &counts, totals)
        }
        try fillVacated(&counts)
        try loseDisplaced(&counts, totals)
        try connection.execute(
            """
            DELETE FROM replaced WHERE image IN (SELECT image FROM temp.move UNION ALL SELECT target FROM temp.move)
            """
        )
    }

    private func apply(_ moved: Moved, _ counts: inout RunCounts, _ totals: FolderTotals) throws(SQLiteError) {
        let old = try connection.value("SELECT path FROM images WHERE id = ?", [.integer(moved.image)]) ?? .null
        // Held it counted in the folder it leaves; replaced it leaves its place to what is there now.
        if !moved.wasReplaced { try totals.subtract(heldImage: moved.image) }
        try take.bind(1, moved.image)
        try take.bind(2, run)
        try take.run()
        try forgetChanges(of: moved.image, &counts)
        try note("moved", moved.image, in: run, oldPath: old)
        counts.moved += 1
        if moved.isChanged {
            try note("changed", moved.image, in: run, oldPath: .null)
            counts.changed += 1
        }
        if moved.targetRun != run { try countOnce(moved, &counts) }
        guard moved.isAdded else { return }
        if moved.targetRun == run {
            counts.added -= 1
        } else {
            // That run did find a new file at this place.
            try note("added", moved.image, in: moved.targetRun, oldPath: .null)
        }
        // What earlier runs found of the row that goes, they found of this file.
        try connection.run(
            "UPDATE change SET image = ? WHERE image = ? AND run <> ?",
            [.integer(moved.image), .integer(moved.target), .integer(run)]
        )
        try connection.run("DELETE FROM change WHERE image = ?", [.integer(moved.target)])
        try connection.run("DELETE FROM image WHERE id = ?", [.integer(moved.target)])
    }

    /// Counts an image that an earlier run found at its new place as moved and nothing else.
    private func countOnce(_ moved: Moved, _ counts: inout RunCounts) throws(SQLiteError) {
        let before = counts.changed + counts.touched
        try forgetChanges(of: moved.target, &counts)
        if counts.changed + counts.touched < before { return }
        try makeRoom(in: moved.folder, &counts)
    }

    /// Lets a file that an earlier run found be counted as something else: this one counted it as unchanged, or did not
    /// see it.
    private func makeRoom(in folder: Int64, _ counts: inout RunCounts) throws(SQLiteError) {
        let isSeen = try connection.integer(
            "SELECT listed_run IS ?2 FROM folder WHERE id = ?1",
            [.integer(folder), .integer(run)]
        )
        if isSeen != 0 { counts.unchanged -= 1 } else { counts.imagesSeen += 1 }
    }

    /// Gives the files that took the places of replaced images rows of their own.
    private func fillVacated(_ counts: inout RunCounts) throws(SQLiteError) {
        let first = try connection.integer(
            "SELECT max((SELECT id FROM next_id WHERE what = 'image'), (SELECT coalesce(max(id), 0) + 1 FROM image))"
        )
        try connection.run(
            """
            INSERT INTO image (id, folder, name, extension, size, mtime, ctime, inode, born, look_again, first_run,
                state, seen_run, absent_run, missing_run)
            SELECT ?2 + row_number() OVER (ORDER BY id) - 1,
                   folder, name, extension, size, mtime, ctime, inode, born, look_again, ?1,
                   state, seen_run, absent_run, missing_run
            FROM temp.vacated
            """,
            [.integer(run), .integer(first)]
        )
        try connection.run(
            """
            INSERT INTO change (run, what, image, proof, proof_folder)
            SELECT c.run, c.what, n.id, c.proof, c.proof_folder
            FROM (SELECT id AS image, ?1 + row_number() OVER (ORDER BY id) - 1 AS id FROM temp.vacated) AS n
            JOIN temp.vacated_change AS c ON c.image = n.image
            """,
            [.integer(first)]
        )
        let (all, gone) = (
            Int(try connection.integer("SELECT count(*) FROM temp.vacated")),
            Int(try connection.integer("SELECT count(*) FROM temp.vacated WHERE state IS NOT NULL"))
        )
        // A file that an earlier run saw and this one not, and that has a row only now, counts as both.
        counts.added += all
        counts.imagesSeen += gone
        let foundBefore = try connection.prepare(
            """
            SELECT v.folder FROM temp.vacated AS v JOIN replaced AS r ON r.image = v.id
            WHERE r.run <> ? AND v.state IS NULL
            """
        )
        try foundBefore.bind(1, run)
        while try foundBefore.step() { try makeRoom(in: foundBefore.int64(at: 0), &counts) }
        try connection.run(
            "UPDATE next_id SET id = max(id, (SELECT coalesce(max(id), 0) + 1 FROM image)) WHERE what = 'image'"
        )
    }

    /// Images whose place another one took and that are found nowhere: their files are gone.
    private func loseDisplaced(_ counts: inout RunCounts, _ totals: FolderTotals) throws(SQLiteError) {
        let select = try connection.prepare(
            """
            SELECT r.image FROM replaced AS r
            WHERE EXISTS (SELECT 1 FROM temp.move WHERE target = r.image)
              AND NOT EXISTS (SELECT 1 FROM temp.move WHERE image = r.image)
            """
        )
        while try select.step() {
            let image = select.int64(at: 0)
            try forgetChanges(of: image, &counts)
            try connection.run(
                """
                UPDATE image SET size = r.size, mtime = r.mtime, ctime = r.ctime, inode = r.inode, born = r.born,
                    state = 'held', seen_run = r.seen_run, absent_run = r.run
                FROM replaced AS r WHERE r.image = ?1 AND image.id = ?1
                """,
                [.integer(image)]
            )
            try connection.run(
                """
                INSERT INTO change (run, what, image, proof, proof_folder)
                SELECT ?1, 'held', id, 'listed', folder FROM image WHERE id = ?2
                """,
                [.integer(run), .integer(image)]
            )
            try totals.add(heldImage: image)
        }
    }

    private func forgetChanges(of image: Int64, _ counts: inout RunCounts) throws(SQLiteError) {
        try deleteChange.bind(1, run)
        try deleteChange.bind(2, image)
        while try deleteChange.step() {
            switch deleteChange.text(at: 0) {
            case "changed": counts.changed -= 1
            case "touched": counts.touched -= 1
            default: break
            }
        }
    }

    private func note(_ what: String, _ image: Int64, in run: Int64, oldPath: Value) throws(SQLiteError) {
        try insertChange.bind(1, run)
        try insertChange.bind(2, text: what)
        try insertChange.bind(3, image)
        try insertChange.bind(4, value: oldPath)
        try insertChange.run()
    }
}
