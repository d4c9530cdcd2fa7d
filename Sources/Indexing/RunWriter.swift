import Dispatch
import Listing
import SQLite

/// Writes the records of one run; confined to the writer's queue.
///
/// A record is written whole or not at all: it never straddles two transactions.
final class RunWriter {
    /// A transaction is committed with the record that brings it to this many rows.
    static let rowsPerTransaction = 20_000
    /// At the latest it is committed this long after it began: what a crash can cost, and another writer wait.
    static let longestTransaction = DispatchTimeInterval.milliseconds(500)

    /// How many transactions are written back to the index file at a time: about 8 MiB.
    private static let transactionsPerCheckpoint = 4

    let connection: Connection
    let run: RunIdentity
    private let checkpointer: Checkpointer
    private let folders: FolderStatements
    private let images: ImageStatements
    private let inserter: ImageInserter
    private let missing: MissingFolder
    private let displaced: DisplacedFolder
    private let excluded: ExcludedFolder
    private let moves: FolderMoves
    private let skips: SkipStatements
    private let remote: RemoteStatements
    private let insertVolume: Statement
    private let distrustVolume: Statement
    private let distrustBelow: Statement
    private var volumes: Set<Int64> = []
    private let saveNextID: Statement
    private var totals = TreeTotals()
    private var nextImage: Int64
    private var rows = 0
    /// When the open transaction is to be committed at the latest.
    private var deadline = DispatchTime.distantFuture
    var counts = RunCounts()
    /// Whether something new could not be looked at: it may be what was found absent elsewhere.
    private(set) var isUnsure = false
    /// Counts transactions, so that a timer knows whether the one it was set for is still open.
    private(set) var transaction = 0

    init(_ connection: Connection, _ checkpointer: Checkpointer, run: RunIdentity) throws(SQLiteError) {
        self.connection = connection
        self.checkpointer = checkpointer
        self.run = run
        folders = try FolderStatements(connection)
        images = try ImageStatements(connection, run: run.id)
        missing = try MissingFolder(connection)
        displaced = try DisplacedFolder(connection)
        excluded = try ExcludedFolder(connection)
        moves = try FolderMoves(connection)
        skips = try SkipStatements(connection)
        remote = try RemoteStatements(connection)
        insertVolume = try connection.prepare(
            "INSERT OR IGNORE INTO volume (id, identity, type, has_lasting_ids) VALUES (?1, ?2, ?3, ?4)"
        )
        distrustVolume = try connection.prepare(
            "UPDATE volume SET distrusted_run = coalesce(distrusted_run, ?2) WHERE id = ?1"
        )
        distrustBelow = try connection.prepare(
            """
            WITH RECURSIVE below (id) AS (
                SELECT id FROM folder WHERE parent = ?1
                UNION
                SELECT f.id FROM below JOIN folder AS f ON f.parent = below.id
            )
            UPDATE folder SET is_racy = 1 WHERE id IN (SELECT id FROM below)
            """
        )
        saveNextID = try connection.prepare("UPDATE next_id SET id = max(id, ?2) WHERE what = ?1")
        nextImage = try connection.integer(
            "SELECT max((SELECT id FROM next_id WHERE what = 'image'), (SELECT coalesce(max(id), 0) + 1 FROM image))"
        )
        inserter = try ImageInserter(
            connection,
            run: run.id,
            extensions: run.extensions,
            firstID: nextImage
        )
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { connection.isInTransaction }

    /// Writes a record; begins a transaction if none is open, and commits one that has become large.
    func write(_ record: FolderRecord) throws(SQLiteError) {
        if !isInTransaction {
            try begin()
        }
        try writeVolume(of: record)
        if record.movedFrom != nil {
            // What was gained in this transaction has to be in the totals that go with it.
            try totals.write(folders)
            try moves.move(record, run: run.id, root: run.tree)
        }
        try folders.write(record, run: run.id, root: run.tree)
        if let volume = record.distrusted {
            try distrustVolume.bind(1, volume)
            try distrustVolume.bind(2, run.id)
            try distrustVolume.run()
        }
        if run.hasFeed, record.isOutOfReach {
            // What has happened below it is told once: what is there has to be listed when it can be.
            try distrustBelow.bind(1, record.row.id)
            try distrustBelow.run()
        }
        try skips.write(record, run: run.id)
        try inserter.add(record)
        nextImage &+= Int64(record.added.count)
        if !record.updates.isEmpty {
            try images.update(record)
            try folders.vouch(record)
        }
        try remote.write(record)
        if record.isUnknown { isUnsure = true }
        counts += record.counts
        if record.row.oldPath != nil {
            try inserter.flush()
            let moved = try moves.noteImages(record, run: run.id)
            counts.moved += moved
            counts.unchanged -= moved
        }
        if let folder = record.row.displaced, let parent = record.row.parent {
            counts.missing += try displaced.mark(folder, in: parent, record.folder.path.name, run: run.id, missing)
        }
        let depth = record.folder.path.depth
        if let parent = record.row.parent {
            totals.add(count: record.presentChange, bytes: record.bytesChange, to: parent, depth: depth - 1)
        }
        for folder in record.missingFolders {
            counts.missing += try missing.mark(folder, run: run.id, ancestor: record.row.id)
        }
        let status = record.outcome.status
        if status == .excluded || status == .otherVolume, let stored = record.row.stored,
            stored.status != status || stored.treeImageCount != 0
        {
            counts.excluded += try excluded.mark(record.row.id, as: status, depth: depth, run: run.id, &totals)
        }
        rows += record.rows
        if rows >= Self.rowsPerTransaction || DispatchTime.now() >= deadline { try commit() }
    }

    private func writeVolume(of record: FolderRecord) throws(SQLiteError) {
        guard let id = record.foundVolume, let volume = record.seen?.listing.volume, volumes.insert(id).inserted else {
            return
        }
        try insertVolume.bind(1, id)
        try insertVolume.bind(name: 2, volume.identity)
        try insertVolume.bind(3, text: volume.type)
        try insertVolume.bind(4, volume.hasLastingIDs ? 1 : 0)
        try insertVolume.run()
    }

    private func begin() throws(SQLiteError) {
        try connection.begin(.immediate)
        transaction += 1
        deadline = .now() + Self.longestTransaction
    }

    /// Writes that a folder and all below it is done.
    func finish(_ folder: IndexedFolder) throws(SQLiteError) {
        if !isInTransaction {
            try begin()
        }
        try folders.finish(folder.id, run: run.id)
        rows += 1
    }

    /// Commits the open transaction, if there is one.
    func commit() throws(SQLiteError) {
        guard isInTransaction else { return }
        try inserter.flush()
        try totals.write(folders)
        try saveNextID("image", nextImage)
        try saveNextID("folder", run.folderIDs.next)
        try connection.commit()
        rows = 0
        if transaction % Self.transactionsPerCheckpoint == 0 { checkpointer.checkpoint() }
    }

    /// Gives up what is not committed: a record of which a part could not be written is not to be
    /// committed with those before it.
    func rollback() {
        // The error that brought us here is the one that is told. If this fails as well, the file
        // keeps its log, and whoever opens it next rolls back.
        try? connection.rollback()
    }

    /// Closes the connections.
    ///
    /// Nothing is to be written afterwards.
    func close() {
        checkpointer.close()
        connection.close()
    }

    private func saveNextID(_ what: String, _ id: Int64) throws(SQLiteError) {
        try saveNextID.bind(1, text: what)
        try saveNextID.bind(2, id)
        try saveNextID.run()
    }
}
