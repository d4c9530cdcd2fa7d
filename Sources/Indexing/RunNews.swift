import SQLite

/// What a run found that no run before it has told: so that a mail from cron comes once, and not every night.
///
/// All of it follows from what is stored. What a killed run found is news of the next one that ends.
public struct RunNews: Equatable, Sendable {
    /// A folder or an image that cannot be read, or a line of an ignore file that makes no sense.
    public struct Problem: Equatable, Sendable {
        /// `folder`, `image` or `line`.
        public let what: String
        /// Where.
        public let path: [UInt8]
        /// Why.
        public let problem: String
        /// Whether it is a folder on another volume than it was.
        public let isOffline: Bool
    }

    /// How many problems are told one by one.
    public static let problemsShown: Int64 = 10

    /// Whether no run of the root ended before.
    public let isFirst: Bool
    /// The first of what cannot be read since this run, at most ``problemsShown``.
    public let problems: [Problem]
    /// How many they are.
    public let problemCount: Int64
    /// How many problems that there were before there are no more.
    public let healed: Int64
    /// How many images are held since this run.
    public let held: Int64
    /// Whether the last run of the root could not read it.
    public let rootWasUnreadable: Bool

    init(_ connection: Connection, _ run: RunIdentity, _ state: RunEnd.State) throws(SQLiteError) {
        let root = try connection.integer("SELECT root FROM run WHERE id = ?", [.integer(run.id)])
        let last = try connection.integer(
            "SELECT coalesce(max(id), 0) FROM run WHERE root = ? AND id < ? AND ended IS NOT NULL",
            [.integer(root), .integer(run.id)]
        )
        isFirst = last == 0
        rootWasUnreadable = try Self.wasUnreadable(connection, root: root, before: run.id)
        let isNew = "problem_run IN (SELECT id FROM run WHERE root = ?1 AND id > ?2)"
        var problems: [Problem] = []
        try connection.query(
            """
            SELECT 'folder', p.path, iif(f.error IS NULL, f.status, f.error), f.status = 'offline'
            FROM folder AS f JOIN folder_path AS p ON p.id = f.id WHERE f.\(isNew)
            UNION ALL
            SELECT 'image', i.path, i.error, 0 FROM image AS b JOIN images AS i ON i.id = b.id WHERE b.\(isNew)
            UNION ALL
            SELECT 'line', s.file, 'line ' || s.line || ' keeps nothing out: ' || s.problem, 0
            FROM skip AS s WHERE s.\(isNew)
            ORDER BY 2 LIMIT ?3
            """,
            [.integer(root), .integer(last), .integer(Self.problemsShown)]
        ) { row in
            problems.append(
                Problem(
                    what: row.text(at: 0),
                    path: row.bytes(at: 1),
                    problem: row.text(at: 2),
                    isOffline: row.int64(at: 3) != 0
                )
            )
        }
        self.problems = problems
        problemCount = try connection.integer(
            """
            SELECT (SELECT count(*) FROM folder WHERE \(isNew)) + (SELECT count(*) FROM image WHERE \(isNew))
                + (SELECT count(*) FROM skip WHERE \(isNew))
            """,
            [.integer(root), .integer(last)]
        )
        let old = try connection.integer(
            """
            SELECT (SELECT count(*) FROM folder WHERE problem_run < ?1) + (SELECT count(*) FROM image WHERE problem_run < ?1)
                + (SELECT count(*) FROM skip WHERE problem_run < ?1)
            """,
            [.integer(run.id)]
        )
        healed = max(0, run.problemsBefore - old)
        // Of a run that did not come to its end what is absent is held without a reason to tell it.
        held =
            state != .complete && state != .partial
            ? 0
            : try connection.integer(
                """
                SELECT count(*) FROM image WHERE seen_run IS NOT NULL AND state = 'held' AND absent_run IN (
                    SELECT id FROM run WHERE root = ?1 AND id > coalesce((SELECT max(id) FROM run
                    WHERE root = ?1 AND id < ?2 AND state IN ('complete', 'partial')), 0))
                """,
                [.integer(root), .integer(run.id)]
            )
    }

    /// How many folders, images and lines of ignore files have problems.
    static func problemCount(_ connection: Connection) throws(SQLiteError) -> Int64 {
        try connection.integer(
            """
            SELECT (SELECT count(*) FROM folder WHERE problem_run IS NOT NULL)
                + (SELECT count(*) FROM image WHERE problem_run IS NOT NULL)
                + (SELECT count(*) FROM skip WHERE problem_run IS NOT NULL)
            """
        )
    }

    /// Whether the last run of a root that ended could not read it.
    static func wasUnreadable(_ connection: Connection, root: Int64, before run: Int64) throws(SQLiteError) -> Bool {
        try connection.integer(
            """
            SELECT EXISTS (SELECT 1 FROM run WHERE exit_code IN (?, ?) AND id = (
                SELECT max(id) FROM run WHERE root = ? AND id < ? AND ended IS NOT NULL))
            """,
            [
                .integer(Int64(RunEnd.codeOfUnreadableRoot)), .integer(Int64(RunEnd.codeOfRefusedLogin)),
                .integer(root), .integer(run),
            ]
        ) != 0
    }
}
