import Listing
import SQLite
import Synchronization

/// The ids of volumes, also of those that a run is the first to see.
final class VolumeIDs: Sendable {
    private struct State {
        var ids: [[UInt8]: Int64] = [:]
        var next: Int64 = 1
    }

    private let state: Mutex<State>

    /// Reads the volumes that are stored.
    init(_ connection: Connection) throws(SQLiteError) {
        var state = State()
        try connection.query("SELECT id, identity FROM volume") { row in
            state.ids[row.bytes(at: 1)] = row.int64(at: 0)
            state.next = max(state.next, row.int64(at: 0) &+ 1)
        }
        self.state = Mutex(state)
    }

    /// The identity of a volume; nil if there is none of this id.
    func identity(of id: Int64?) -> [UInt8]? {
        state.withLock { state in state.ids.first { $0.value == id }?.key }
    }

    /// The id of a volume; nil for none.
    func id(of volume: Volume?) -> Int64? {
        guard let volume else { return nil }
        return state.withLock { state in
            if let id = state.ids[volume.identity] { return id }
            state.ids[volume.identity] = state.next
            state.next += 1
            return state.next - 1
        }
    }
}
