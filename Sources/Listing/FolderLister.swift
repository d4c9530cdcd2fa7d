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

    /// Opens a folder whose items are known from elsewhere, if it is as it was: it is not listed.
    ///
    /// Called on a lane, which it may block. Default: nil.
    /// - Parameters:
    ///   - folder: The folder. Its parents were listed or opened before.
    ///   - inspects: Whether the facts of its items will be asked for.
    ///   - items: Called at most once with the folder's facts: its items, or nil if they are not known.
    /// - Returns: The folder; nil if its items are not known, or it cannot be opened.
    func open(_ folder: TreePath, inspects: Bool, items: (FileFacts) -> FolderItems?) -> OpenFolder?

    /// What the listing of the folder above said of a folder; nil if that was not listed, or does not tell.
    ///
    /// Default: nil.
    func facts(of folder: TreePath) -> FileFacts?

    /// Says which folder a path was when it was stored, for listers that need more than its name and have not listed the
    /// folder that it is in.
    ///
    /// Called before ``list(_:completion:)``, once, of a folder that is stored. Default: does nothing.
    /// - Parameters:
    ///   - folder: The folder.
    ///   - facts: Its facts as they were stored.
    func expect(_ folder: TreePath, storedAs facts: FileFacts)
}

extension FolderLister {
    /// Knows of no folder without listing it.
    public func open(_ folder: TreePath, inspects: Bool, items: (FileFacts) -> FolderItems?) -> OpenFolder? { nil }

    /// Does not tell.
    public func facts(of folder: TreePath) -> FileFacts? { nil }

    /// Needs no more than names.
    public func expect(_ folder: TreePath, storedAs facts: FileFacts) {}
}
