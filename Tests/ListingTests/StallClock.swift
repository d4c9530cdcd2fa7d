import Dispatch
import Synchronization

@testable import Listing

/// Says when calls that are watched have taken too long, without a clock: when a test says so.
final class StallClock: Sendable {
    private let waiting = Mutex<[DispatchSemaphore]>([])
    private let hasOne = DispatchSemaphore(value: 0)

    /// What a watch waits with: until the call has ended, or until ``expire()``.
    var patience: @Sendable (DispatchGroup) -> Void {
        { [self] call in
            let event = DispatchSemaphore(value: 0)
            waiting.withLock { $0.append(event) }
            call.notify(queue: DispatchQueue(label: "call has ended")) { event.signal() }
            hasOne.signal()
            event.wait()
            waiting.withLock { waiting in waiting.removeAll { $0 === event } }
        }
    }

    /// Ends the waiting for the call that is under way, called from that call; one call is under way at a time.
    func expire() {
        hasOne.wait()
        waiting.withLock { $0 }.last?.signal()
    }

    /// Passes over a call that comes back, called from that call.
    func pass() {
        hasOne.wait()
    }
}
