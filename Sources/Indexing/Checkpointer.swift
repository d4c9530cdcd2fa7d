import AsyncLoop
import Dispatch
import SQLite

/// Writes the write-ahead log back into the index file beside the writer.
///
/// A checkpoint waits for the disk. Done by the writer, as SQLite does by itself, it
/// holds up the walk; done here, the disk works while the writer goes on.
final class Checkpointer: Sendable {
    private let connection: Confined<Connection>
    private let stored: StoredRows

    /// - Parameters:
    ///   - connection: A connection of its own, given away.
    ///   - stored: The readers, whose snapshots a checkpoint cannot go beyond.
    init(_ connection: sending Connection, _ stored: StoredRows) {
        self.connection = Confined(label: "checkpointer", connection)
        self.stored = stored
    }

    /// Writes back what is committed, later.
    func checkpoint() {
        connection.async { [stored] connection in
            stored.endSnapshots()
            // What fails here is done by the next checkpoint; the last one is made when the index is closed.
            _ = try? connection.checkpoint(.passive)
        }
    }

    /// Closes the connection; returns once that is done.
    func close() {
        connection.queue.sync { connection.withValue { $0.close() } }
    }
}
