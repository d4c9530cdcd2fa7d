import Synchronization

/// The open folders whose subfolders are being walked, a bounded number of them.
///
/// When there is no room the one that was not used for longest is given up;
/// whoever needs it again opens it again. Giving up closes nothing that is in
/// use: a descriptor is closed with its last reference.
final class DescriptorCache: Sendable {
    private struct Entry {
        // Kept so that the identifier, the key, is not given to another object.
        let folder: TreePath
        let descriptor: Descriptor
        var lastUse: UInt64
    }

    private struct State {
        var capacity: Int
        var entries: [ObjectIdentifier: Entry] = [:]
        var uses: UInt64 = 0
    }

    private let state: Mutex<State>
    private let closing = Mutex(())

    /// - Parameter capacity: The most descriptors it holds, at least 1.
    init(capacity: Int) {
        state = Mutex(State(capacity: max(1, capacity)))
    }

    func descriptor(of folder: TreePath) -> Descriptor? {
        state.withLock { state in
            state.uses += 1
            let key = ObjectIdentifier(folder)
            state.entries[key]?.lastUse = state.uses
            return state.entries[key]?.descriptor
        }
    }

    func insert(_ descriptor: Descriptor, of folder: TreePath) {
        // Let go of outside of the lock: closing may block.
        let evicted: Entry? = state.withLock { state in
            state.uses += 1
            let key = ObjectIdentifier(folder)
            var evicted: Entry?
            if state.entries.count >= state.capacity && state.entries[key] == nil,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                evicted = state.entries.removeValue(forKey: oldest.key)
            }
            state.entries[key] = Entry(folder: folder, descriptor: descriptor, lastUse: state.uses)
            return evicted
        }
        _ = consume evicted
    }

    /// Gives up all, and closes what nobody uses before it returns; from now on it holds half as many.
    ///
    /// - Returns: Whether there were any. If there were none since another thread is
    ///   giving them up, this waits until those are closed.
    func giveUp() -> Bool {
        closing.withLock { _ in
            let entries = state.withLock { state in
                var entries: [ObjectIdentifier: Entry] = [:]
                swap(&entries, &state.entries)
                if !entries.isEmpty { state.capacity = max(1, state.capacity / 2) }
                return entries
            }
            let hadAny = !entries.isEmpty
            _ = consume entries
            return hadAny
        }
    }
}
