import Testing

/// All schedules of a few jobs on a few lanes.
///
/// A lane that was woken comes to the stack at some time; one at work may push
/// more jobs, as follow-ups or not, and comes back to the stack; somebody else
/// may push at any time; offers are made and withdrawn. Whatever the order: no
/// job waits while all lanes are idle, no offer stands while one lane is, the
/// newest leaves first, and each leaves exactly once.
@Suite(.disabled(if: Sanitizer.isThread, "one thread, nothing to see")) struct LaneStackSchedulesTests {
    /// The stack, its lanes, and who may push how much more.
    private struct World {
        let stack: LabelledStack
        var isBusy: [Bool]
        var pushesLeft: Int
        /// The jobs that wait, by the plain rule.
        var waiting: [Int] = []
        /// The offers that stand.
        var standing: [Int] = []
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
            standing = other.standing
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
            next.wake(woken)
            next.check()
            return next
        }

        /// The world after an offer.
        func offering() -> World {
            var next = World(copying: self)
            let label = pushesLeft
            next.pushesLeft -= 1
            if isBusy.contains(false) { next.waiting.append(label) } else { next.standing.append(label) }
            let woken = next.stack.offer(label)
            next.history.append("offer \(label) wakes \(woken ?? -1)")
            next.wake(woken)
            next.check()
            return next
        }

        /// The world after an offer that stands was withdrawn.
        func withdrawing(_ label: Int) -> World {
            var next = World(copying: self)
            next.history.append("withdraw \(label)")
            next.standing.removeAll { $0 == label }
            if !next.stack.withdraw(label) { Issue.record("a lost offer: \(next.history)") }
            next.check()
            return next
        }

        private mutating func wake(_ lane: Int?) {
            guard let lane else { return }
            if isBusy[lane] { Issue.record("woke a busy lane: \(history)") }
            isBusy[lane] = true
        }

        /// The world after a lane came to the stack.
        func popping(lane: Int) -> World {
            var next = World(copying: self)
            let label = next.stack.pop(lane: lane)
            next.history.append("lane \(lane) pops \(label ?? -1)")
            if label != next.waiting.popLast() ?? next.standing.popLast() {
                Issue.record("not the newest: \(next.history)")
            }
            if label == nil { next.isBusy[lane] = false }
            next.check()
            return next
        }

        private func check() {
            if !waiting.isEmpty && !isBusy.contains(true) { Issue.record("a lost job: \(history)") }
            if !standing.isEmpty && isBusy.contains(false) { Issue.record("an idle lane: \(history)") }
            if stack.offerCount != standing.count { Issue.record("a wrong number of offers: \(history)") }
            if stack.pendingCount != waiting.count { Issue.record("a wrong number of jobs: \(history)") }
            let idle = isBusy.count { !$0 }
            if stack.idleCount != idle { Issue.record("a wrong number of lanes: \(history)") }
        }
    }

    @Test("no schedule loses a job", arguments: [(1, 5), (2, 4), (3, 3)])
    func exhaustively(width: Int, pushes: Int) {
        var frontier = [World(width: width, pushes: pushes)]
        var ends = 0
        while let world = frontier.popLast() {
            let busy = world.isBusy.indices.filter { world.isBusy[$0] }
            frontier += busy.map { world.popping(lane: $0) } + world.standing.map { world.withdrawing($0) }
            if world.pushesLeft > 0 {
                frontier += [world.pushing(from: nil, isFollowUp: false), world.offering()]
                for lane in busy {
                    frontier += [true, false].map { world.pushing(from: lane, isFollowUp: $0) }
                }
            } else if busy.isEmpty {
                ends += 1
                #expect(world.waiting.isEmpty && world.standing.isEmpty)
            }
        }
        #expect(ends > 100)
    }
}
