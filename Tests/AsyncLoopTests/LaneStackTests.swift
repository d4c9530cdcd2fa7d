import Testing

/// Which job leaves first, and which lane is woken.
@Suite struct LaneStackTests {
    @Test("a new stack has no job and all lanes idle", arguments: [1, 2, 7])
    func new(width: Int) {
        let stack = LabelledStack(width: width)
        #expect(stack.pendingCount == 0)
        #expect(stack.idleCount == width)
    }

    @Test("jobs leave in the reverse order of their coming")
    func lastInFirstOut() {
        let stack = LabelledStack(width: 1)
        for label in 0..<4 { _ = stack.push(label, isFollowUp: false) }
        #expect((0..<5).map { _ in stack.pop(lane: 0) } == [3, 2, 1, 0, nil])
    }

    @Test("each job wakes one idle lane, the lowest first, and none when all work")
    func wakes() {
        let stack = LabelledStack(width: 3)
        #expect((0..<5).map { stack.push($0, isFollowUp: false) } == [0, 1, 2, nil, nil])
    }

    @Test("a lane that finds no job is idle and is the next to be woken")
    func idlesAndWakes() {
        let stack = LabelledStack(width: 2)
        #expect(stack.push(0, isFollowUp: false) == 0)
        #expect(stack.push(1, isFollowUp: false) == 1)
        #expect(stack.pop(lane: 1) == 1)
        #expect(stack.pop(lane: 0) == 0)
        #expect(stack.pop(lane: 1) == nil)
        #expect(stack.pop(lane: 0) == nil)
        #expect(stack.idleCount == 2)
        #expect(stack.push(2, isFollowUp: false) == 0)
    }

    @Test("a single follow-up wakes nobody: who pushes it takes it")
    func singleFollowUp() {
        let stack = LabelledStack(width: 3)
        #expect(stack.push(0, isFollowUp: false) == 0)
        #expect(stack.pop(lane: 0) == 0)
        #expect(stack.push(1, isFollowUp: true) == nil)
        #expect(stack.idleCount == 2)
        #expect(stack.pop(lane: 0) == 1)
    }

    @Test("a second follow-up wakes another lane: one caller takes one job")
    func secondFollowUp() {
        let stack = LabelledStack(width: 3)
        #expect(stack.push(0, isFollowUp: false) == 0)
        #expect(stack.pop(lane: 0) == 0)
        #expect((1...4).map { stack.push($0, isFollowUp: true) } == [nil, 1, 2, nil])
    }

    @Test("a follow-up behind a job that nobody has taken yet wakes a lane")
    func followUpBehindAnother() {
        let stack = LabelledStack(width: 3)
        #expect(stack.push(0, isFollowUp: false) == 0)
        #expect(stack.pop(lane: 0) == 0)
        #expect(stack.push(1, isFollowUp: false) == 1)
        #expect(stack.push(2, isFollowUp: true) == 2, "lane 1 takes the one, lane 0 may be long with what it does")
    }

    @Test("an offer to idle lanes is a job at once")
    func offerToIdle() {
        let stack = LabelledStack(width: 2)
        #expect(stack.offer(0) == 0)
        #expect(stack.offerCount == 0)
        #expect(stack.pop(lane: 0) == 0)
    }

    @Test("an offer to busy lanes stands, and is taken when a lane would idle, newest first")
    func offerToBusy() {
        let stack = LabelledStack(width: 1)
        #expect(stack.push(0, isFollowUp: false) == 0)
        #expect(stack.offer(1) == nil)
        #expect(stack.offer(2) == nil)
        #expect(stack.push(3, isFollowUp: false) == nil)
        #expect(stack.offerCount == 2)
        #expect((0..<5).map { _ in stack.pop(lane: 0) } == [3, 0, 2, 1, nil])
    }

    @Test("an offer can be withdrawn until a lane takes it")
    func withdrawal() {
        let stack = LabelledStack(width: 1)
        #expect(stack.push(0, isFollowUp: false) == 0)
        #expect((1...3).map { stack.offer($0) } == [nil, nil, nil])
        #expect(stack.withdraw(2) == true)
        #expect(stack.withdraw(2) == false)
        #expect((0..<4).map { _ in stack.pop(lane: 0) } == [0, 3, 1, nil])
        #expect(stack.withdraw(1) == false)
    }

    @Test("an offer does not count as the job that a follow-up is behind")
    func followUpBesideOffer() {
        let stack = LabelledStack(width: 1)
        #expect(stack.push(0, isFollowUp: false) == 0)
        #expect(stack.pop(lane: 0) == 0)
        #expect(stack.offer(1) == nil)
        #expect(stack.push(2, isFollowUp: true) == nil)
        #expect((0..<3).map { _ in stack.pop(lane: 0) } == [2, 1, nil])
    }
}
