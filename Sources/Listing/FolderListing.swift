/// What a folder contains.
public struct FolderListing: Sendable {
    /// Whether a listing has all items.
    public enum End: Equatable, Sendable {
        /// The folder was read to its end without an error.
        case complete
        /// Reading broke off; there may be more items.
        case brokenOff(ListingError)
        /// The folder is on another volume than the root, and was not to be read: there are no items.
        case otherVolume
    }

    /// The items in the documented order.
    public let items: FolderItems
    /// What is known of the folder itself, from before its items were read.
    public let facts: FileFacts
    /// Whether these are all items.
    public let end: End
    /// When its listing began, in nanoseconds since 1970-01-01 UTC by the clock of this machine; nil if that is not known.
    public let began: Int64?
    /// The file system it is on; nil if that is not known.
    public let volume: Volume?
    /// What a store on the network said of the items beside their names; nil of a tree on this machine.
    public let remote: RemoteItems?

    /// Makes a listing of its parts.
    public init(
        items: FolderItems,
        facts: FileFacts,
        end: End,
        began: Int64? = nil,
        volume: Volume? = nil,
        remote: RemoteItems? = nil
    ) {
        self.remote = remote
        self.volume = volume
        self.began = began
        self.items = items
        self.facts = facts
        self.end = end
    }

    /// The same with another end.
    func ending(_ end: End) -> FolderListing {
        FolderListing(items: items, facts: facts, end: end, began: began, volume: volume, remote: remote)
    }
}
