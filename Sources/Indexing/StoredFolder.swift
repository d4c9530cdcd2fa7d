import Listing
import SQLite

/// A folder as it is stored.
///
/// A class, as it is handed around with the folder that it became, and is large.
final class StoredFolder: Sendable {
    let id: Int64
    let parent: Int64?
    let name: [UInt8]
    let status: FolderStatus
    let facts: FileFacts
    let otherCount: Int64
    let linkCount: Int64
    let fingerprint: Int64?
    /// The present and held images in it, as its totals say.
    let imageCount: Int64
    /// Their bytes.
    let imageBytes: Int64
    /// The present and held images in it and all below.
    let treeImageCount: Int64
    /// The last run that listed it to its end.
    let listedRun: Int64?
    /// The last run that finished it with all below.
    let finishedRun: Int64?
    /// Whether its times were so young when they were read that a later change may not show in them.
    let isRacy: Bool
    /// `volume.id`.
    let volume: Int64?
    /// The digest of its rows in `skip`.
    let skips: Int64?
    /// Whether there were rows of folders in it when it was read; only its own run adds some.
    let hasSubfolders: Bool

    /// What to select from the table `folder`, as ``init(_:)`` reads it, in its order.
    static let columns = """
        id, parent, name, status, mtime, ctime, inode, device, born, other_count, link_count, fingerprint,
        image_count, image_bytes, tree_image_count, listed_run, finished_run, is_racy, volume, skips,
        EXISTS (SELECT 1 FROM folder AS inner WHERE inner.parent = folder.id)
        """

    /// How many they are.
    static let columnCount = 21

    /// Takes a row of a query for ``columns``.
    init(_ row: Statement) {
        id = row.int64(at: 0)
        parent = row.optionalInt64(at: 1)
        name = row.bytes(at: 2)
        status = FolderStatus(rawValue: row.text(at: 3)) ?? .unfinished
        facts = FileFacts(
            size: 0,
            modified: row.int64(at: 4),
            changed: row.int64(at: 5),
            inode: row.int64(at: 6),
            device: row.int64(at: 7),
            born: row.optionalInt64(at: 8)
        )
        otherCount = row.int64(at: 9)
        linkCount = row.int64(at: 10)
        fingerprint = row.optionalInt64(at: 11)
        imageCount = row.int64(at: 12)
        imageBytes = row.int64(at: 13)
        treeImageCount = row.int64(at: 14)
        listedRun = row.optionalInt64(at: 15)
        finishedRun = row.optionalInt64(at: 16)
        isRacy = row.int64(at: 17) != 0
        volume = row.optionalInt64(at: 18)
        skips = row.optionalInt64(at: 19)
        hasSubfolders = row.int64(at: 20) != 0
    }

    /// Whether a folder that was found is this one, and not another that took its name or its inode number.
    ///
    /// Where the file system tells when a folder was made, that decides together with the inode number.
    func isSame(as found: FileFacts, on volume: Int64?) -> Bool {
        guard facts.inode == found.inode && (self.volume == nil || self.volume == volume) else { return false }
        guard let born = facts.born, let foundBorn = found.born else { return true }
        return born == foundBorn
    }
}
