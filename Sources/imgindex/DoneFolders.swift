import Indexing
import Listing
import Synchronization

/// The folders that an interrupted run before this one has done: walked after all others, those done first first.
final class DoneFolders: Sendable {
    private struct State {
        var takes = true
        var folders: [(path: TreePath, memory: WalkedFolder)] = []
    }

    private let state = Mutex(State())

    /// Keeps a folder for later.
    ///
    /// - Returns: Whether it was kept: not once ``all(of:)`` was called.
    func take(_ path: TreePath, _ memory: WalkedFolder) -> Bool {
        state.withLock { state in
            if state.takes { state.folders.append((path, memory)) }
            return state.takes
        }
    }

    /// The folders that were kept; no more are.
    func all(of run: IndexRun) -> [(path: TreePath, memory: WalkedFolder)] {
        let folders = state.withLock { state in
            state.takes = false
            return state.folders
        }
        return folders.sorted { run.finishedRun(of: $0.memory.folder) < run.finishedRun(of: $1.memory.folder) }
    }
}
