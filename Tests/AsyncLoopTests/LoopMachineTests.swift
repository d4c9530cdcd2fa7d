import Testing

@testable import AsyncLoop

/// The transitions of one loop, one after the other.
@Suite struct LoopMachineTests {
    @Test("a new loop has one runner on its way and nothing under way")
    func new() {
        let machine = LoopMachine(count: 5, width: 2)
        #expect(machine.runners == 1)
        #expect(machine.started == 0)
        #expect(machine.underWay == 0)
        #expect(!machine.isCompleted)
    }

    @Test("a width below one counts as one", arguments: [Int.min, -1, 0, 1])
    func leastWidth(width: Int) {
        #expect(LoopMachine(count: 5, width: width).width == 1)
    }

    @Test("an empty loop completes at the first step")
    func empty() {
        var machine = LoopMachine(count: 0, width: 3)
        #expect(machine.step(isStopped: false) == .complete)
        #expect(machine.isCompleted)
        #expect(machine.runners == 0)
    }

    @Test("a loop stopped before its first step completes without a start")
    func stoppedAtOnce() {
        var machine = LoopMachine(count: 3, width: 3)
        #expect(machine.step(isStopped: true) == .complete)
        #expect(machine.started == 0)
    }

    @Test("immediate replies need no further runner: the one at work goes on")
    func immediate() {
        var machine = LoopMachine(count: 3, width: 1)
        for index in 0..<3 {
            #expect(machine.step(isStopped: false) == .start(index))
            #expect(machine.replied() == false)
        }
        #expect(machine.step(isStopped: false) == .complete)
    }

    //     runner   step=0  step=rest           step=1  step=rest           step=complete
    //     reply                       0=runner                    1=runner
    @Test("a reply to a loop that waits makes a runner, for the next input and for the end")
    func waiting() {
        var machine = LoopMachine(count: 2, width: 1)
        #expect(machine.step(isStopped: false) == .start(0))
        #expect(machine.step(isStopped: false) == .rest)
        #expect(machine.runners == 0)
        #expect(machine.replied() == true)
        #expect(machine.runners == 1)
        #expect(machine.step(isStopped: false) == .start(1))
        #expect(machine.step(isStopped: false) == .rest)
        #expect(machine.replied() == true)
        #expect(machine.step(isStopped: false) == .complete)
    }

    @Test("one runner starts as many as the width allows and then rests")
    func fillsWidth() {
        var machine = LoopMachine(count: 5, width: 3)
        #expect(machine.steps(4) == [.start(0), .start(1), .start(2), .rest])
        #expect(machine.underWay == 3)
    }

    @Test("replies to the last inputs make a runner for the last of them only")
    func lastReplies() {
        var machine = LoopMachine(count: 2, width: 2)
        #expect(machine.steps(3) == [.start(0), .start(1), .rest])
        #expect(machine.replied() == false)
        #expect(machine.replied() == true)
        #expect(machine.step(isStopped: false) == .complete)
    }

    @Test("a reply while a runner is on its way makes no second one")
    func oneRunnerIsEnough() {
        var machine = LoopMachine(count: 4, width: 2)
        #expect(machine.steps(3) == [.start(0), .start(1), .rest])
        #expect(machine.replied() == true)
        #expect(machine.replied() == false)
        #expect(machine.runners == 1)
    }

    @Test("help is of use up to the width, while inputs are left")
    func help() {
        var machine = LoopMachine(count: 4, width: 3)
        #expect(machine.helpArrives() == true)
        #expect(machine.helpArrives() == true)
        #expect(machine.helpArrives() == false, "three runners are as many as may have a transform under way")
        #expect(machine.steps(3) == [.start(0), .start(1), .start(2)])
        #expect(machine.replied() == false)
        #expect(machine.step(isStopped: false) == .start(3))
        #expect(machine.helpArrives() == false, "no input is left")
    }

    @Test("at width one nobody can help")
    func noHelpAtWidthOne() {
        var machine = LoopMachine(count: 4, width: 1)
        #expect(machine.helpArrives() == false)
        #expect(machine.step(isStopped: false) == .start(0))
        #expect(machine.replied() == false)
        #expect(machine.helpArrives() == false, "input 0 has replied but its transform may still be on the stack")
    }

    @Test("help that comes too late rests, and the loop completes once")
    func lateHelp() {
        var machine = LoopMachine(count: 2, width: 2)
        #expect(machine.helpArrives() == true)
        #expect(machine.step(isStopped: false) == .start(0))
        #expect(machine.replied() == false)
        #expect(machine.step(isStopped: false) == .start(1))
        #expect(machine.replied() == false)
        #expect(machine.step(isStopped: false) == .complete)
        #expect(machine.step(isStopped: false) == .rest)
        #expect(machine.runners == 0)
        #expect(machine.helpArrives() == false, "a completed loop needs none")
    }

    @Test("a stopped loop waits for what is under way")
    func stopWaits() {
        var machine = LoopMachine(count: 9, width: 2)
        #expect(machine.steps(3) == [.start(0), .start(1), .rest])
        #expect(machine.replied() == true, "the machine does not know of the stop: its runner will see")
        #expect(machine.step(isStopped: true) == .rest)
        #expect(machine.replied() == true)
        #expect(machine.step(isStopped: true) == .complete)
        #expect(machine.started == 2)
    }
}

extension LoopMachine {
    /// What the next steps of runners are.
    fileprivate mutating func steps(_ count: Int) -> [Step] {
        var steps: [Step] = []
        for _ in 0..<count { steps.append(step(isStopped: false)) }
        return steps
    }
}
