import SQLite

/// Images whose files the run found at another place, where files keep their numbers for ever: in another root too, which
/// no run came to since.
///
/// Nothing but the number is asked: what has it is at one place. A folder that this run listed to its end and that showed the
/// file is believed, though, and so is a store that shows it at two new places.
struct LeftPlaces {
    private let connection: Connection
    private let run: Int64

    init(_ connection: Connection, run: Int64) {
        self.connection = connection
        self.run = run
    }

    /// Holds them, as if they had been looked for where they were.
    ///
    /// - Complexity: O(n) for all images, if the run added one where files keep their numbers; there is no index of them.
    func hold() throws(SQLiteError) {
        try connection.execute("DROP TABLE IF EXISTS temp.left_place")
        let isAnyNew = try connection.integer(
            """
            SELECT EXISTS (SELECT 1 FROM volume WHERE has_lasting_ids) AND EXISTS (
                SELECT 1 FROM image WHERE id >= (SELECT first_image FROM run WHERE id = ?))
            """,
            [.integer(run)]
        )
        if isAnyNew == 0 { return }
        try connection.execute("CREATE TEMP TABLE left_place (image INTEGER PRIMARY KEY, seen_run INTEGER)")
        try connection.run(
            """
            WITH added (id, inode, volume) AS (
                SELECT i.id, i.inode, f.volume
                FROM image AS i JOIN folder AS f ON f.id = i.folder JOIN volume AS v ON v.id = f.volume
                WHERE i.id >= (SELECT first_image FROM run WHERE id = ?1) AND i.first_run = ?1 AND i.state IS NULL
                  AND v.has_lasting_ids
            )
            INSERT INTO temp.left_place
            SELECT i.id, coalesce(f.listed_run, i.first_run)
            FROM image AS i CROSS JOIN added AS a ON a.inode = i.inode JOIN folder AS f ON f.id = i.folder
            WHERE f.volume = a.volume AND i.state IS NULL AND i.id <> a.id AND coalesce(f.listed_run, i.first_run) < ?1
              AND i.first_run < ?1 AND coalesce(i.changed_run, 0) < ?1
            GROUP BY i.id HAVING count(*) = 1
            """,
            [.integer(run)]
        )
        try connection.run(
            """
            UPDATE image SET state = 'held', absent_run = ?1, seen_run = l.seen_run, problem_run = NULL, error = NULL
            FROM temp.left_place AS l WHERE l.image = image.id
            """,
            [.integer(run)]
        )
    }

    /// Takes back what is not a move after all.
    func release() throws(SQLiteError) {
        let isAny = try connection.integer(
            "SELECT EXISTS (SELECT 1 FROM temp.sqlite_schema WHERE name = 'left_place')"
        )
        if isAny == 0 { return }
        try connection.execute(
            """
            UPDATE image SET state = NULL, absent_run = NULL, seen_run = NULL
            WHERE id IN (SELECT image FROM temp.left_place EXCEPT SELECT image FROM temp.move);
            DROP TABLE temp.left_place;
            """
        )
    }
}
