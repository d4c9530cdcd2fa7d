public import Listing
import Synchronization

/// A folder of the index while a run walks it.
///
/// Which row is its own is known for certain only when it is listed: a folder may have
/// moved here from elsewhere, or another may have taken its name.
public final class IndexedFolder: Sendable {
    /// Which row a folder is, and what a run knows of it.
    struct Row: Sendable {
        var id: Int64
        var parent: Int64?
        /// How it was stored before this run; nil if it was not.
        var stored: StoredFolder?
        /// Its volume and that of the folder it is in.
        var volume = VolumePair()
        var volumeAbove = VolumePair()
        /// The device number that this run found it on, and that of the folder it is in.
        var device: Int64?
        var deviceAbove: Int64?
        /// The row that had its name, if it moved here from elsewhere: that folder is not there any more.
        var displaced: Int64?
        /// The path it had before it, or a folder above it, moved in this run.
        var oldPath: [UInt8]?
    }

    /// The volume of a folder as it was stored and as this run found it; nil where that is not known.
    struct VolumePair: Equatable, Sendable {
        var stored: Int64?
        var found: Int64?
    }

    private struct State {
        var row: Row
        var isLeft = false
        var isTrusted = false
        /// The folders stored in it, sorted by the bytes of their names; known once it is listed.
        var subfolders: [StoredFolder] = []
    }

    /// Where it is.
    public let path: TreePath
    private let state: Mutex<State>

    init(path: TreePath, row: Row) {
        self.path = path
        state = Mutex(State(row: row))
    }

    /// Which row it is.
    var row: Row {
        get { state.withLock { $0.row } }
        set { state.withLock { $0.row = newValue } }
    }

    /// Whether it was listed and is not what is known of it, or may not be: what is below it is not to be walked.
    public internal(set) var isLeft: Bool {
        get { state.withLock { $0.isLeft } }
        set { state.withLock { $0.isLeft = newValue } }
    }

    /// Whether it is not listed, as its times are as stored.
    public internal(set) var isTrusted: Bool {
        get { state.withLock { $0.isTrusted } }
        set { state.withLock { $0.isTrusted = newValue } }
    }

    var id: Int64 { state.withLock { $0.row.id } }

    /// Takes the folders stored in it.
    func remember(_ folders: [StoredFolder]) {
        // Of one name the one that is there comes first, then the youngest.
        let sorted = folders.sorted { first, second in
            if first.name != second.name { return first.name.lexicographicallyPrecedes(second.name) }
            if (first.status == .missing) != (second.status == .missing) { return second.status == .missing }
            return first.id > second.id
        }
        state.withLock { $0.subfolders = sorted }
    }

    /// The stored folder of a name: the one that is there, else the youngest.
    ///
    /// - Complexity: O(log n).
    func storedSubfolder(_ name: [UInt8]) -> StoredFolder? {
        state.withLock { state in
            var low = 0
            var high = state.subfolders.count
            while low < high {
                let middle = (low + high) / 2
                if state.subfolders[middle].name.lexicographicallyPrecedes(name) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low < state.subfolders.count && state.subfolders[low].name == name ? state.subfolders[low] : nil
        }
    }

    /// Adds the stored folders that are not missing to a listing.
    func addSubfolders(to items: inout FolderItems.Builder) {
        state.withLock { state in
            for folder in state.subfolders where folder.status != .missing {
                folder.name.withUnsafeBytes { items.append($0, kind: .folder) }
            }
        }
    }

    /// How many folders are stored in it that are not missing.
    var presentSubfolders: Int {
        state.withLock { $0.subfolders.reduce(0) { $0 + ($1.status == .missing ? 0 : 1) } }
    }

    /// The stored folders that are not among those listed, and not known to be missing already.
    func missingSubfolders(_ items: FolderItems) -> [Int64] {
        state.withLock { state in
            state.subfolders.compactMap { folder in
                let position = folder.name.withUnsafeBytes {
                    items.position(of: $0, in: items.firstFolder..<items.count)
                }
                return position == nil && folder.status != .missing ? folder.id : nil
            }
        }
    }
}
