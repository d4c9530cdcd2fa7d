public import Listing
internal import Synchronization

/// Lists the folders of a tree in memory, with failures where a test wants them.
public final class MemoryLister: FolderLister {
    /// What goes wrong at a folder.
    public enum Fault: Sendable {
        /// It cannot be listed.
        case fails(ListingError)
        /// Reading breaks off after so many items.
        case breaksOff(ListingError, after: Int)
    }

    /// The size of an item whose facts cannot be read.
    public static let unreadable: Int64 = -1

    private struct Known {
        // Kept so that the identifier, the key, is not given to another object.
        let path: TreePath
        let number: Int
        let below: [[UInt8]: Int]
    }

    private let tree: TestTree
    private let faults: [Int: Fault]
    private let manner: ReplyManner
    private let willList: @Sendable (TreePath) -> Void
    private let known = Mutex<[ObjectIdentifier: Known]>([:])

    /// Makes a lister of a tree.
    ///
    /// - Parameters:
    ///   - tree: The tree. Files of the size ``unreadable`` have no facts but an error.
    ///   - faults: What goes wrong, by the number of the folder. Default: nothing.
    ///   - manner: How listings complete. Default: at once.
    ///   - willList: Called first, on the lane that lists. Default: nothing.
    public init(
        _ tree: TestTree,
        faults: [Int: Fault] = [:],
        manner: ReplyManner = .immediate,
        willList: @escaping @Sendable (TreePath) -> Void = { _ in }
    ) {
        self.tree = tree
        self.faults = faults
        self.manner = manner
        self.willList = willList
    }

    /// Lists a folder; one that is not in the tree has vanished.
    public func list(
        _ folder: TreePath,
        completion: @escaping @Sendable (Result<OpenFolder, ListingError>) -> Void
    ) {
        willList(folder)
        let result = listing(of: folder)
        manner { completion(result) }
    }

    private func listing(of folder: TreePath) -> Result<OpenFolder, ListingError> {
        guard let number = number(of: folder) else { return .failure(ListingError(call: "openat", code: 2)) }
        var items = tree.folders[number][...]
        var end = FolderListing.End.complete
        switch faults[number] {
        case .fails(let error): return .failure(error)
        case .breaksOff(let error, let count):
            items = items.prefix(count)
            end = .brokenOff(error)
        case nil: break
        }
        var builder = FolderItems.Builder()
        var below: [[UInt8]: Int] = [:]
        var facts: [[UInt8]: FileFacts] = [:]
        for item in items {
            item.name.withUnsafeBytes { builder.append($0, kind: item.content.kind) }
            switch item.content {
            case .folder(let number): below[item.name] = number
            case .file(let size, let modified) where size != Self.unreadable:
                facts[item.name] = FileFacts(size: size, modified: modified)
            default: break
            }
        }
        if !below.isEmpty {
            let entry = Known(path: folder, number: number, below: below)
            known.withLock { $0[ObjectIdentifier(folder)] = entry }
        }
        let folderFacts = FileFacts(size: 0, modified: TimeStamp(seconds: 0))
        return .success(
            OpenFolder(
                listing: FolderListing(items: builder.finish(), facts: folderFacts, end: end),
                inspector: { [facts] item in
                    facts[item.name].map { .success($0) } ?? .failure(ListingError(call: "statx", code: 13))
                },
                // Its files have a size and no content.
                reader: { _, _ in .failure(ListingError(call: "openat", code: 13)) }
            )
        )
    }

    private func number(of folder: TreePath) -> Int? {
        guard let parent = folder.parent else { return 0 }
        return known.withLock { $0[ObjectIdentifier(parent)]?.below[folder.name] }
    }
}

extension FileFacts {
    init(size: Int64, modified: TimeStamp) {
        self.init(size: size, modified: modified.sinceEpoch, changed: modified.sinceEpoch, inode: 0, device: 0)
    }
}
