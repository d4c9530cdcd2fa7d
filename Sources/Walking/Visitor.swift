public import AsyncLoop
public import Listing

/// What an item's task replies with: what the item was.
public enum ItemReply: Equatable, Sendable {
    /// A file of the kind the visitor looks for.
    ///
    /// `tag` is the visitor's own, say which kind it was.
    case kept(FileFacts, tag: Int32)
    /// Something else: nothing to remember but that it is there.
    case passed
    /// A folder, after all below it was walked.
    case folder(FolderEnd)
    /// It could not be inspected.
    case failed(ListingError)
}

/// How the walk of one folder ended.
public struct FolderEnd: Equatable, Sendable {
    /// What became of the folder itself.
    public enum Status: Equatable, Sendable {
        /// It was listed to its end.
        case listed
        /// The visitor did not want it listed.
        case skipped
        /// The visitor did not want what is below it, see ``VisitReply/leave``.
        case left
        /// It could not be listed, or not to its end.
        case failed(ListingError)
        /// The walk was stopped before it was done.
        case unfinished
    }

    /// What became of the folder itself.
    public let status: Status
    /// Whether it and every folder below it was listed to its end or skipped.
    public let isFinished: Bool

    /// Makes an end of its parts.
    public init(status: Status, isFinished: Bool) {
        self.status = status
        self.isFinished = isFinished
    }
}

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

/// What the walk does after a folder's visit.
public enum VisitReply: Sendable {
    /// Walk its subfolders, if it could be listed.
    case goOn
    /// Walk nothing below it. It counts as not finished: what is below it stays unknown.
    case leave
}

/// What the walk does at a subfolder.
public enum Decision<Folder: Sendable>: Sendable {
    /// List it; the value is handed to the calls that concern it.
    case descend(Folder)
    /// Do not list it.
    case skip
    /// Do not list it, and stop the walk.
    case stop
}

/// What a walk is for: called for every item and every folder.
///
/// All calls are on lanes, up to as many at once as there are lanes. For one
/// folder they come in this order, each sort after all of the one before have
/// ended and replied: ``inspect(_:of:as:reply:)`` for each of its files,
/// ``visit(_:as:reply:)`` once, ``decide(on:at:in:)`` for each of its subfolders,
/// each followed by all that concerns that subfolder, and
/// ``finish(_:of:as:replies:)`` once, after all of that.
public protocol Visitor: Sendable {
    /// What the visitor remembers of a folder while it is walked.
    associatedtype Folder: Sendable

    /// The task of an item that is not a folder.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - folder: The open folder it is in; not to be kept.
    ///   - memory: What ``decide(on:at:in:)`` made for the folder.
    ///   - reply: To be called exactly once with what the item was.
    func inspect(_ item: FolderItem, of folder: OpenFolder, as memory: Folder, reply: Reply<ItemReply>)

    /// A folder was listed, or could not be.
    ///
    /// - Parameters:
    ///   - visit: The folder.
    ///   - memory: What ``decide(on:at:in:)`` made for it.
    ///   - reply: To be called exactly once, with whether to go on below; the folder's subfolders wait for it, and
    ///     so does the whole walk when as many visits as there are lanes have not
    ///     replied: a visitor can hold up a walk that is faster than itself.
    func visit(_ visit: FolderVisit, as memory: Folder, reply: Reply<VisitReply>)

    /// What to do at a subfolder.
    ///
    /// - Parameters:
    ///   - item: The subfolder's item.
    ///   - path: Its path.
    ///   - memory: What was made for the folder it is in.
    /// - Returns: What to do.
    func decide(on item: FolderItem, at path: TreePath, in memory: Folder) -> Decision<Folder>

    /// A folder and all below it is finished.
    ///
    /// - Parameters:
    ///   - end: How.
    ///   - visit: As ``visit(_:as:reply:)`` saw it.
    ///   - memory: What was made for it.
    ///   - replies: One for each of its items, in their order; empty if it could not
    ///     be listed.
    func finish(_ end: FolderEnd, of visit: FolderVisit, as memory: Folder, replies: [Outcome<ItemReply>])
}
