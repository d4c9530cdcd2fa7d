import AsyncLoop
import Dispatch

/// The outcomes of a loop, awaited.
func outcomes<Inputs: RandomAccessCollection & Sendable, Output: Sendable>(
    of inputs: Inputs,
    width: Int? = nil,
    on lanes: Lanes,
    stop: LoopStop? = nil,
    patience: Duration = .zero,
    transform: @escaping @Sendable (Inputs.Element, Reply<Output>) -> Void
) async -> [Outcome<Output>] {
    await withCheckedContinuation { continuation in
        transformEach(inputs, width: width, on: lanes, stop: stop, patience: patience, transform: transform) {
            continuation.resume(returning: $0)
        }
    }
}

/// The result of an asynchronous task with a completion handler, awaited.
func awaited<Value: Sendable>(_ start: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in
        start { continuation.resume(returning: $0) }
    }
}

extension Lanes {
    /// What a closure returns on a lane, awaited.
    func onLane<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await awaited { done in submit { done(body()) } }
    }

    /// Makes a lane busy until a gate opens; returns when it is.
    func keepOneBusy(until gate: Gate) async {
        await awaited { done in
            submit {
                done(())
                gate.pass()
            }
        }
    }

    /// Waits until every lane has left all that it did before, to the last release.
    func allIdled() async {
        let meeting = Rendezvous(of: width)
        for _ in 0..<width { submit { meeting.meet() } }
        await ended()
    }

    /// Waits for all that was submitted and all loops.
    func ended() async {
        await withCheckedContinuation { continuation in
            notify(on: .global()) { continuation.resume() }
        }
    }
}

/// All orders of the numbers below `count`.
func permutations(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(count - 1).flatMap { shorter in
        (0...shorter.count).map { place in
            var longer = shorter
            longer.insert(count - 1, at: place)
            return longer
        }
    }
}
