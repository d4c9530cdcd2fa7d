public import Synchronization

/// The driver of one loop: performs what its ``LoopMachine`` decides.
///
/// It lives on the heap, held by its runners and by the replies of the
/// transforms under way, and is gone after its completion.
///
/// The completion is in the state to be taken out when it is called: in a
/// recursion it holds the reply to the loop above, and completed loops that held
/// each other would be let go in one recursion as deep as theirs.
@usableFromInline
final class Loop<Output: Sendable>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline
        var machine: LoopMachine
        @usableFromInline
        var outcomes: [Outcome<Output>]
        /// Whether the lanes have an offer of this loop to take a runner.
        @usableFromInline
        var isHelpOffered = false
        @usableFromInline
        var completion: (@Sendable ([Outcome<Output>]) -> Void)?

        @inlinable
        init(count: Int, width: Int, completion: @escaping @Sendable ([Outcome<Output>]) -> Void) {
            machine = LoopMachine(count: count, width: width)
            outcomes = Array(repeating: .neverStarted, count: count)
            self.completion = completion
        }

        @inlinable
        var isHelpWelcome: Bool { machine.isHelpWelcome && !isHelpOffered }
    }

    @usableFromInline
    let name: StaticString
    @usableFromInline
    let lanes: Lanes
    @usableFromInline
    let stop: LoopStop?
    @usableFromInline
    let patience: UInt64
    @usableFromInline
    let transform: @Sendable (Int, Reply<Output>) -> Void
    @usableFromInline
    let state: Mutex<State>

    @inlinable
    init(
        name: StaticString,
        count: Int,
        width: Int,
        lanes: Lanes,
        stop: LoopStop?,
        patience: UInt64,
        transform: @escaping @Sendable (Int, Reply<Output>) -> Void,
        completion: @escaping @Sendable ([Outcome<Output>]) -> Void
    ) {
        self.name = name
        self.lanes = lanes
        self.stop = stop
        self.patience = patience
        self.transform = transform
        state = Mutex(State(count: count, width: width, completion: completion))
        lanes.loopStarts()
    }

    /// A runner: starts inputs until there is none to start.
    ///
    /// A reply that comes while its transform is still on the stack only changes
    /// the state; the next input is started by this `while`, not by the reply, so
    /// any number of immediate replies needs no more stack than one.
    @inlinable
    func run() {
        var watch = RunnerWatch(patience: patience, start: patience == 0 ? 0 : uptime())
        while true {
            let isStopped = stop?.isStopped ?? false
            let (step, isHelpWelcome) = state.withLock { state in
                (state.machine.step(isStopped: isStopped), state.isHelpWelcome)
            }
            switch step {
            case .start(let index):
                if isHelpWelcome && patience == 0 { offerHelp() }
                transform(index, Reply(to: self, index: index))
                if patience != 0 && watch.isHelpDue(now: uptime) { offerHelp() }
            case .rest:
                return
            case .complete:
                complete()
                return
            }
        }
    }

    @inlinable
    func replied(index: Int, _ value: Output) {
        let (needsRunner, isHelpWelcome) = state.withLock { state in
            state.outcomes[index] = .replied(value)
            return (state.machine.replied(), state.isHelpWelcome)
        }
        if needsRunner {
            lanes.submitFollowUp { self.run() }
        } else if isHelpWelcome && patience == 0 {
            offerHelp()
        }
    }

    /// Lets a lane that has nothing else to do, now or later, start inputs too.
    ///
    /// One offer at a time: who takes it makes the next.
    @inlinable
    func offerHelp() {
        let isWelcome = state.withLock { state in
            guard state.isHelpWelcome else { return false }
            state.isHelpOffered = true
            return true
        }
        if isWelcome { lanes.offer(by: ObjectIdentifier(self)) { self.helpArrives() } }
    }

    @inlinable
    func helpArrives() {
        let isOfUse = state.withLock { state in
            state.isHelpOffered = false
            return state.machine.helpArrives()
        }
        if isOfUse { run() }
    }

    @inlinable
    func complete() {
        let end = state.withLock { state in
            let end = state
            state.outcomes = []
            state.completion = nil
            return end
        }
        if end.isHelpOffered { lanes.withdrawOffer(by: ObjectIdentifier(self)) }
        end.completion?(end.outcomes)
        lanes.loopEnded()
    }
}
