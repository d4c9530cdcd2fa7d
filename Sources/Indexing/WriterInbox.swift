import AsyncLoop

/// What waits for the writer, as a pure value.
struct WriterInbox: Sendable {
    enum Entry: Sendable {
        case record(FolderRecord)
        case finish(IndexedFolder)

        var memory: Int {
            switch self {
            case .record(let record): record.memory
            case .finish: 64
            }
        }
    }

    /// How many bytes may wait before those who bring more have to.
    static let capacity = 2 << 20

    private var entries: [Entry] = []
    private var waiting: [Reply<Void>] = []
    private var memory = 0
    private var isDraining = false

    /// Takes an entry in.
    ///
    /// - Parameter reply: Who brought it; kept if there is no room for more.
    /// - Returns: Whether the writer is to be woken, and the reply if it may be called.
    mutating func append(_ entry: Entry, reply: Reply<Void>?) -> (wakesWriter: Bool, reply: Reply<Void>?) {
        entries.append(entry)
        memory += entry.memory
        var reply = reply
        if memory > Self.capacity, let held = reply {
            waiting.append(held)
            reply = nil
        }
        defer { isDraining = true }
        return (!isDraining, reply)
    }

    /// Hands all over, with those who may bring more once it is written.
    ///
    /// - Returns: Nil if there is nothing: the writer has to be woken for the next entry.
    mutating func take() -> (entries: [Entry], waiting: [Reply<Void>])? {
        if entries.isEmpty {
            isDraining = false
            return nil
        }
        defer {
            entries = []
            waiting = []
            memory = 0
        }
        return (entries, waiting)
    }
}
