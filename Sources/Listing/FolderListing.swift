/// What a folder contains.
public struct FolderListing: Sendable {
    /// Whether a listing has all items.
    public enum End: Equatable, Sendable {
        /// The folder was read to its end without an error.
        case complete
        /// Reading broke off; there may be more items.
        case brokenOff(ListingError)
    }

    /// The items in the documented order.
    public let items: FolderItems
    /// What is known of the folder itself, from before its items were read.
    public let facts: FileFacts
    /// Whether these are all items.
    public let end: End

    /// Makes a listing of its parts.
    public init(items: FolderItems, facts: FileFacts, end: End) {
        self.items = items
        self.facts = facts
        self.end = end
    }
}
