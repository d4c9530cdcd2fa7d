public import Listing
import Synchronization

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
