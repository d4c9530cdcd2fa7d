public import AsyncLoop
public import Listing

/// What a walk is for: called for every item and every folder.
///
/// All calls are on lanes, up to as many at once as there are lanes. For one
/// folder they come in this order, each sort after all of the one before have
/// ended and replied: ``enter(_:at:as:)`` once, if it could be listed, ``inspect(_:of:as:reply:)`` for each of its files,
/// ``visit(_:as:reply:)`` once, ``decide(on:at:in:)`` for each of its subfolders,
/// each followed by all that concerns that subfolder, and
/// ``finish(_:of:as:replies:)`` once, after all of that.
public protocol Visitor: Sendable {
    /// What the visitor remembers of a folder while it is walked.
    associatedtype Folder: Sendable

    /// A folder that need not be listed, as what a listing would find is known.
    ///
    /// Called before a folder is listed; may block. Default: nil.
    /// - Parameters:
    ///   - path: The folder.
    ///   - memory: What ``decide(on:at:in:)`` made for it.
    /// - Returns: The folder as if it had been listed, or nil: it is to be listed.
    func known(_ path: TreePath, as memory: Folder) -> OpenFolder?

    /// A folder was listed; its items come next.
    ///
    /// - Parameters:
    ///   - folder: The open folder; not to be kept.
    ///   - path: Its path.
    ///   - memory: What ``decide(on:at:in:)`` made for it.
    /// - Returns: What the visitor remembers of it from now on.
    func enter(_ folder: OpenFolder, at path: TreePath, as memory: Folder) -> Folder

    /// The task of an item that is not a folder.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - folder: The open folder it is in; not to be kept.
    ///   - memory: What ``enter(_:at:as:)`` made for the folder.
    ///   - reply: To be called exactly once with what the item was.
    func inspect(_ item: FolderItem, of folder: OpenFolder, as memory: Folder, reply: Reply<ItemReply>)

    /// A folder was listed, or could not be.
    ///
    /// - Parameters:
    ///   - visit: The folder.
    ///   - memory: What was made for it last.
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

extension Visitor {
    /// Lists every folder.
    @inlinable
    public func known(_ path: TreePath, as memory: Folder) -> OpenFolder? { nil }
}
