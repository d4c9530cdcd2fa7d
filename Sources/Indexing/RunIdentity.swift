import Synchronization

/// What the rows of a run refer to.
struct RunIdentity: Sendable {
    /// `run.id`.
    let id: Int64
    /// `folder.root` of the folders it makes: the root that the walked one is inside of, or itself.
    let tree: Int64
    /// `extension.id`, by the positions of the extensions in the run's list.
    let extensions: [Int64]
    let fingerprintKey: Int64
    let folderIDs: FolderIDs
    let volumeIDs: VolumeIDs
    /// `folder.id` of the folder it begins with.
    let top: Int64
    let hold: HoldRules
    let shortcut: Shortcut
    /// How many folders and images had problems when it began.
    let problemsBefore: Int64
    /// Whether it is told what has happened, and so which folders need not be listed.
    let hasFeed: Bool
}

/// Hands out the ids of new folders: their subfolders need them before they are written.
final class FolderIDs: Sendable {
    private let counter: Atomic<Int64>

    init(first: Int64) {
        counter = Atomic(first)
    }

    /// The id that is handed out next.
    var next: Int64 { counter.load(ordering: .relaxed) }

    func take() -> Int64 {
        counter.wrappingAdd(1, ordering: .relaxed).oldValue
    }
}
