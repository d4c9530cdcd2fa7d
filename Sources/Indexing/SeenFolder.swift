public import Listing

/// What a run found of one folder.
public struct SeenFolder: Sendable {
    /// What the folder contains.
    public let listing: FolderListing
    /// One for each of the listing's ``FolderItems/files``, in their order.
    public let items: [SeenItem]
    /// Whether the folder was read to its end and each item was looked at: what is not in it is not there.
    public let isComplete: Bool

    /// Makes it of its parts.
    ///
    /// - Precondition: There are as many `items` as the listing has files.
    public init(listing: FolderListing, items: [SeenItem]) {
        // Traps because rows would get the facts of their neighbours.
        precondition(items.count == listing.items.firstFolder)
        self.listing = listing
        self.items = items
        isComplete = listing.end == .complete && !items.contains(.unseen)
    }
}
