import Testing

/// All schedules of a few jobs on a few lanes.
///
/// A lane that was woken comes to the stack at some time; one at work may push
/// more jobs, as follow-ups or not, and comes back to the stack; somebody else
/// may push at any time. Whatever the order: no job waits while all lanes are
/// idle, the newest leaves first, and each leaves exactly once.
@Suite struct LaneStackSchedulesTests {
    /// The stack, its lanes, and who may push how much more.
    private struct World {
        let stack: LabelledStack
        var isBusy: [Bool]
        var pushesLeft: Int
        /// The jobs that wait, by the plain rule.
        var waiting: [Int] = []
        var history: [String] = []

        init(width: Int, pushes: Int) {
            stack = LabelledStack(width: width)
            isBusy = Array(repeating: false, count: width)
            pushesLeft = pushes
        }

        private init(copying other: World) {
            stack = other.stack.copied()
            isBusy = other.isBusy
            pushesLeft = other.pushesLeft
            waiting = other.waiting
            history = other.history
        }

        /// The world after a push by a lane, or by somebody else.
        func pushing(from lane: Int?, isFollowUp: Bool) -> World {
            var next = World(copying: self)
            let label = pushesLeft
            next.pushesLeft -= 1
            next.waiting.append(label)
            let woken = next.stack.push(label, isFollowUp: isFollowUp)
            next.history.append("push \(label) by \(lane ?? -1), follow-up \(isFollowUp), wakes \(woken ?? -1)")
            if let woken {
                if next.isBusy[woken] { Issue.record("woke a busy lane: \(next.history)") }
                next.isBusy[woken] = true
            }
            next.check()
            return next
        }

        /// The world after a lane came to the stack.
        func popping(lane: Int) -> World {
            var next = World(copying: self)
            let label = next.stack.pop(lane: lane)
            next.history.append("lane \(lane) pops \(label ?? -1)")
            if label != next.waiting.popLast() { Issue.record("not the newest: \(next.history)") }
            if label == nil { next.isBusy[lane] = false }
            next.check()
            return next
        }

        private func check() {
            if !waiting.isEmpty && !isBusy.contains(true) { Issue.record("a lost job: \(history)") }
            if stack.pendingCount != waiting.count { Issue.record("a wrong number of jobs: \(history)") }
            if stack.idleCount != isBusy.count(where: { !$0 }) { Issue.record("a wrong number of lanes: \(history)") }
        }
    }

    @Test("no schedule loses a job", arguments: [(1, 5), (2, 4), (3, 3)])
    func exhaustively(width: Int, pushes: Int) {
        var frontier = [World(width: width, pushes: pushes)]
        var ends = 0
        while let world = frontier.popLast() {
            let busy = world.isBusy.indices.filter { world.isBusy[$0] }
            frontier += busy.map { world.popping(lane: $0) }
            if world.pushesLeft > 0 {
                frontier.append(world.pushing(from: nil, isFollowUp: false))
                for lane in busy {
                    frontier += [true, false].map { world.pushing(from: lane, isFollowUp: $0) }
                }
            } else if busy.isEmpty {
                ends += 1
                #expect(world.waiting.isEmpty)
            }
        }
        #expect(ends > 100)
    }
}
