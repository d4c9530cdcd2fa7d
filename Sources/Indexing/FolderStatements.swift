import Listing
import SQLite

/// The statements that write folder rows.
struct FolderStatements {
    private let insert: Statement
    private let update: Statement
    private let updateTrusted: Statement
    private let confirm: Statement
    private let vouch: Statement
    private let finish: Statement
    private let addToTree: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        insert = try connection.prepare(
            """
            INSERT INTO folder (id, root, parent, name, path, status, errno, error, problem_run, first_run,
                listed_run, finished_run, mtime, ctime, inode, device,
                image_count, image_bytes, tree_image_count, tree_image_bytes, other_count, link_count, fingerprint,
                born, volume, is_racy)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
                ?17, ?18, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)
            """
        )
        update = try connection.prepare(
            """
            UPDATE folder SET status = ?2, errno = ?3, error = ?4,
                problem_run = iif(?5 IS NULL, NULL, coalesce(problem_run, ?5)),
                listed_run = coalesce(?6, listed_run), finished_run = coalesce(?7, finished_run), missing_run = NULL,
                mtime = coalesce(?8, mtime), ctime = coalesce(?9, ctime),
                inode = coalesce(?10, inode), device = coalesce(?11, device),
                image_count = image_count + ?12, image_bytes = image_bytes + ?13,
                tree_image_count = tree_image_count + ?12, tree_image_bytes = tree_image_bytes + ?13,
                other_count = coalesce(?14, other_count), link_count = coalesce(?15, link_count), fingerprint = ?16,
                born = coalesce(?17, born), volume = coalesce(?18, volume), is_racy = coalesce(?19, is_racy)
            WHERE id = ?1
            """
        )
        updateTrusted = try connection.prepare(
            """
            UPDATE folder SET image_count = image_count + ?2, image_bytes = image_bytes + ?3,
                tree_image_count = tree_image_count + ?2, tree_image_bytes = tree_image_bytes + ?3, fingerprint = ?4,
                is_racy = is_racy OR ?5
            WHERE id = ?1
            """
        )
        confirm = try connection.prepare(
            "UPDATE folder SET listed_run = ?2, finished_run = coalesce(?3, finished_run) WHERE id = ?1"
        )
        vouch = try connection.prepare("UPDATE folder SET fingerprint = ?2 WHERE id = ?1")
        finish = try connection.prepare("UPDATE folder SET finished_run = ?2 WHERE id = ?1")
        addToTree = try connection.prepare(
            """
            UPDATE folder SET tree_image_count = tree_image_count + ?2, tree_image_bytes = tree_image_bytes + ?3
            WHERE id = ?1 RETURNING parent
            """
        )
    }

    /// Writes the row of a folder.
    func write(_ record: FolderRecord, run: Int64, root: Int64) throws(SQLiteError) {
        guard let stored = record.row.stored else { return try insert(record, run: run, root: root) }
        if record.trusted != nil {
            try updateTrusted(record)
        } else if record.isAs(stored) {
            try confirm.bind(1, record.row.id)
            try confirm.bind(2, run)
            try confirm.bind(3, record.outcome.isFinished ? run : nil)
            try confirm.run()
        } else {
            try update(record, run: run)
        }
    }

    private func insert(_ record: FolderRecord, run: Int64, root: Int64) throws(SQLiteError) {
        let folder = record.folder
        let outcome = record.outcome
        try insert.bind(1, record.row.id)
        try insert.bind(2, root)
        try insert.bind(3, record.row.parent)
        try insert.bind(name: 4, folder.path.name)
        if Self.isStored(folder.path) {
            try insert.bind(name: 5, folder.path.bytes)
        } else {
            try insert.bind(null: 5)
        }
        try insert.bind(6, text: outcome.status.rawValue)
        try insert.bind(outcome, at: 7)
        try insert.bind(9, outcome.status.isProblem ? run : nil)
        try insert.bind(10, run)
        try insert.bind(11, outcome.isListed ? run : nil)
        try insert.bind(12, outcome.isFinished ? run : nil)
        try insert.bind(record.seen?.listing.facts, at: 13)
        try insert.bind(17, record.presentChange)
        try insert.bind(18, record.bytesChange)
        try insert.bind(19, outcome.isListed ? record.otherCount : 0)
        try insert.bind(20, outcome.isListed ? record.linkCount : 0)
        try insert.bind(21, record.fingerprint)
        try insert.bind(22, record.seen?.listing.facts.born)
        try insert.bind(23, record.foundVolume)
        try insert.bind(24, record.seen?.isRacy == true ? 1 : 0)
        try insert.run()
    }

    private func update(_ record: FolderRecord, run: Int64) throws(SQLiteError) {
        let outcome = record.outcome
        try update.bind(1, record.row.id)
        try update.bind(2, text: outcome.status.rawValue)
        try update.bind(outcome, at: 3)
        try update.bind(5, outcome.status.isProblem ? run : nil)
        try update.bind(6, outcome.isListed ? run : nil)
        try update.bind(7, outcome.isFinished ? run : nil)
        try update.bind(record.seen?.listing.facts, at: 8)
        try update.bind(12, record.presentChange)
        try update.bind(13, record.bytesChange)
        try update.bind(14, outcome.isListed ? record.otherCount : nil)
        try update.bind(15, outcome.isListed ? record.linkCount : nil)
        try update.bind(16, record.fingerprint)
        try update.bind(17, record.seen?.listing.facts.born)
        try update.bind(18, record.foundVolume)
        try update.bind(19, record.seen.map { $0.isRacy ? 1 : 0 })
        try update.run()
    }

    /// Writes what was found of the images of a folder that was not listed: of itself nothing new is known.
    private func updateTrusted(_ record: FolderRecord) throws(SQLiteError) {
        try updateTrusted.bind(1, record.row.id)
        try updateTrusted.bind(2, record.presentChange)
        try updateTrusted.bind(3, record.bytesChange)
        try updateTrusted.bind(4, record.fingerprint)
        try updateTrusted.bind(5, record.trusted?.isContradicted == true ? 1 : 0)
        try updateTrusted.run()
    }

    /// Writes the fingerprint anew after the images' rows were changed, which cleared it.
    func vouch(_ record: FolderRecord) throws(SQLiteError) {
        try vouch.bind(1, record.row.id)
        try vouch.bind(2, record.fingerprint)
        try vouch.run()
    }

    /// Says that a folder and all below it is done.
    func finish(_ folder: Int64, run: Int64) throws(SQLiteError) {
        try finish.bind(1, folder)
        try finish.bind(2, run)
        try finish.run()
    }

    /// Adds to what a folder and all below it contains.
    ///
    /// - Returns: The folder it is in, or nil for a top folder.
    func add(count: Int64, bytes: Int64, toTreeOf folder: Int64) throws(SQLiteError) -> Int64? {
        try addToTree.bind(1, folder)
        try addToTree.bind(2, count)
        try addToTree.bind(3, bytes)
        let parent = try addToTree.step() ? addToTree.optionalInt64(at: 0) : nil
        try addToTree.reset()
        return parent
    }

    /// The longest path that every folder has stored: what system calls take (PATH_MAX).
    static let longestPath = 4096
    /// Of longer ones every so many levels one is stored.
    static let levelsBetween = 64

    /// Whether the path of a folder is stored.
    ///
    /// Were all, a chain of folders would need space by its square; were none, every
    /// question for a path down there would climb to the top.
    static func isStored(_ path: TreePath) -> Bool {
        path.length <= longestPath || path.depth % levelsBetween == 0
    }
}

extension FolderRecord {
    /// Whether nothing but the runs differs from what is stored.
    func isAs(_ stored: StoredFolder) -> Bool {
        // The size of a folder means nothing and is not stored.
        guard var facts = seen?.listing.facts else { return false }
        facts.size = 0
        return outcome.status == .listed && stored.status == .listed && presentChange == 0 && bytesChange == 0
            && fingerprint == stored.fingerprint && facts == stored.facts && otherCount == stored.otherCount
            && linkCount == stored.linkCount && foundVolume == stored.volume && movedFrom == nil
            && seen?.isRacy == stored.isRacy
            // Its row was written anew when a folder above it moved.
            && row.oldPath == nil
    }

    /// `volume.id` of a folder that was listed.
    var foundVolume: Int64? {
        seen == nil ? nil : row.volume.found
    }
}

extension Statement {
    /// Binds the code and the words of an outcome's error to two parameters, or NULL.
    func bind(_ outcome: FolderRecord.Outcome, at index: Int) throws(SQLiteError) {
        try bind(index, outcome.error.map { Int64($0.code) })
        if let text = outcome.errorText { try bind(index + 1, text: text) } else { try bind(null: index + 1) }
    }

    /// Binds a folder's stamps and identity to four parameters, or NULL.
    func bind(_ facts: FileFacts?, at index: Int) throws(SQLiteError) {
        try bind(index, facts?.modified)
        try bind(index + 1, facts?.changed)
        try bind(index + 2, facts?.inode)
        try bind(index + 3, facts?.device)
    }
}
