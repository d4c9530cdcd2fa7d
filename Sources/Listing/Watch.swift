internal import Dispatch
internal import Glibc
import Synchronization

/// Makes calls that may never come back, each on a worker's thread, and waits for them only so long.
///
/// The system has no way to call a call off that hangs on a dead mount. So the worker that makes it is given up, and
/// whatever it brings later is dropped; another takes its place. That is done a bounded number of times: at the bound
/// of one mount further calls on it are not made, and at the bound of all, none are.
///
/// It costs a call two changes of thread, about 10 µs: not to be used where nothing can hang.
public final class Watch: Sendable {
    /// A place for calls that are on no mount that is known.
    public static let somewhere = -1
    /// After so many calls on one mount that were given up no further ones are made on it.
    static let mostOfOne = 8
    /// How many workers are busy at once; who finds none waits.
    ///
    /// libdispatch has about 255 threads, and lanes need some.
    static let mostBusy = 64

    private struct State {
        var idle: [DispatchQueue] = []
        var busy = 0
        var waiting: [Waiter] = []
        var givenUp: [Int: Int] = [:]
        var allGivenUp = 0
    }

    /// Who waits for a worker.
    private final class Waiter: Sendable {
        let turn = DispatchGroup()
        /// What it gets; nil: its call is not to be made.
        let worker = Mutex<DispatchQueue?>(nil)
        let place: Int

        init(_ place: Int) {
            self.place = place
            turn.enter()
        }
    }

    private let state = Mutex(State())
    private let patience: @Sendable (DispatchGroup) -> Void
    private let mostOfAll: Int

    /// Makes a watch that waits some seconds for every call.
    ///
    /// - Parameters:
    ///   - seconds: How long, at least 1.
    ///   - most: How many calls may be given up in all, at least 1. Each keeps a thread and up to three descriptors.
    ///     Default: 32.
    public convenience init(seconds: Int, most: Int = 32) {
        self.init(most: most) { _ = $0.wait(timeout: .now() + .seconds(max(1, seconds))) }
    }

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - most: How many calls may be given up in all.
    ///   - patience: Returns when the group is empty, or when it has waited long enough.
    init(most: Int, patience: @escaping @Sendable (DispatchGroup) -> Void) {
        mostOfAll = max(1, most)
        self.patience = patience
    }

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - name: What is called, for the error.
    ///   - place: The mount it is on: a number that is the same for the same mount. Default: ``somewhere``.
    ///   - body: Makes the call; on another thread, and maybe until the process ends.
    /// - Returns: What it returned; an error with the meaning ``ListingError/Meaning/stalled`` if it did not come back
    ///   in time, or was not made because too many before it have not.
    public func run<Success: Sendable>(
        _ name: StaticString,
        on place: Int = Watch.somewhere,
        _ body: @escaping @Sendable () -> Result<Success, ListingError>
    ) -> Result<Success, ListingError> {
        guard let worker = takeWorker(for: place) else {
            return .failure(ListingError(call: "not tried", code: ETIMEDOUT))
        }
        let call = WatchedCall<Success>()
        worker.async {
            if call.finish(body()) { self.release(worker) }
            call.done.leave()
        }
        patience(call.done)
        if let result = call.takeResult() { return result }
        giveUp(on: place)
        return .failure(ListingError(call: name, code: ETIMEDOUT))
    }

    /// A worker for a call; nil if none is to be made on its place any more.
    private func takeWorker(for place: Int) -> DispatchQueue? {
        enum Turn {
            case now(DispatchQueue)
            case later(Waiter)
            case never
        }
        let turn: Turn = state.withLock { state in
            if isGivenUp(place, state) { return .never }
            guard mayStart(state) else {
                let waiter = Waiter(place)
                state.waiting.append(waiter)
                return .later(waiter)
            }
            state.busy += 1
            return .now(state.idle.popLast() ?? Self.newWorker())
        }
        switch turn {
        case .now(let worker): return worker
        case .never: return nil
        case .later(let waiter):
            // All that are busy come back or are given up.
            waiter.turn.wait()
            return waiter.worker.withLock { $0 }
        }
    }

    private static func newWorker() -> DispatchQueue { DispatchQueue(label: "watched call") }

    /// Whether calls on a mount are not made any more.
    private func isGivenUp(_ place: Int, _ state: State) -> Bool {
        state.allGivenUp >= mostOfAll || state.givenUp[place, default: 0] >= Self.mostOfOne
    }

    /// Whether one more call may be under way: all that are may have to be given up, and the bound is for those, too.
    private func mayStart(_ state: State) -> Bool {
        state.busy < Self.mostBusy && (state.busy + state.allGivenUp < mostOfAll || state.busy == 0)
    }

    /// Takes that a worker does not come back.
    private func giveUp(on place: Int) {
        state.withLock { state in
            state.givenUp[place, default: 0] += 1
            state.allGivenUp += 1
        }
        release(nil)
    }

    /// Takes that a call has ended, or is given up: those who wait longest may make theirs.
    ///
    /// - Parameter worker: Who made it; nil if it does not come back.
    private func release(_ worker: DispatchQueue?) {
        let served = state.withLock { state in
            state.busy -= 1
            if let worker { state.idle.append(worker) }
            var served: [Waiter] = []
            while let first = state.waiting.first {
                if !isGivenUp(first.place, state) {
                    guard mayStart(state) else { break }
                    state.busy += 1
                    let next = state.idle.popLast() ?? Self.newWorker()
                    first.worker.withLock { $0 = next }
                }
                served.append(state.waiting.removeFirst())
            }
            return served
        }
        for waiter in served { waiter.turn.leave() }
    }
}

/// A call that is made on one thread and waited for on another, which may have given it up.
final class WatchedCall<Success: Sendable>: Sendable {
    private enum State {
        case underWay
        case ended(Result<Success, ListingError>)
        case givenUp
    }

    let done = DispatchGroup()
    private let state = Mutex(State.underWay)

    init() {
        done.enter()
    }

    /// Takes the result; says whether anybody wants it.
    func finish(_ result: Result<Success, ListingError>) -> Bool {
        state.withLock { state in
            if case .givenUp = state { return false }
            state = .ended(result)
            return true
        }
    }

    /// The result; if there is none the call is given up.
    func takeResult() -> Result<Success, ListingError>? {
        state.withLock { state in
            if case .ended(let result) = state { return result }
            state = .givenUp
            return nil
        }
    }
}
