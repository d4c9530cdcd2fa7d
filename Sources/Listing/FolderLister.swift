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
