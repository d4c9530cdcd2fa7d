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
    /// What is to be called when it is thrown.
    ///
    /// Called, not asked for: loops look at their switch for every item.
    private let handlers = Mutex<[@Sendable () -> Void]>([])

    /// Makes a switch that is not thrown.
    ///
    /// - Parameter other: A switch that counts as this one too; not the other way round. Default: none.
    public init(following other: LoopStop? = nil) {
        other?.whenStopped { [weak self] in self?.stop() }
    }

    /// Stops the loops.
    ///
    /// May be called from any thread, any number of times. It returns at once:
    /// the loops' completions tell when they have stopped.
    public func stop() {
        thrown.store(true, ordering: .releasing)
        let handlers = handlers.withLock { handlers in
            defer { handlers = [] }
            return handlers
        }
        for handler in handlers { handler() }
    }

    /// Calls a closure when the switch is thrown, at once if it is.
    ///
    /// For what waits for something else than the replies of loops, so that it need not look at the switch now and then.
    /// - Parameter handler: Called once, on the thread that throws the switch, which it must not block; never if nobody
    ///   does. The switch holds it until then.
    public func whenStopped(_ handler: @escaping @Sendable () -> Void) {
        let isLate = handlers.withLock { handlers in
            let isLate = isStopped
            if !isLate { handlers.append(handler) }
            return isLate
        }
        if isLate { handler() }
    }

    /// Whether ``stop()`` was called, of this switch or the one that it follows.
    @inlinable
    public var isStopped: Bool {
        thrown.load(ordering: .acquiring)
    }
}
