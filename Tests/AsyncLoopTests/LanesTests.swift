import AsyncLoop
import Dispatch
import Glibc
import Testing

/// Jobs on lanes: their order, their number at once, and the end of all.
@Suite(.timeLimit(.minutes(15))) struct LanesTests {
    /// Lanes of which all but one are busy until a gate opens.
    private static func lanes(_ width: Int, busyUntil gate: Gate) async -> Lanes {
        let lanes = Lanes(width: width)
        let meeting = Rendezvous(of: width)
        await awaited { done in
            for _ in 1..<width {
                lanes.submit {
                    meeting.meet()
                    gate.pass()
                }
            }
            lanes.submit {
                meeting.meet()
                done(())
            }
        }
        return lanes
    }

    @Test("jobs that wait run newest first", arguments: [1, 3])
    func newestFirst(width: Int) async {
        let end = Gate()
        let lanes = await Self.lanes(width, busyUntil: end)
        let log = Log<Int>()
        let gate = Gate()
        await lanes.keepOneBusy(until: gate)
        await awaited { done in
            lanes.submit { done(()) }
            for job in 0..<5 { lanes.submit { log.note(job) } }
            gate.open()
        }
        end.open()
        #expect(log.events == [4, 3, 2, 1, 0])
        await lanes.ended()
    }

    @Test("a follow-up runs right after the job that submits it, before older ones", arguments: [1, 3])
    func followUp(width: Int) async {
        let end = Gate()
        let lanes = await Self.lanes(width, busyUntil: end)
        let log = Log<String>()
        await awaited { done in
            lanes.submit {
                lanes.submit { done(()) }
                lanes.submit { log.note("older") }
                lanes.submitFollowUp { log.note("follow-up") }
                log.note("job")
            }
        }
        end.open()
        #expect(log.events == ["job", "follow-up", "older"])
        await lanes.ended()
    }

    @Test("a chain of follow-ups stays on its lane")
    func followUpsStay() async {
        let lanes = Lanes(width: 4)
        let log = Log<pthread_t>()
        @Sendable func next(_ left: Int, _ done: @escaping @Sendable () -> Void) {
            log.note(pthread_self())
            if left == 0 { done() } else { lanes.submitFollowUp { next(left - 1, done) } }
        }
        await awaited { done in lanes.submit { next(1_000) { done(()) } } }
        #expect(Set(log.events).count == 1)
        #expect(log.events.count == 1_001)
    }

    @Test("a follow-up from outside the lanes, or from other lanes, is a job like others")
    func followUpFromOutside() async {
        let lanes = Lanes(width: 2)
        let other = Lanes(width: 1, label: "other")
        await awaited { done in lanes.submitFollowUp { done(()) } }
        await awaited { done in other.submit { lanes.submitFollowUp { done(()) } } }
    }

    @Test("as many jobs as lanes run at once, and no more", arguments: [1, 2, 16])
    func width(width: Int) async {
        let lanes = Lanes(width: width)
        let meeting = Rendezvous(of: width)
        let counter = Counter()
        for job in 0..<width * 5 {
            lanes.submit {
                counter.enter()
                // The first `width` jobs to run would never end without each other.
                if job < width { meeting.meet() }
                counter.leave()
            }
        }
        await lanes.ended()
        #expect(counter.most == width)
        #expect(counter.entered == width * 5)
    }

    @Test("jobs from many threads all run")
    func manySubmitters() async {
        let lanes = Lanes(width: 3)
        let counter = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                lanes.submit {
                    counter.enter()
                    lanes.submitFollowUp { counter.enter() }
                    lanes.submitFollowUp { counter.enter() }
                }
            }
        }
        await lanes.ended()
        #expect(counter.entered == 8 * 500 * 3)
    }

    @Test("a lane knows its own lanes only")
    func onLane() async {
        let lanes = Lanes(width: 2)
        let other = Lanes(width: 2, label: "other")
        let isOnLane = await lanes.onLane { [lanes.isOnLane, other.isOnLane] }
        #expect(isOnLane == [true, false])
        #expect(!lanes.isOnLane)
        let queue = DispatchQueue(label: "inner")
        let isOnLaneInside = await lanes.onLane { queue.sync { lanes.isOnLane } }
        #expect(!isOnLaneInside, "another queue is not a lane, though a lane waits for it")
    }
}
