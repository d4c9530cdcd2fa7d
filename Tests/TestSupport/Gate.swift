internal import Dispatch

/// A door that is shut until somebody opens it, for good.
///
/// Tests force an order with it: one thread waits where another must come first.
public final class Gate: Sendable {
    private let rendezvous: Rendezvous

    /// Makes a shut gate.
    public init() {
        rendezvous = Rendezvous(1)
    }

    /// Opens the gate: called once.
    public func open() {
        rendezvous.arriveAndGoOn()
    }

    /// Blocks the caller until the gate is open.
    ///
    /// - Precondition: It is opened within two hours: under a sanitizer all tests together take most of one.
    public func wait() {
        rendezvous.wait()
    }
}

/// A place where a number of threads wait for one another.
public final class Rendezvous: Sendable {
    private let group = DispatchGroup()

    /// Makes a place for a number of parties.
    public init(_ parties: Int) {
        for _ in 0..<parties { group.enter() }
    }

    /// Tells that one party has come, and goes on.
    public func arriveAndGoOn() {
        group.leave()
    }

    /// Tells that one party has come, and blocks it until all have.
    ///
    /// - Precondition: All come within two hours: under a sanitizer all tests together take most of one.
    public func arrive() {
        group.leave()
        wait()
    }

    /// Blocks the caller, who is no party, until all have come.
    ///
    /// - Precondition: All come within two hours: under a sanitizer all tests together take most of one.
    public func wait() {
        // Traps because a test that hangs tells less than one that ends.
        guard group.wait(timeout: .now() + .seconds(7_200)) == .success else { fatalError("nobody came to the gate") }
    }
}
