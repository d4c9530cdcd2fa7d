public import Synchronization

/// The completion handler of one asynchronous task: called exactly once, with
/// the task's result.
///
/// Call it like a function: `reply(value)`. The call may come before the task's
/// function has returned or any time later, on any queue or thread.
///
/// A second call, and letting go of the last reference without a call, are
/// programming errors. Both trap with a message that names the loop: a loop
/// whose reply is lost would wait for ever, and two replies would count one
/// task twice.
public final class Reply<Value: Sendable>: Sendable {
    /// Where the value goes.
    @usableFromInline
    enum Receiver: Sendable {
        case loop(Loop<Value>, index: Int)
        case handler(@Sendable (Value) -> Void, name: StaticString)
    }

    @usableFromInline
    let receiver: Receiver
    @usableFromInline
    let isCalled = Atomic<Bool>(false)

    @inlinable
    init(to loop: Loop<Value>, index: Int) {
        receiver = .loop(loop, index: index)
    }

    /// Makes a reply that hands its value to a closure.
    ///
    /// For code that starts an asynchronous task outside a loop, and for wrapping
    /// a loop's reply in one of another type. The closure runs inside the call of
    /// the reply, so such replies, unlike those of loops, do nest on the stack.
    /// - Parameters:
    ///   - name: Named in the message of a misuse trap. Default: the calling function.
    ///   - handler: Called exactly once, on the thread that calls the reply.
    public init(name: StaticString = #function, _ handler: @escaping @Sendable (Value) -> Void) {
        receiver = .handler(handler, name: name)
    }

    /// Ends the task with its result.
    ///
    /// - Parameter value: The result.
    /// - Precondition: This is the first call.
    /// - Complexity: O(1), without waiting: a loop's next transform is not called
    ///   from here, so replies to loops never nest on the stack.
    @inlinable
    public func callAsFunction(_ value: Value) {
        if isCalled.exchange(true, ordering: .relaxed) {
            trap("was replied to twice")
        }
        switch receiver {
        case .loop(let loop, let index): loop.replied(index: index, value)
        case .handler(let handler, _): handler(value)
        }
    }

    @inlinable
    deinit {
        if !isCalled.load(ordering: .relaxed) {
            trap("lost its reply: it was dropped without being called")
        }
    }

    @usableFromInline
    func trap(_ what: StaticString) -> Never {
        let task =
            switch receiver {
            case .loop(let loop, let index): "loop '\(loop.name)': input \(index)"
            case .handler(_, let name): "task '\(name)'"
            }
        // A trap, because going on is worse: a loop would wait for ever or count one task twice.
        fatalError("AsyncLoop: \(task) \(what)")
    }
}
