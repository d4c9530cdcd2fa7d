public import Dispatch

/// A value that only one serial queue touches.
///
/// For what is not `Sendable` and does blocking work: a database connection, an
/// open file. It is the queue, not a lock, that keeps two threads apart, so a
/// caller never waits for another's work.
///
/// `@unchecked Sendable` because `value` is reached through ``async(_:)`` and
/// ``withValue(_:)`` only; the first runs on the serial queue, the second traps
/// anywhere else; and the value comes in, and leaves, as `sending`.
public final class Confined<Value>: @unchecked Sendable {
    private var value: Value

    /// The serial queue the value is confined to.
    public let queue: DispatchQueue

    /// Confines a value to a queue of its own.
    ///
    /// - Parameters:
    ///   - label: What the queue is called in a debugger.
    ///   - value: Given away by the caller.
    public init(label: String, _ value: sending Value) {
        self.value = value
        queue = DispatchQueue(label: label)
    }

    /// Calls a closure with the value on its queue, later.
    ///
    /// Closures are called one at a time in the order of the calls.
    /// - Parameter body: Called exactly once.
    public func async(_ body: @escaping @Sendable (inout sending Value) -> Void) {
        queue.async { body(&self.value) }
    }

    /// Calls a closure with the value on its queue, once a time has passed.
    ///
    /// - Parameters:
    ///   - delay: At least how long from now.
    ///   - body: Called exactly once.
    public func async(after delay: DispatchTimeInterval, _ body: @escaping @Sendable (inout sending Value) -> Void) {
        queue.asyncAfter(deadline: .now() + delay) { body(&self.value) }
    }

    /// Calls a closure with the value, at once.
    ///
    /// - Parameter body: Called exactly once.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    /// - Precondition: The caller is on ``queue``.
    public func withValue<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        dispatchPrecondition(condition: .onQueue(queue))
        return try body(&value)
    }
}
