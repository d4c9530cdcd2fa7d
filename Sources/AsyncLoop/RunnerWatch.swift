import Dispatch

/// Tells a runner when its inputs have taken so long that a second lane is worth
/// waking.
///
/// The clock is read after 1, 2, 4, 8 and 16 inputs and then after every 16th:
/// a reading costs 25 ns, which a loop of quick transforms would notice, while
/// in a loop of slow ones the first input already tells.
@usableFromInline
struct RunnerWatch {
    private let patience: UInt64
    private var since: UInt64
    @usableFromInline
    var inputs: UInt = 0

    /// - Parameters:
    ///   - patience: How long the runner works alone, in nanoseconds.
    ///   - start: When it began, on the same clock as in ``isHelpDue(now:)``.
    @usableFromInline
    init(patience: UInt64, start: UInt64) {
        self.patience = patience
        since = start
    }

    /// Counts an input.
    ///
    /// - Parameter now: The clock, in nanoseconds. Read for few inputs only.
    /// - Returns: Whether it is time to ask for help.
    @inlinable
    mutating func isHelpDue(now: () -> UInt64) -> Bool {
        inputs &+= 1
        guard inputs & 15 == 0 || (inputs < 16 && inputs & (inputs - 1) == 0) else { return false }
        return isPatienceOver(now: now())
    }

    @usableFromInline
    mutating func isPatienceOver(now: UInt64) -> Bool {
        guard now &- since >= patience else { return false }
        since = now
        return true
    }
}

/// The clock of runners: nanoseconds since the machine started.
@usableFromInline
func uptime() -> UInt64 {
    DispatchTime.now().uptimeNanoseconds
}
