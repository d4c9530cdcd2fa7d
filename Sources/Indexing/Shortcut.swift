import Listing
import SQLite
import Synchronization

/// Decides which folders need not be listed, because what is stored of them is what a listing would find; and which
/// were done by the interrupted runs that this one goes on from.
///
/// A folder's times change with the names in it. They are trusted only where that is earned: the folder and all below
/// it were recorded to the end under the rules of this run, the times were old when they were read, and no change
/// was ever seen on its volume of which they did not tell.
final class Shortcut: Sendable {
    let look: FolderLook
    /// The first run since which all runs had the rules of this one.
    private let rulesRun: Int64
    /// The folders that are listed whatever their times say, to find volumes whose times do not tell.
    private let sample: Set<Int64>
    /// The numbers of the folders in which something has happened, if somebody could be asked.
    private let changed: Set<Int64>
    /// What was finished from this run on need not be done again; nil if all is to be done.
    private let doneSince: Int64?
    private let distrusted: Mutex<Set<Int64>>
    private let found = Mutex<[Int64]>([])

    /// Every folder is listed at least once in so many runs that trust folder times.
    static let runsPerSample: Int64 = 100
    /// At least so many folders are listed in each.
    static let leastSample: Int64 = 20

    /// - Parameters:
    ///   - connection: The index, in the transaction that begins the run.
    ///   - run: Its row is there.
    ///   - top: The folder it begins with.
    ///   - rules: The rules of the run.
    /// - Throws: What SQLite does.
    init(_ connection: Connection, run: Int64, top: Int64, rules: RunRules) throws(SQLiteError) {
        look = rules.look
        let cycle: Int64
        (rulesRun, cycle) = try Self.noteFirstRuns(connection, run, top)
        doneSince = cycle < run ? max(cycle, rulesRun) : nil
        changed = try rules.look == .events ? rules.feed?.changedFolders(connection) ?? [] : []
        sample =
            rules.look == .all
            ? [] : try Self.drawSample(connection, below: top).union(Self.undecidedFolders(connection))
        var volumes: Set<Int64> = []
        try connection.query("SELECT id FROM volume WHERE distrusted_run IS NOT NULL") {
            volumes.insert($0.int64(at: 0))
        }
        distrusted = Mutex(volumes)
    }

    /// Finds, and writes into the run's row, the first run with the same rules, and the first of those it goes on from.
    private static func noteFirstRuns(
        _ connection: Connection,
        _ run: Int64,
        _ top: Int64
    ) throws(SQLiteError) -> (Int64, Int64) {
        // Roots in other trees have no rows in common with this one; a folder that moves from one to another is listed.
        let rootsOfTree =
            "SELECT r.id FROM root AS r JOIN folder AS f ON f.id = r.folder WHERE f.root = (SELECT root FROM folder WHERE id = ?2)"
        let before =
            "SELECT max(id) FROM run WHERE root = (SELECT root FROM run WHERE id = ?1) AND id < ?1 AND state <> 'failed'"
        try connection.run(
            """
            UPDATE run SET
                rules_run = (
                    SELECT coalesce(max(o.id), 0) + 1 FROM run AS o
                    WHERE o.root IN (\(rootsOfTree)) AND (o.extensions, o.default_excludes, o.one_file_system, o.excludes)
                        IS NOT (run.extensions, run.default_excludes, run.one_file_system, run.excludes)
                ),
                cycle_run = coalesce(
                    (SELECT cycle_run FROM run WHERE id = (\(before)) AND state <> 'complete' AND state <> 'partial'),
                    ?1
                )
            WHERE id = ?1
            """,
            [.integer(run), .integer(top)]
        )
        return (
            try connection.integer("SELECT rules_run FROM run WHERE id = ?", [.integer(run)]),
            try connection.integer("SELECT cycle_run FROM run WHERE id = ?", [.integer(run)])
        )
    }

    /// The folders that were not listed for longest, of those that a walk comes to.
    ///
    /// Below a folder that cannot be listed none is come to: they would stay the oldest, and take the places of others.
    private static func drawSample(_ connection: Connection, below top: Int64) throws(SQLiteError) -> Set<Int64> {
        // UNION, not UNION ALL: an index that was damaged by hand may have folders in a circle.
        let reached = """
            WITH RECURSIVE reached (id, listed_run) AS (
                SELECT id, listed_run FROM folder WHERE id = ?1
                UNION
                SELECT f.id, f.listed_run FROM reached JOIN folder AS f ON f.parent = reached.id WHERE f.status = 'listed'
            )

            """
        let count = try connection.integer(reached + "SELECT count(*) FROM reached", [.integer(top)])
        var sample: Set<Int64> = []
        try connection.query(
            reached + "SELECT id FROM reached WHERE id <> ?1 ORDER BY listed_run, id LIMIT ?2",
            [.integer(top), .integer(max(leastSample, (count + runsPerSample - 1) / runsPerSample))]
        ) { sample.insert($0.int64(at: 0)) }
        return sample
    }

    /// The folders whose listing decides on held images: those that they were in, or the nearest above that is there.
    private static func undecidedFolders(_ connection: Connection) throws(SQLiteError) -> Set<Int64> {
        var folders: Set<Int64> = []
        try connection.query(
            """
            WITH RECURSIVE up (id, parent, status) AS (
                SELECT id, parent, status FROM folder
                WHERE id IN (SELECT folder FROM image WHERE seen_run IS NOT NULL AND state = 'held')
                UNION
                SELECT f.id, f.parent, f.status FROM up JOIN folder AS f ON f.id = up.parent WHERE up.status = 'missing'
            )
            SELECT id FROM up WHERE status <> 'missing'
            """
        ) { folders.insert($0.int64(at: 0)) }
        return folders
    }

    /// Whether there is something that the runs which this one goes on from have done.
    var goesOn: Bool { doneSince != nil }

    /// Whether a folder and all below it were done by the runs that this one goes on from.
    func isDone(_ stored: StoredFolder?) -> Bool {
        guard let doneSince, let stored, let finished = stored.finishedRun else { return false }
        return stored.status == .listed && finished >= doneSince
    }

    /// Whether the images of a folder were, and it is as it was.
    func areImagesDone(_ row: IndexedFolder.Row, _ facts: FileFacts) -> Bool {
        guard let doneSince, let stored = row.stored, let listed = stored.listedRun, row.oldPath == nil else {
            return false
        }
        return stored.status == .listed && listed >= doneSince && !stored.isRacy && stored.hasTimes(facts)
    }

    /// Whether a folder may be taken as stored if its facts are: all that can be said before they are read.
    func mayTrust(_ row: IndexedFolder.Row) -> Bool {
        guard look != .all, let stored = row.stored else { return false }
        return isTrusted(stored) && row.oldPath == nil && !sample.contains(stored.id)
            && !changed.contains(stored.facts.inode)
    }

    /// Whether the times of a folder, if they are as stored, say that its listing would be.
    func isTrusted(_ stored: StoredFolder) -> Bool {
        guard stored.status == .listed, !stored.isRacy, let volume = stored.volume, let listed = stored.listedRun,
            let finished = stored.finishedRun
        else { return false }
        // Finished: a run that was killed has no rows of some of its subfolders.
        return listed >= rulesRun && finished >= listed && !distrusted.withLock { $0.contains(volume) }
    }

    /// Takes that a change was seen on a volume of which the times of its folder did not tell.
    func distrust(_ volume: Int64) {
        if distrusted.withLock({ $0.insert(volume).inserted }) { found.withLock { $0.append(volume) } }
    }

    /// The volumes of which this run is the first to find that the times of their folders do not tell.
    var newlyDistrusted: [Int64] { found.withLock { $0 } }
}

extension StoredFolder {
    /// Whether a folder's identity and times are those that are stored.
    func hasTimes(_ found: FileFacts) -> Bool {
        var found = found
        // The size of a folder means nothing and is not stored.
        found.size = 0
        return found == facts
    }
}
