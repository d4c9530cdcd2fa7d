@testable import AsyncLoop

/// The surroundings of one ``LoopMachine`` as a pure value: the runners, the
/// transforms under way and the stop switch, which take any step that real
/// threads could take, in any order.
///
/// A runner goes round: it reads the switch, asks the machine, is in a
/// transform, reads the switch again. What it read may be out of date when it
/// asks. A transform may reply while it is still on its runner's stack or after.
struct LoopWorld: Hashable {
    enum Move: Hashable {
        case runnerReadsSwitch
        case runnerAsks(isStopped: Bool)
        case transformReturns
        case transformReplies(Int)
        case helpArrives
        case switchIsThrown
    }

    private(set) var machine: LoopMachine
    private(set) var started = 0
    private(set) var underWay: Set<Int> = []
    private(set) var isStopped = false
    private(set) var completions = 0
    private var runnersBeforeSwitch = 1
    private var runnersThatSawIt: [Bool: Int] = [false: 0, true: 0]
    private var runnersInTransform = 0

    init(count: Int, width: Int) {
        machine = LoopMachine(count: count, width: width)
    }

    var runners: Int {
        runnersBeforeSwitch + runnersThatSawIt.values.reduce(0, +) + runnersInTransform
    }

    /// Whether nothing can happen any more.
    var isAtRest: Bool { runners == 0 && underWay.isEmpty }

    /// Everything that could happen next.
    func moves(mayStop: Bool) -> [Move] {
        var moves: [Move] = underWay.sorted().map { .transformReplies($0) }
        if runnersBeforeSwitch > 0 { moves.append(.runnerReadsSwitch) }
        for isStopped in [false, true] where runnersThatSawIt[isStopped, default: 0] > 0 {
            moves.append(.runnerAsks(isStopped: isStopped))
        }
        if runnersInTransform > 0 { moves.append(.transformReturns) }
        var copy = machine
        if copy.helpArrives() { moves.append(.helpArrives) }
        if mayStop && !isStopped { moves.append(.switchIsThrown) }
        return moves
    }

    /// Lets one thing happen.
    ///
    /// - Returns: What the machine did wrong, if anything.
    mutating func perform(_ move: Move) -> String? {
        var fault: String?
        switch move {
        case .runnerReadsSwitch:
            runnersBeforeSwitch -= 1
            runnersThatSawIt[isStopped, default: 0] += 1
        case .runnerAsks(let sawStopped):
            runnersThatSawIt[sawStopped, default: 0] -= 1
            fault = ask(isStopped: sawStopped)
        case .transformReturns:
            runnersInTransform -= 1
            runnersBeforeSwitch += 1
        case .transformReplies(let index):
            underWay.remove(index)
            if machine.replied() { runnersBeforeSwitch += 1 }
        case .helpArrives:
            if machine.helpArrives() { runnersBeforeSwitch += 1 }
        case .switchIsThrown:
            isStopped = true
        }
        return fault ?? brokenInvariant
    }

    private mutating func ask(isStopped sawStopped: Bool) -> String? {
        switch machine.step(isStopped: sawStopped) {
        case .start(let index):
            defer {
                started += 1
                underWay.insert(index)
                runnersInTransform += 1
            }
            if sawStopped { return "started input \(index) although stopped" }
            if index != started { return "started input \(index) instead of \(started)" }
            if index >= machine.count { return "started input \(index) of \(machine.count)" }
            if completions > 0 { return "started input \(index) after completion" }
        case .rest:
            break
        case .complete:
            completions += 1
            if started < machine.count && !isStopped { return "completed before input \(started)" }
        }
        return nil
    }

    private var brokenInvariant: String? {
        if machine.underWay != underWay.count { return "counts \(machine.underWay) under way, not \(underWay.count)" }
        if machine.runners != runners { return "counts \(machine.runners) runners, not \(runners)" }
        if machine.started != started { return "counts \(machine.started) started, not \(started)" }
        if machine.isCompleted != (completions > 0) { return "does not know whether it completed" }
        if underWay.count > machine.width { return "\(underWay.count) under way at width \(machine.width)" }
        if runnersInTransform > machine.width { return "\(runnersInTransform) called at width \(machine.width)" }
        if runners > machine.width { return "\(runners) runners at width \(machine.width)" }
        if completions > 1 { return "completed \(completions) times" }
        if completions > 0 && !underWay.isEmpty { return "completed with \(underWay) under way" }
        if completions == 0 && underWay.isEmpty && runners == 0 { return "is stuck" }
        let couldStart = started < machine.count && underWay.count < machine.width && !isStopped
        if couldStart && runners == 0 { return "does not start input \(started)" }
        return nil
    }
}
