import AsyncLoop

/// What waits for the writer, as a pure value.
struct WriterInbox: Sendable {
    enum Entry: Sendable {
        // Indirect: what waits is moved when there is more, and a record is large.
        indirect case record(FolderRecord)
        case finish(IndexedFolder)

        var memory: Int {
            switch self {
            case .record(let record): record.memory
            case .finish: 64
            }
        }
    }

    /// What the one who brought an entry has to do.
    enum Wake: Equatable, Sendable {
        case no
        /// Wake the writer soon: waking it for every folder takes longer than the writing.
        case soon
        case now
    }

    /// How many bytes may wait before those who bring more have to.
    static let capacity = 2 << 20
    /// How many bytes may wait before the writer is woken.
    static let worthWaking = 1 << 18

    private var entries: [Entry] = []
    private var waiting: [Reply<Void>] = []
    private var memory = 0
    private var isWoken = false
    private var isWokenSoon = false

    /// Takes an entry in.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - reply: Who brought it; kept if there is no room for more.
    /// - Returns: Whether the writer is to be woken, and the reply if it may be called.
    mutating func append(_ entry: Entry, reply: Reply<Void>?) -> (wake: Wake, reply: Reply<Void>?) {
        entries.append(entry)
        memory += entry.memory
        var reply = reply
        if memory > Self.capacity, let held = reply {
            waiting.append(held)
            reply = nil
        }
        return (wake(), reply)
    }

    private mutating func wake() -> Wake {
        if isWoken { return .no }
        if memory >= Self.worthWaking {
            isWoken = true
            return .now
        }
        defer { isWokenSoon = true }
        return isWokenSoon ? .no : .soon
    }

    /// Hands all over, with those who may bring more once it is written.
    ///
    /// - Returns: Nil if there is nothing: the writer has to be woken for the next entry.
    mutating func take() -> (entries: [Entry], waiting: [Reply<Void>])? {
        if entries.isEmpty {
            isWoken = false
            isWokenSoon = false
            return nil
        }
        isWoken = true
        defer {
            entries = []
            waiting = []
            memory = 0
        }
        return (entries, waiting)
    }
}
