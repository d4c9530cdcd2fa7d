import Dispatch
import Synchronization

/// Holds back the threads that come to it until it is opened; then lets all pass, those who come later too.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Returns once the gate is open.
    func pass() {
        semaphore.wait()
        semaphore.signal()
    }

    /// Opens the gate for ever.
    func open() {
        semaphore.signal()
    }
}

/// A gate that opens when a number of threads stand before it: proof that all were there at once.
final class Rendezvous: Sendable {
    private let missing: Mutex<Int>
    private let gate = Gate()

    init(of count: Int) {
        missing = Mutex(count)
    }

    func meet() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { gate.open() }
        gate.pass()
    }
}
