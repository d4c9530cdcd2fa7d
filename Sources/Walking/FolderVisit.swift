public import AsyncLoop
public import Listing

/// What the visitor is shown of a folder once it is listed and the tasks of its
/// files have replied.
public struct FolderVisit: Sendable {
    /// Which folder.
    public let path: TreePath
    /// What it contains, or why it could not be listed.
    public let listing: Result<FolderListing, ListingError>
    /// What the tasks of ``FolderItems/files`` replied, in the order of the items.
    public let replies: [Outcome<ItemReply>]
    /// Whether the walk was stopped before the tasks of all its files were started.
    public let isCutShort: Bool

    /// Makes a visit of its parts.
    public init(
        path: TreePath,
        listing: Result<FolderListing, ListingError>,
        replies: [Outcome<ItemReply>],
        isCutShort: Bool
    ) {
        self.path = path
        self.listing = listing
        self.replies = replies
        self.isCutShort = isCutShort
    }
}
