public import Glibc

/// A listed folder, kept open so that its items can be inspected.
///
/// It may hold a descriptor: keep the ``listing`` as long as you like, and let go
/// of this as soon as the items are done.
public struct OpenFolder: Sendable {
    /// What the folder contains.
    public let listing: FolderListing
    /// Whether the facts of its items came with the listing: to ask for them blocks nobody, and takes less than a lane
    /// takes to wake.
    public let hasFacts: Bool

    private let breakOff: @Sendable () -> ListingError?
    private let inspector: @Sendable (FolderItem) -> Result<FileFacts, ListingError>
    private let reader: @Sendable (FolderItem, Int) -> Result<[UInt8], ListingError>

    /// Makes an open folder.
    ///
    /// - Parameters:
    ///   - listing: What it contains.
    ///   - hasFacts: Whether `inspector` has all it is asked for. Default: it has not.
    ///   - breakOff: Why the look at its items was broken off, asked after the last of them. Default: it was not.
    ///   - inspector: Reads the facts of one of its items; may block.
    ///   - reader: Reads at most so many bytes of one of its items; may block. Default: fails.
    public init(
        listing: FolderListing,
        hasFacts: Bool = false,
        breakOff: @escaping @Sendable () -> ListingError? = { nil },
        inspector: @escaping @Sendable (FolderItem) -> Result<FileFacts, ListingError>,
        reader: @escaping @Sendable (FolderItem, Int) -> Result<[UInt8], ListingError> = { _, _ in
            .failure(ListingError(call: "read", code: EOPNOTSUPP))
        }
    ) {
        self.listing = listing
        self.hasFacts = hasFacts
        self.breakOff = breakOff
        self.inspector = inspector
        self.reader = reader
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

    /// The content of one of its files, if it is small.
    ///
    /// Blocks for a few system calls, and while the file is read.
    /// - Parameters:
    ///   - item: An item of ``listing`` of the kind ``ItemKind/file``, or one that may be there.
    ///   - limit: The most bytes to read, at least 0.
    /// - Returns: All its bytes; or the error, ``ListingError/Meaning/vanished`` if no regular
    ///   file has that name any more, `EFBIG` if it has more bytes than `limit`.
    public func contents(of item: FolderItem, atMost limit: Int) -> Result<[UInt8], ListingError> {
        reader(item, limit)
    }
}
