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

    /// - Parameter patience: How long the runner works alone, in nanoseconds.
    @usableFromInline
    init(patience: UInt64) {
        self.patience = patience
        since = patience == 0 ? 0 : DispatchTime.now().uptimeNanoseconds
    }

    /// Counts an input; says whether it is time to ask for help.
    @inlinable
    mutating func isHelpDue() -> Bool {
        inputs &+= 1
        guard inputs & 15 == 0 || (inputs < 16 && inputs & (inputs - 1) == 0) else { return false }
        return isPatienceOver()
    }

    @usableFromInline
    mutating func isPatienceOver() -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        guard now &- since >= patience else { return false }
        since = now
        return true
    }
}
