/// Applies an asynchronous transform to each input and hands the results over
/// in input order: a `for` loop whose body is a task with a completion handler.
///
/// The body is called with one input and a ``Reply``, starts whatever it takes
/// to find the result, and replies. Up to `width` bodies are under way at once.
///
///     let lanes = Lanes(width: 4)
///     transformEach(["a.txt", "http://b", "c.txt"], on: lanes) { name, reply in
///         if isLocal(name) {
///             reply(sizeOfFile(name))                    // at once, or
///         } else {
///             fetchSize(name) { size in reply(size) }    // later, from any thread
///         }
///     } completion: { outcomes in
///         print(outcomes.map(\.value))                   // in the order of the names
///     }
///
/// The call returns at once. Keep the process alive until the completion, with
/// `dispatchMain()` in a command; ``Lanes/notify(on:_:)`` tells when several loops
/// have ended. Nobody needs to hold the lanes meanwhile.
///
/// A body that starts the same loop again on what it found walks a tree: the
/// state of the recursion is in the loops, on the heap, and neither its depth
/// nor the number of inputs is bounded by a stack.
///
///     func size(of folder: Folder, reply: Reply<Int>) {
///         transformEach(folder.items, on: lanes) { item, reply in
///             if let folder = item.folder {
///                 size(of: folder, reply: reply)
///             } else {
///                 reply(item.size)
///             }
///         } completion: { sizes in
///             reply(sizes.compactMap(\.value).reduce(0, +))
///         }
///     }
///
///     size(of: root, reply: Reply { size in print(size) })
///
/// **Order.** Inputs are taken in their order. With width 1 the loop is strictly
/// sequential: input k+1 starts only after input k has replied *and* its
/// transform has returned. With a larger width several lanes may call transforms
/// at the same time; the results are in input order all the same.
///
/// **Failures** are values: a transform that fails replies with its error, as a
/// `Result` or an enum of yours, and the loop goes on.
///
/// **Lanes.** Transforms and the completion are called on the lanes, never on
/// the caller's thread (but see `startsInPlace`) and never inside a call of a
/// reply. A transform may block its lane, for a system call say, but must not
/// wait for another loop on the same lanes. While it blocks, other lanes start
/// further inputs, as many as are free and `width` allows.
///
/// A loop started, or replied to, on one of its lanes goes on when the lane is
/// done with what it is doing: make the call the last thing there, or have
/// something that blocks follow in a job of its own, with ``Lanes/submit(_:)``.
///
/// - Parameters:
///   - inputs: What to transform. May be empty: then only `completion` is called.
///   - width: The most transforms under way at once. Less than 1 counts as 1.
///     Default: the number of lanes.
///   - lanes: Where transforms and completion run.
///   - stop: Stops the loop when thrown: nothing more starts, what is under way
///     replies, and the rest is ``Outcome/neverStarted``. Default: none.
///   - patience: How long one lane works at the loop alone before it asks for help,
///     counted anew each time and looked at between transforms. With quick
///     transforms a little of it saves wake-ups, which cost both threads some
///     microseconds each; 100 µs is a good measure. Default: zero, every transform
///     that may start does as soon as a lane is free.
///   - startsInPlace: The caller's thread, which must be on one of `lanes`, runs
///     the first transforms before this call returns, and the completion too if
///     all replies are immediate. It spares a hop where nothing recurses; a
///     transform that starts a loop in place again grows the stack. Default: false.
///   - name: Named in the message of a misuse trap. Default: the calling function.
///   - transform: Called once an input. It must see to it that its reply is
///     called exactly once.
///   - completion: Called exactly once, after the last reply, with one outcome an
///     input, in input order. What it captures is let go when it returns.
/// - Precondition: Every reply is called exactly once; with `startsInPlace` the caller
///   is on one of `lanes`. Both trap otherwise, with a message that has `name` in it.
/// - Complexity: O(1) stack, O(n) memory for the outcomes; about 0.1 µs an input
///   whose transform replies at once.
@inlinable
public func transformEach<Inputs: RandomAccessCollection & Sendable, Output: Sendable>(
    _ inputs: Inputs,
    width: Int? = nil,
    on lanes: Lanes,
    stop: LoopStop? = nil,
    patience: Duration = .zero,
    startsInPlace: Bool = false,
    name: StaticString = #function,
    transform: @escaping @Sendable (Inputs.Element, Reply<Output>) -> Void,
    completion: @escaping @Sendable ([Outcome<Output>]) -> Void
) {
    if startsInPlace {
        lanes.preconditionOnLane(name)
        if inputs.isEmpty { return completion([]) }
    }
    let loop = Loop<Output>(
        name: name,
        count: inputs.count,
        width: width ?? lanes.width,
        lanes: lanes,
        stop: stop,
        patience: nanoseconds(patience),
        transform: { offset, reply in
            transform(inputs[inputs.index(inputs.startIndex, offsetBy: offset)], reply)
        },
        completion: completion
    )
    if startsInPlace {
        loop.run()
    } else {
        lanes.submitFollowUp { loop.run() }
    }
}

/// A duration in whole nanoseconds; less than none is none, more than fits is the most that fits.
@usableFromInline
func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0 && attoseconds >= 0 else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflow || carry ? .max : sum
}
