public import Listing
import Synchronization

/// A folder as it is stored.
struct StoredFolder: Sendable {
    let id: Int64
    let name: [UInt8]
    let status: FolderStatus
    let facts: FileFacts
    let otherCount: Int64
    let linkCount: Int64
    let fingerprint: Int64?
    /// The present images in it, as its totals say.
    let imageCount: Int64
    /// Their bytes.
    let imageBytes: Int64
    /// The present images in it and all below.
    let treeImageCount: Int64
}

/// What became of a folder: the words of the column `folders.status`.
public enum FolderStatus: String, Sendable {
    /// Listed to its end.
    case listed
    /// It is there, but may not be read.
    case denied
    /// It was listed in its folder, and gone when it was to be listed itself.
    case vanished
    /// It could not be read, or not to its end.
    case failed
    /// A rule keeps it out.
    case excluded
    /// The run ended before it was listed.
    case unfinished
    /// Proven not to be there.
    case missing

    init(_ error: ListingError) {
        switch error.meaning {
        case .denied: self = .denied
        case .vanished: self = .vanished
        case .failed: self = .failed
        }
    }

    /// Whether it needs a person.
    var isProblem: Bool {
        self == .denied || self == .failed
    }
}

/// A folder of the index while a run walks it.
public final class IndexedFolder: Sendable {
    /// Where it is.
    public let path: TreePath

    let id: Int64
    let parent: Int64?
    /// How it was stored before this run; nil if it was not.
    let stored: StoredFolder?
    /// The folders stored in it, sorted by the bytes of their names; known once it is listed.
    private let subfolders = Mutex<[StoredFolder]>([])

    init(path: TreePath, id: Int64, parent: Int64?, stored: StoredFolder?) {
        self.path = path
        self.id = id
        self.parent = parent
        self.stored = stored
    }

    func remember(_ folders: [StoredFolder]) {
        let sorted = folders.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        subfolders.withLock { $0 = sorted }
    }

    /// The stored folder of a name.
    ///
    /// - Complexity: O(log n).
    func storedSubfolder(_ name: [UInt8]) -> StoredFolder? {
        subfolders.withLock { folders in
            var low = 0
            var high = folders.count
            while low < high {
                let middle = (low + high) / 2
                if folders[middle].name == name { return folders[middle] }
                if folders[middle].name.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
            }
            return nil
        }
    }

    /// The stored folders that are not among those listed, and not known to be missing already.
    func missingSubfolders(_ items: FolderItems) -> [Int64] {
        subfolders.withLock { folders in
            folders.compactMap { folder in
                let position = folder.name.withUnsafeBytes {
                    items.position(of: $0, in: items.firstFolder..<items.count)
                }
                return position == nil && folder.status != .missing ? folder.id : nil
            }
        }
    }
}
