import Listing
import SQLite

/// A folder as it is stored.
struct StoredFolder: Sendable {
    let id: Int64
    let name: [UInt8]
    let status: FolderStatus
    let facts: FileFacts
    let otherCount: Int64
    let linkCount: Int64
    let fingerprint: Int64?
    /// The present images in it, as its totals say.
    let imageCount: Int64
    /// Their bytes.
    let imageBytes: Int64
    /// The present images in it and all below.
    let treeImageCount: Int64

    /// The columns of the table `folder` that ``init(_:)`` reads, in its order.
    static let columns = """
        id, name, status, mtime, ctime, inode, device, other_count, link_count, fingerprint, image_count, image_bytes,
        tree_image_count
        """

    /// How many they are: a query that asks for more has them from this position on.
    static let columnCount = 13

    /// Takes the row of a query whose columns begin with ``columns``.
    init(_ row: Statement) {
        id = row.int64(at: 0)
        name = row.bytes(at: 1)
        status = FolderStatus(rawValue: row.text(at: 2)) ?? .unfinished
        facts = FileFacts(
            size: 0,
            modified: row.int64(at: 3),
            changed: row.int64(at: 4),
            inode: row.int64(at: 5),
            device: row.int64(at: 6)
        )
        otherCount = row.int64(at: 7)
        linkCount = row.int64(at: 8)
        fingerprint = row.optionalInt64(at: 9)
        imageCount = row.int64(at: 10)
        imageBytes = row.int64(at: 11)
        treeImageCount = row.int64(at: 12)
    }
}
