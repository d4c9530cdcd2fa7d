/// Lists one folder of a tree, wherever the tree is kept.
public protocol FolderLister: Sendable {
    /// Lists a folder.
    ///
    /// Called on a lane, which it may block; for up to as many folders at once as
    /// there are lanes.
    /// - Parameters:
    ///   - folder: The folder. Its parents were listed before.
    ///   - completion: Called exactly once, on any queue, before or after this
    ///     call returns.
    func list(
        _ folder: TreePath,
        completion: @escaping @Sendable (Result<OpenFolder, ListingError>) -> Void
    )
}

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
    /// When its listing began, in nanoseconds since 1970-01-01 UTC by the clock of this machine; nil if that is not known.
    public let began: Int64?
    /// The file system it is on; nil if that is not known.
    public let volume: Volume?

    /// Makes a listing of its parts.
    public init(items: FolderItems, facts: FileFacts, end: End, began: Int64? = nil, volume: Volume? = nil) {
        self.volume = volume
        self.began = began
        self.items = items
        self.facts = facts
        self.end = end
    }
}

/// A listed folder, kept open so that its items can be inspected.
///
/// It may hold a descriptor: keep the ``listing`` as long as you like, and let go
/// of this as soon as the items are done.
public struct OpenFolder: Sendable {
    /// What the folder contains.
    public let listing: FolderListing

    private let inspector: @Sendable (FolderItem) -> Result<FileFacts, ListingError>

    /// Makes an open folder.
    ///
    /// - Parameters:
    ///   - listing: What it contains.
    ///   - inspector: Reads the facts of one of its items; may block.
    public init(
        listing: FolderListing,
        inspector: @escaping @Sendable (FolderItem) -> Result<FileFacts, ListingError>
    ) {
        self.listing = listing
        self.inspector = inspector
    }

    /// The facts of one of its files.
    ///
    /// Blocks for one system call where the lister has not got them yet.
    /// - Parameter item: An item of ``listing`` of the kind ``ItemKind/file``.
    /// - Returns: The facts; or the error, ``ListingError/Meaning/vanished`` if no
    ///   regular file has that name any more.
    public func facts(of item: FolderItem) -> Result<FileFacts, ListingError> {
        inspector(item)
    }
}
