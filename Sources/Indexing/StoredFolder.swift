import Listing

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
}
