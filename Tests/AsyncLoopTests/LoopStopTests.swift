import AsyncLoop
import Dispatch
import Synchronization
import Testing

/// A stopped loop starts nothing more, waits for what is under way, and says what never started.
@Suite(.timeLimit(.minutes(15))) struct LoopStopTests {
    @Test("a switch starts unthrown, and stays thrown once it is")
    func thrown() {
        let stop = LoopStop()
        #expect(!stop.isStopped)
        stop.stop()
        stop.stop()
        #expect(stop.isStopped)
    }

    @Test("a loop stopped before its start calls no transform", arguments: [1, 4], [0, 1, 9])
    func beforeStart(width: Int, count: Int) async {
        let stop = LoopStop()
        stop.stop()
        let results: [Outcome<Int>] = await outcomes(of: 0..<count, on: Lanes(width: width), stop: stop) { _, _ in
            Issue.record("a transform was called")
        }
        #expect(results == Array(repeating: .neverStarted, count: count))
    }

    @Test("a transform may stop its own loop: at width 1 it is the last", arguments: [true, false])
    func fromWithin(repliesAtOnce: Bool) async {
        let stop = LoopStop()
        let queue = DispatchQueue(label: "replies")
        let results = await outcomes(of: 0..<9, width: 1, on: Lanes(width: 3), stop: stop) { input, reply in
            if input == 4 { stop.stop() }
            if repliesAtOnce { reply(input) } else { queue.async { reply(input) } }
        }
        #expect(results == (0..<5).map { .replied($0) } + Array(repeating: .neverStarted, count: 4))
    }

    @Test("a stop in the last transform leaves nothing out")
    func inLast() async {
        let stop = LoopStop()
        let results = await outcomes(of: 0..<3, width: 1, on: Lanes(width: 1), stop: stop) { input, reply in
            if input == 2 { stop.stop() }
            reply(input)
        }
        #expect(results.map(\.value) == [0, 1, 2])
    }

    //     lanes      t0 t1 t2 --- meet --------------------------- r0 r1 r2  completion [0 1 2 - - …]
    //     this task               meet  stop  not completed  open
    @Test("a stop from another thread waits for the transforms under way")
    func fromOutside() async {
        let stop = LoopStop()
        let lanes = Lanes(width: 3)
        let meeting = Rendezvous(of: 4)
        let gate = Gate()
        let log = Log<String>()
        let results = await awaited { done in
            transformEach(0..<10, on: lanes, stop: stop) { input, reply in
                meeting.meet()
                gate.pass()
                log.note("reply")
                reply(input)
            } completion: { results in
                log.note("completion")
                done(results)
            }
            DispatchQueue.global().async {
                meeting.meet()
                stop.stop()
                log.note("stopped")
                gate.open()
            }
        }
        #expect(log.events == ["stopped", "reply", "reply", "reply", "completion"])
        #expect(results == (0..<3).map { .replied($0) } + Array(repeating: .neverStarted, count: 7))
    }

    @Test("a stop while nothing but replies are awaited waits for every one of them", arguments: permutations(3))
    func whileWaiting(order: [Int]) async {
        let stop = LoopStop()
        let kept = KeptReplies<Int>()
        let queue = DispatchQueue(label: "replies")
        let results = await outcomes(of: 0..<6, width: 3, on: Lanes(width: 1), stop: stop) { input, reply in
            guard kept.keep(reply, of: input) == 3 else { return }
            queue.async {
                stop.stop()
                for index in order { kept.reply(index, index) }
            }
        }
        #expect(results == (0..<3).map { .replied($0) } + Array(repeating: .neverStarted, count: 3))
    }

    @Test("one switch stops a tree of loops, and every completion comes", arguments: [1, 3])
    func nested(width: Int) async {
        let stop = LoopStop()
        let lanes = Lanes(width: width)
        let begun = Counter()
        let completions = Counter()
        @Sendable func tree(_ depth: Int, _ reply: Reply<Int>) {
            begun.enter()
            transformEach(0..<3, on: lanes, stop: stop) { _, reply in
                if depth > 0 { tree(depth - 1, reply) } else { reply(1) }
                if begun.entered >= 40 { stop.stop() }
            } completion: { results in
                completions.enter()
                reply(results.compactMap(\.value).reduce(0, +))
            }
        }
        let leaves = await awaited { done in tree(8, Reply { done($0) }) }
        #expect(stop.isStopped)
        #expect(begun.entered >= 40)
        #expect(completions.entered == begun.entered)
        #expect(leaves < 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3)
        await lanes.ended()
    }

    @Test("one switch stops loops on different lanes")
    func severalLanes() async {
        let stop = LoopStop()
        let first = await outcomes(of: 0..<5, width: 1, on: Lanes(width: 1), stop: stop) { input, reply in
            if input == 1 { stop.stop() }
            reply(input)
        }
        let second = await outcomes(of: 0..<2, on: Lanes(width: 2), stop: stop) { $1($0) }
        #expect(first.map(\.value) == [0, 1, nil, nil, nil])
        #expect(second == [.neverStarted, .neverStarted])
    }

    @Test("a switch that follows another is thrown with it, whichever was first, and not the other way round")
    func following() async {
        let all = LoopStop()
        let (one, two) = (LoopStop(following: all), LoopStop(following: all))
        one.stop()
        #expect(one.isStopped && !two.isStopped && !all.isStopped)
        all.stop()
        #expect(two.isStopped && all.isStopped)
        #expect(LoopStop(following: all).isStopped)
        let outcomes = await outcomes(of: 0..<2, on: Lanes(width: 2), stop: two) { $1($0) }
        #expect(outcomes == [.neverStarted, .neverStarted])
    }

    @Test("what is to be called when a switch is thrown is called once, and at once if it is thrown already")
    func whenStopped() {
        let stop = LoopStop()
        let calls = Mutex(0)
        stop.whenStopped { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 0)
        stop.stop()
        stop.stop()
        #expect(calls.withLock { $0 } == 1)
        stop.whenStopped { calls.withLock { $0 += 10 } }
        #expect(calls.withLock { $0 } == 11)
    }
}
