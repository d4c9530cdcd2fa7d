public import Synchronization

/// A switch, thrown at most once, that stops every loop it was handed to.
///
/// One `LoopStop` may serve any number of loops, running ones and ones that are
/// yet to start; a tree of nested loops is stopped by the one switch they share.
/// A stopped loop calls no further transform, waits for the replies of those
/// under way, and completes with ``Outcome/neverStarted`` for the rest.
///
/// A lane that has just looked at the switch may still call one transform when
/// the switch is thrown on another thread. A transform that throws it itself is
/// the last of a loop of width 1.
public final class LoopStop: Sendable {
    @usableFromInline
    let thrown = Atomic<Bool>(false)
    /// Switches that are thrown with this one.
    ///
    /// Told, not asked: loops look at theirs for every item.
    private let followers = Mutex<[LoopStop]>([])

    /// Makes a switch that is not thrown.
    ///
    /// - Parameter other: A switch that counts as this one too; not the other way round. Default: none.
    public init(following other: LoopStop? = nil) {
        guard let other else { return }
        other.followers.withLock { followers in
            if other.isStopped { stop() } else { followers.append(self) }
        }
    }

    /// Stops the loops.
    ///
    /// May be called from any thread, any number of times. It returns at once:
    /// the loops' completions tell when they have stopped.
    public func stop() {
        thrown.store(true, ordering: .releasing)
        for follower in followers.withLock({ $0 }) { follower.stop() }
    }

    /// Whether ``stop()`` was called, of this switch or the one that it follows.
    @inlinable
    public var isStopped: Bool {
        thrown.load(ordering: .acquiring)
    }
}
