import Listing
import Synchronization

/// What was read of one folder so far.
final class BoxPages: Sendable {
    private struct State {
        var builder = RemoteItems.Builder(hasLastingIDs: true)
        var folders: [BoxItem] = []
        var markers: Set<String> = []
    }

    /// Why a folder is not read any further whose markers lead in a circle.
    static let sameAgain = ListingError(
        call: "folder items",
        code: ListingError.failedCode,
        words: "Box gives the same page again and again"
    )

    let id: Int64
    let facts: FileFacts
    private let path: TreePath
    private let state = Mutex(State())

    init(_ path: TreePath, id: Int64, facts: FileFacts) {
        self.path = path
        self.id = id
        self.facts = facts
    }

    /// Takes the items of a page.
    func add(_ items: [BoxItem]) {
        state.withLock { state in
            // What is in the trash is not here, though the folder may still name it.
            for item in items where item.isActive && item.hasUsableName {
                state.builder.append(item.name, kind: item.itemKind, facts: item.facts, remote: item.remoteFacts)
                if item.kind == .folder { state.folders.append(item) }
            }
        }
    }

    /// Whether a marker was not asked for yet; from now on it was.
    func isNew(_ marker: String) -> Bool {
        state.withLock { $0.markers.insert(marker).inserted }
    }

    /// The items, and the folders among them by their paths; nothing is left here.
    func finish() -> (items: FolderItems, remote: RemoteItems, folders: [([UInt8], BoxItem)]) {
        let taken = state.withLock { state in
            defer { state = State() }
            return (state.builder, state.folders)
        }
        let (items, remote) = taken.0.finish()
        // Of those of one name the one that is among the items.
        let folders = taken.1.sorted { $0.id > $1.id }.map { (path.bytes(of: $0.name), $0) }
        return (items, remote, folders)
    }
}
