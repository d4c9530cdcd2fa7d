import AsyncLoop
import Synchronization

/// What happened, in order, told by any thread.
final class Log<Event: Sendable>: Sendable {
    private let lines = Mutex<[Event]>([])

    var events: [Event] { lines.withLock { $0 } }

    func note(_ event: Event) {
        lines.withLock { $0.append(event) }
    }
}

/// How many are in at once, and the most there were.
final class Counter: Sendable {
    private let counts = Mutex((now: 0, most: 0, entered: 0))

    var now: Int { counts.withLock { $0.now } }
    var most: Int { counts.withLock { $0.most } }
    var entered: Int { counts.withLock { $0.entered } }

    func enter() {
        counts.withLock { counts in
            counts.now += 1
            counts.entered += 1
            counts.most = max(counts.most, counts.now)
        }
    }

    func leave() {
        counts.withLock { $0.now -= 1 }
    }
}

/// Replies that are kept until a test calls them.
final class KeptReplies<Value: Sendable>: Sendable {
    private let kept = Mutex<[Int: Reply<Value>]>([:])

    var count: Int { kept.withLock { $0.count } }

    /// - Returns: How many are kept now.
    @discardableResult
    func keep(_ reply: Reply<Value>, of index: Int) -> Int {
        kept.withLock { kept in
            kept[index] = reply
            return kept.count
        }
    }

    func reply(_ index: Int, _ value: Value) {
        let reply = kept.withLock { $0.removeValue(forKey: index) }
        reply?(value)
    }
}
