public import Listing

/// What a run found at one item of a folder that is not a folder itself.
public enum SeenItem: Equatable, Sendable {
    /// An image, with its facts.
    ///
    /// `extension` is the position of its extension in the list the run was given.
    case image(FileFacts, extension: Int)
    /// A file whose name is an image's, but which could not be inspected.
    case failed(ListingError, extension: Int)
    /// It was listed, and gone a moment later.
    case gone
    /// Anything else.
    case other
    /// The run was stopped before it came to it.
    case unseen
}

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
