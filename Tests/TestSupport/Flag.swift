internal import Synchronization

/// Something that happens at most once, told between threads.
public final class Flag: Sendable {
    private let state = Atomic(false)

    /// Makes a flag that is down.
    public init() {}

    /// Raises the flag.
    ///
    /// - Returns: Whether it was down.
    @discardableResult
    public func raise() -> Bool {
        !state.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Whether it was raised.
    public var isRaised: Bool { state.load(ordering: .acquiring) }
}

/// A number counted up and down by any thread, and the most it ever was.
public final class Tally: Sendable {
    private let state = Mutex((now: 0, most: 0))

    /// Makes a count of zero.
    public init() {}

    /// Counts up, or down if negative.
    ///
    /// - Returns: The number after it.
    @discardableResult
    public func add(_ number: Int) -> Int {
        state.withLock { state in
            state.now += number
            state.most = max(state.most, state.now)
            return state.now
        }
    }

    /// Makes the most at least a number, which is counted otherwise.
    public func raise(to number: Int) {
        state.withLock { $0.most = max($0.most, number) }
    }

    /// The number.
    public var now: Int { state.withLock { $0.now } }
    /// The most it ever was.
    public var most: Int { state.withLock { $0.most } }
}
