/// A listed folder, kept open so that its items can be inspected.
///
/// It may hold a descriptor: keep the ``listing`` as long as you like, and let go
/// of this as soon as the items are done.
public struct OpenFolder: Sendable {
    /// What the folder contains.
    public let listing: FolderListing

    private let breakOff: @Sendable () -> ListingError?
    private let inspector: @Sendable (FolderItem) -> Result<FileFacts, ListingError>

    /// Makes an open folder.
    ///
    /// - Parameters:
    ///   - listing: What it contains.
    ///   - breakOff: Why the look at its items was broken off, asked after the last of them. Default: it was not.
    ///   - inspector: Reads the facts of one of its items; may block.
    public init(
        listing: FolderListing,
        breakOff: @escaping @Sendable () -> ListingError? = { nil },
        inspector: @escaping @Sendable (FolderItem) -> Result<FileFacts, ListingError>
    ) {
        self.listing = listing
        self.breakOff = breakOff
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

    /// What it contains, once its items were inspected: broken off if an item ended the look at the others.
    public var inspectedListing: FolderListing {
        guard listing.end == .complete, let error = breakOff() else { return listing }
        return listing.ending(.brokenOff(error))
    }
}
