/// The state of one loop as a pure value: no locks, no queues, no inputs.
///
/// A *runner* is a stretch of code on a lane that starts inputs one after the
/// other; ``Loop`` performs what the machine decides. The states, by example of
/// five inputs and width 2 (`started` counts up, `underWay` goes up and down):
///
///     running     a runner is at work or on its way       runners > 0
///     waiting     nothing to do until a reply comes       runners = 0, underWay > 0
///     completed   the completion was handed out           isCompleted
///
/// A reply in `waiting` makes a new runner, one in `running` does not need to:
/// the runner asks again after every transform. So between two runners nothing
/// can be forgotten, and no runner is made for nothing.
@usableFromInline
struct LoopMachine: Hashable, Sendable {
    /// What a runner does next.
    @usableFromInline
    enum Step: Equatable, Sendable {
        /// Call the transform with the input of this index.
        case start(Int)
        /// Nothing: this runner ends. A reply makes a new one.
        case rest
        /// Hand the results over. Given exactly once; this runner ends.
        case complete
    }

    /// The number of inputs.
    @usableFromInline
    let count: Int
    /// The most transforms under way at once.
    @usableFromInline
    let width: Int
    /// How many inputs were started; also the index of the next one.
    @usableFromInline
    private(set) var started = 0
    /// How many transforms were called and have not replied.
    @usableFromInline
    private(set) var underWay = 0
    /// How many runners are at work or on their way.
    @usableFromInline
    private(set) var runners: Int
    /// Whether the completion was handed out.
    @usableFromInline
    private(set) var isCompleted = false

    /// Makes a loop that has its first runner on its way.
    @usableFromInline
    init(count: Int, width: Int) {
        self.count = count
        self.width = max(1, width)
        runners = 1
    }

    private var canStart: Bool {
        started < count && underWay < width
    }

    /// Whether a further runner would find something to start.
    @usableFromInline
    var isHelpWelcome: Bool {
        canStart && runners < width && !isCompleted
    }

    /// A runner asks what to do.
    ///
    /// - Parameter isStopped: Whether the loop was asked to stop: nothing starts any more.
    /// - Returns: What the runner must do now.
    @usableFromInline
    mutating func step(isStopped: Bool) -> Step {
        if canStart && !isStopped && !isCompleted {
            underWay += 1
            started += 1
            return .start(started - 1)
        }
        runners -= 1
        guard underWay == 0 && !isCompleted else { return .rest }
        isCompleted = true
        return .complete
    }

    /// A transform replied.
    ///
    /// - Returns: Whether a new runner is needed; it counts as on its way.
    @usableFromInline
    mutating func replied() -> Bool {
        underWay -= 1
        guard runners == 0 && (canStart || underWay == 0) else { return false }
        runners = 1
        return true
    }

    /// A lane has nothing else to do.
    ///
    /// - Returns: Whether a further runner is of use; it counts as at work.
    @usableFromInline
    mutating func helpArrives() -> Bool {
        guard isHelpWelcome else { return false }
        runners += 1
        return true
    }
}
