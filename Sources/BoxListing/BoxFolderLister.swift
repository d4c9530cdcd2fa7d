internal import AsyncLoop
public import Listing
internal import Synchronization

/// Lists the folders of a tree on Box.
///
/// A folder's pages are asked for one after the other. It is listed to its end once the last of them was read: a page that
/// cannot be had breaks the listing off, and what was found by then is still there.
public final class BoxFolderLister: FolderLister {
    private struct State {
        /// The folders that were found and not listed yet.
        var found: [[UInt8]: BoxItem] = [:]
        /// The facts of those that are expected, where the folder above was not listed.
        var expected: [[UInt8]: FileFacts] = [:]
        /// The ids of all that were listed, and of the one that the tree begins with: a folder is in one place.
        var listed: Set<Int64>
    }

    private let session: BoxSession
    private let tree: BoxTree
    private let state: Mutex<State>

    /// Makes a lister of a tree.
    public init(_ tree: BoxTree, _ session: BoxSession) {
        state = Mutex(State(listed: [tree.root.item.id]))
        self.tree = tree
        self.session = session
    }

    /// Says which folder is at a path, where the one above it is not listed; see ``FolderLister/expect(_:storedAs:)``.
    public func expect(_ folder: TreePath, storedAs facts: FileFacts) {
        state.withLock { $0.expected[folder.bytes] = facts }
    }

    /// What was said of a folder when the one above was listed; see ``FolderLister/facts(of:)``.
    public func facts(of folder: TreePath) -> FileFacts? {
        state.withLock { $0.found[folder.bytes]?.facts }
    }

    /// Lists a folder; see ``FolderLister/list(_:completion:)``.
    ///
    /// Returns at once.
    public func list(
        _ folder: TreePath,
        completion: @escaping @Sendable (Result<OpenFolder, ListingError>) -> Void
    ) {
        let id: Int64
        let facts: FileFacts
        switch place(of: folder) {
        case .success(let item): (id, facts) = (item.id, item.facts)
        case .failure(let error): return completion(.failure(error))
        }
        let pages = BoxPages(folder, id: id, facts: facts)
        ask(pages, marker: nil, completion)
    }

    /// Finds which folder a path is.
    private func place(of folder: TreePath) -> Result<(id: Int64, facts: FileFacts), ListingError> {
        if folder.depth == 0 { return .success((tree.root.item.id, tree.root.item.facts)) }
        let path = folder.bytes
        return state.withLock { state in
            let expected = state.expected.removeValue(forKey: path)
            let found: (id: Int64, facts: FileFacts)
            if let item = state.found.removeValue(forKey: path) {
                found = (item.id, item.facts)
            } else if let expected {
                found = (expected.inode, expected)
            } else {
                return .failure(Self.error("nothing was said of this folder"))
            }
            guard state.listed.insert(found.id).inserted else {
                return .failure(Self.error("Box names folder \(found.id) at two places"))
            }
            return .success(found)
        }
    }

    private func ask(
        _ pages: BoxPages,
        marker: String?,
        _ completion: @escaping @Sendable (Result<OpenFolder, ListingError>) -> Void
    ) {
        session.items(
            of: pages.id,
            marker: marker,
            reply: Reply { [self] page in
                switch page {
                case .failure(let error):
                    // What is denied or gone is so as a whole, whatever it said before.
                    if error.meaning == .failed, marker != nil {
                        completion(.success(open(pages, .brokenOff(error))))
                    } else {
                        completion(.failure(error))
                    }
                case .success(let page):
                    pages.add(page.items)
                    if let odd = page.items.first(where: { $0.isActive && !$0.hasUsableName }) {
                        let error = Self.error("item \(odd.id) has a name that cannot be one of a path")
                        return completion(.success(open(pages, .brokenOff(error))))
                    }
                    guard let next = page.nextMarker else { return completion(.success(open(pages, .complete))) }
                    if pages.isNew(next) { return ask(pages, marker: next, completion) }
                    completion(.success(open(pages, .brokenOff(BoxPages.sameAgain))))
                }
            }
        )
    }

    private func open(_ pages: BoxPages, _ end: FolderListing.End) -> OpenFolder {
        let (items, remote, folders) = pages.finish()
        state.withLock { state in
            for (path, folder) in folders { state.found[path] = folder }
        }
        return OpenFolder(remote: remote, items: items, facts: pages.facts, end: end, volume: tree.volume)
    }

    private static func error(_ words: String) -> ListingError {
        ListingError(call: "folder items", code: ListingError.failedCode, words: words)
    }
}
