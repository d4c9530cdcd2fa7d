import Listing
import Synchronization
import TestSupport
import Testing

/// Lists a folder with a lister that completes before it returns.
func list(_ path: TreePath, with lister: LocalFolderLister) throws -> Result<OpenFolder, ListingError> {
    let result = Mutex<Result<OpenFolder, ListingError>?>(nil)
    lister.list(path) { listed in
        result.withLock { $0 = listed }
    }
    return try #require(result.withLock { $0 })
}

/// Lists a temporary folder.
func openRoot(_ folder: TemporaryFolder) throws -> OpenFolder {
    try list(TreePath(root: folder.path), with: LocalFolderLister(root: folder.path)).get()
}

/// Lists all folders of a tree, one after the other, the newest found first, and
/// calls a closure with each.
func listAll(
    _ root: [UInt8],
    openFolders: Int = 64,
    _ body: (TreePath, Result<OpenFolder, ListingError>) throws -> Void
) throws {
    let lister = try LocalFolderLister(root: root, openFolders: openFolders)
    var toList = [TreePath(root: root)]
    while let path = toList.popLast() {
        let result = try list(path, with: lister)
        try body(path, result)
        guard case .success(let folder) = result else { continue }
        for item in folder.listing.items.folders { toList.append(TreePath(item.name, in: path)) }
    }
}
