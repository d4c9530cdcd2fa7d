public import Synchronization

/// The driver of one loop: performs what its ``LoopMachine`` decides.
///
/// It lives on the heap, held by its runners and by the replies of the
/// transforms under way, and is gone after its completion.
@usableFromInline
final class Loop<Output: Sendable>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline
        var machine: LoopMachine
        @usableFromInline
        var outcomes: [Outcome<Output>]

        @inlinable
        init(count: Int, width: Int) {
            machine = LoopMachine(count: count, width: width)
            outcomes = Array(repeating: .neverStarted, count: count)
        }
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
    let completion: @Sendable ([Outcome<Output>]) -> Void
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
        self.completion = completion
        state = Mutex(State(count: count, width: width))
        lanes.loopStarts()
    }

    /// A runner: starts inputs until there is none to start.
    ///
    /// A reply that comes while its transform is still on the stack only changes
    /// the state; the next input is started by this `while`, not by the reply, so
    /// any number of immediate replies needs no more stack than one.
    @inlinable
    func run() {
        var watch = RunnerWatch(patience: patience)
        while true {
            let isStopped = stop?.isStopped ?? false
            switch state.withLock({ $0.machine.step(isStopped: isStopped) }) {
            case .start(let index):
                if patience == 0 { askForHelp() }
                transform(index, Reply(to: self, index: index))
                if patience != 0 && watch.isHelpDue() { askForHelp() }
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
        let needsRunner = state.withLock { state in
            state.outcomes[index] = .replied(value)
            return state.machine.replied()
        }
        if needsRunner {
            lanes.submitFollowUp { self.run() }
        } else if patience == 0 {
            askForHelp()
        }
    }

    /// Lets an idle lane, if there is one, start inputs too.
    @usableFromInline
    func askForHelp() {
        guard lanes.hasIdleLane, state.withLock({ $0.machine.askForHelp() }) else { return }
        lanes.submit { self.run() }
    }

    @inlinable
    func complete() {
        let outcomes = state.withLock { state in
            var outcomes: [Outcome<Output>] = []
            swap(&outcomes, &state.outcomes)
            return outcomes
        }
        completion(outcomes)
        lanes.loopEnded()
    }
}
