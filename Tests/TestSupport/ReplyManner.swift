public import Dispatch
internal import Synchronization

/// How something asynchronous completes: at once, later on another queue, or now so and now so.
public final class ReplyManner: Sendable {
    /// Completes before the call returns.
    public static let immediate = ReplyManner(queue: nil, every: 1)

    private let queue: DispatchQueue?
    private let period: Int
    private let calls = Atomic(0)

    private init(queue: DispatchQueue?, every period: Int) {
        self.queue = queue
        self.period = period
    }

    /// Completes on a queue, once that is free.
    public static func later(on queue: DispatchQueue) -> ReplyManner {
        ReplyManner(queue: queue, every: 1)
    }

    /// Completes at once, but every so often on a queue.
    public static func mixed(_ queue: DispatchQueue, every period: Int = 2) -> ReplyManner {
        ReplyManner(queue: queue, every: period)
    }

    /// Waits until the queue has let go of what it has called.
    public func settle() {
        queue?.sync(flags: .barrier) {}
    }

    /// Calls a closure in this manner.
    public func callAsFunction(_ body: @escaping @Sendable () -> Void) {
        let number = calls.add(1, ordering: .relaxed).oldValue
        if let queue, number % period == 0 { queue.async(execute: body) } else { body() }
    }
}
