public import AsyncLoop

/// Reads the stream of what happens in an account.
public struct BoxFeed: Sendable {
    /// What happened to one item, the last of it.
    public struct Change: Equatable, Sendable {
        /// The item's id.
        public let item: Int64
        /// Whether it is a folder.
        public let isFolder: Bool
        /// The folders that it was said to be in.
        public var parents: Set<Int64>
        /// Its highest count of changes; nil if one was without.
        public var sequence: Int64?
    }

    /// All that happened since a position.
    public struct News: Equatable, Sendable {
        /// By the ids of the items; nil: nobody can say what has happened.
        public let changes: [Int64: Change]?
        /// Where the next run goes on.
        public let position: String

        /// Makes news of their parts.
        public init(since changes: [Int64: Change]?, position: String) {
            self.changes = changes
            self.position = position
        }
    }

    /// The most requests for one run: what needs more is found sooner by a walk.
    static let mostRequests = 200

    private let session: BoxSession

    /// Makes a feed of a session's account.
    public init(_ session: BoxSession) {
        self.session = session
    }

    /// Asks for the position of now.
    ///
    /// - Parameter reply: Called exactly once, on the session's queue: with it, or nil if there is none to be had.
    public func now(reply: Reply<String?>) {
        session.events(since: "now", reply: Reply { events in reply((try? events.get())?.nextPosition) })
    }

    /// Asks for all that happened since a position.
    ///
    /// - Parameters:
    ///   - position: One that ``now(reply:)`` or an earlier call gave.
    ///   - reply: Called exactly once, on the session's queue: with it, or nil if that cannot be told and all is to be
    ///     walked.
    public func news(since position: String, reply: Reply<News?>) {
        drain(from: position, Collected(), left: Self.mostRequests, reply: reply)
    }

    private struct Collected: Sendable {
        var seen: Set<String> = []
        var changes: [Int64: Change] = [:]

        mutating func add(_ event: BoxEvents.Event) {
            // The stream may tell of one thing twice.
            guard seen.insert(event.id).inserted else { return }
            let parents = event.parent.map { [$0] } ?? []
            guard var change = changes[event.item] else {
                changes[event.item] = Change(
                    item: event.item,
                    isFolder: event.isFolder,
                    parents: Set(parents),
                    sequence: event.sequence
                )
                return
            }
            change.parents.formUnion(parents)
            change.sequence = change.sequence.flatMap { old in event.sequence.map { max(old, $0) } }
            changes[event.item] = change
        }
    }

    private func drain(from position: String, _ collected: Collected, left: Int, reply: Reply<News?>) {
        session.events(
            since: position,
            reply: Reply { events in
                guard case .success(let events) = events, left > 0 else { return reply(nil) }
                var collected = collected
                for event in events.events { collected.add(event) }
                if events.count == 0 || events.nextPosition == position {
                    return reply(News(since: collected.changes, position: events.nextPosition))
                }
                drain(from: events.nextPosition, collected, left: left - 1, reply: reply)
            }
        )
    }
}
