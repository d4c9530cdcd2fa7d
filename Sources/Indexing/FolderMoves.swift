import Listing
import SQLite

/// The statements that take a folder, and all below it, to another place in the tree.
struct FolderMoves {
    private let selectTotals: Statement
    private let totals: FolderTotals
    private let unmarkImages: Statement
    private let deleteChanges: Statement
    private let unmarkFolders: Statement
    private let place: Statement
    private let setPaths: Statement
    private let insertChange: Statement
    private let insertImageChanges: Statement

    // UNION, not UNION ALL: an index that was damaged by hand may have folders in a circle.
    private static let below = """
        WITH RECURSIVE below (id) AS (
            VALUES (?1)
            UNION
            SELECT f.id FROM below JOIN folder AS f ON f.parent = below.id
        )

        """

    init(_ connection: Connection) throws(SQLiteError) {
        selectTotals = try connection.prepare(
            "SELECT parent, tree_image_count, tree_image_bytes FROM folder WHERE id = ?1"
        )
        totals = try FolderTotals(connection)
        // What this run took for absent because it came to the old place first.
        deleteChanges = try connection.prepare(
            Self.below
                + """
                DELETE FROM change WHERE run = ?2 AND what = 'held' AND image IN (
                    SELECT id FROM image WHERE folder IN (SELECT id FROM below) AND absent_run = ?2)
                """
        )
        unmarkImages = try connection.prepare(
            Self.below
                + """
                UPDATE image SET state = NULL, seen_run = NULL, absent_run = NULL
                WHERE folder IN (SELECT id FROM below) AND state = 'held' AND absent_run = ?2
                """
        )
        unmarkFolders = try connection.prepare(
            Self.below
                + """
                UPDATE folder SET status = 'unfinished', missing_run = NULL
                WHERE id IN (SELECT id FROM below) AND status = 'missing' AND (missing_run = ?2 OR id = ?1)
                """
        )
        place = try connection.prepare("UPDATE folder SET parent = ?2, name = ?3 WHERE id = ?1")
        // Its own row excepted, as UNION does not end this one: the paths in a circle are never alike, and as a folder is
        // in one other, a circle below the folder goes through it.
        setPaths = try connection.prepare(
            """
            WITH RECURSIVE below (id, path, is_raw, depth) AS (
                VALUES (?1, ?2, typeof(?2) = 'blob', ?3)
                UNION
                SELECT f.id, iif(below.path = '/', '', below.path) || '/' || f.name,
                       is_raw OR typeof(f.name) = 'blob', depth + 1
                FROM below JOIN folder AS f ON f.parent = below.id
                WHERE f.id <> ?1
            )
            UPDATE folder SET root = ?4,
                path = iif(length(CAST(b.path AS BLOB)) <= ?5 OR b.depth % ?6 = 0, iif(b.is_raw, CAST(b.path AS BLOB), b.path), NULL)
            FROM below AS b WHERE b.id = folder.id
            """
        )
        insertChange = try connection.prepare(
            "INSERT INTO change (run, what, folder, old_path) VALUES (?1, 'moved', ?2, ?3)"
        )
        insertImageChanges = try connection.prepare(
            """
            INSERT INTO change (run, what, image, old_path)
            SELECT ?2, 'moved', i.id,
                   iif(typeof(?3) = 'text' AND typeof(i.name) = 'text', ?3 || '/' || i.name,
                       CAST(?3 || '/' || i.name AS BLOB))
            FROM image AS i
            WHERE i.folder = ?1 AND i.state IS NULL AND i.first_run <> ?2
              AND NOT EXISTS (SELECT 1 FROM change AS c WHERE c.image = i.id AND c.run = ?2)
            """
        )
    }

    /// Where a folder is to be.
    struct Place {
        /// The folder that it is in; nil: it is the top of a root.
        let parent: Int64?
        /// Its name there; of a top folder its path.
        let name: [UInt8]
        let path: [UInt8]
        let depth: Int
        /// `folder.root` of the tree.
        let tree: Int64
    }

    /// Takes a folder to where a run found it.
    ///
    /// - Parameters:
    ///   - record: The folder; the one it is in is written, and so are all totals.
    ///   - run: The run.
    ///   - root: The root of the tree it is in now.
    /// - Throws: What SQLite does.
    func move(_ record: FolderRecord, run: Int64, root: Int64) throws(SQLiteError) {
        let path = record.folder.path
        try move(
            record.row.id,
            to: Place(parent: record.row.parent, name: path.name, path: path.bytes, depth: path.depth, tree: root),
            run: run
        )
        try note(record.row.id, from: record.row.oldPath ?? [], run: run)
    }

    /// Takes a folder and all below it to another place.
    ///
    /// - Parameters:
    ///   - id: The folder.
    ///   - target: Where it is to be; the folder there is not below it.
    ///   - run: The run that found it there.
    /// - Throws: What SQLite does.
    func move(_ id: Int64, to target: Place, run: Int64) throws(SQLiteError) {
        try selectTotals.bind(1, id)
        let isThere = try selectTotals.step()
        let parent = isThere ? selectTotals.optionalInt64(at: 0) : nil
        let count = isThere ? selectTotals.int64(at: 1) : 0
        let bytes = isThere ? selectTotals.int64(at: 2) : 0
        try selectTotals.reset()

        for statement in [deleteChanges, unmarkImages, unmarkFolders] {
            try statement.bind(1, id)
            try statement.bind(2, run)
            try statement.run()
        }
        if let parent { try totals.add(count: 0 &- count, bytes: 0 &- bytes, toTreesFrom: parent) }
        try place.bind(1, id)
        try place.bind(2, target.parent)
        try place.bind(name: 3, target.name)
        try place.run()
        if let parent = target.parent { try totals.add(count: count, bytes: bytes, toTreesFrom: parent) }

        try setPaths.bind(1, id)
        try setPaths.bind(name: 2, target.path)
        try setPaths.bind(3, Int64(target.depth))
        try setPaths.bind(4, target.tree)
        try setPaths.bind(5, Int64(FolderStatements.longestPath))
        try setPaths.bind(6, Int64(FolderStatements.levelsBetween))
        try setPaths.run()
    }

    /// Notes that a folder moved.
    func note(_ id: Int64, from oldPath: [UInt8], run: Int64) throws(SQLiteError) {
        try insertChange.bind(1, run)
        try insertChange.bind(2, id)
        try insertChange.bind(name: 3, oldPath)
        try insertChange.run()
    }

    /// Notes that the images of a folder, which or one above which moved, moved with it.
    ///
    /// - Returns: How many: those of which this run has nothing else to say.
    func noteImages(_ record: FolderRecord, run: Int64) throws(SQLiteError) -> Int {
        // Of a folder that was not listed nothing is counted.
        guard let oldPath = record.row.oldPath, record.seen != nil else { return 0 }
        try insertImageChanges.bind(1, record.row.id)
        try insertImageChanges.bind(2, run)
        try insertImageChanges.bind(name: 3, oldPath)
        try insertImageChanges.run()
        return Int(insertImageChanges.connection.changes)
    }
}
