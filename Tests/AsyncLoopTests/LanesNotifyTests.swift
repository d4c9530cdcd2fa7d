import AsyncLoop
import Dispatch
import Testing

/// The notice that all has ended.
@Suite(.timeLimit(.minutes(15))) struct LanesNotifyTests {
    @Test("idle lanes notify at once, on the queue asked for")
    func idle() async {
        let queue = DispatchQueue(label: "notice")
        let lanes = Lanes(width: 2)
        for _ in 0..<2 {
            await awaited { done in
                lanes.notify(on: queue) {
                    dispatchPrecondition(condition: .onQueue(queue))
                    done(())
                }
            }
        }
    }

    @Test("the notice comes after every job and every follow-up", arguments: [1, 3])
    func afterJobs(width: Int) async {
        let lanes = Lanes(width: width)
        let counter = Counter()
        @Sendable func tree(_ depth: Int) {
            counter.enter()
            guard depth > 0 else { return }
            lanes.submitFollowUp { tree(depth - 1) }
            lanes.submit { tree(depth - 1) }
        }
        lanes.submit { tree(8) }
        await lanes.ended()
        #expect(counter.entered == 511)
    }

    //     lane       job -------------------- ends
    //     queue           barrier opens gate       notice
    @Test("the notice waits for a job that is at work")
    func afterJobAtWork() async {
        let lanes = Lanes(width: 2)
        let queue = DispatchQueue(label: "notice")
        let log = Log<String>()
        let gate = Gate()
        await lanes.keepOneBusy(until: gate)
        await awaited { done in
            lanes.notify(on: queue) {
                log.note("notice")
                done(())
            }
            queue.async {
                log.note("barrier")
                gate.open()
            }
        }
        #expect(log.events == ["barrier", "notice"])
    }

    //     lane       job returns, deinit -------------------- ends
    //     queue                           barrier opens gate        notice
    @Test("the notice waits for a job to be let go")
    func afterRelease() async {
        final class Guest: Sendable {
            let leave: @Sendable () -> Void
            init(leave: @escaping @Sendable () -> Void) { self.leave = leave }
            deinit { leave() }
        }
        let lanes = Lanes(width: 1)
        let queue = DispatchQueue(label: "notice")
        let log = Log<String>()
        let gate = Gate()
        let start = Gate()
        await awaited { done in
            do {
                let guest = Guest {
                    done(())
                    gate.pass()
                    log.note("let go")
                }
                lanes.submit { [guest] in
                    start.pass()
                    _ = guest
                }
            }
            start.open()  // Only the job holds the guest now.
        }
        await awaited { done in
            lanes.notify(on: queue) {
                log.note("notice")
                done(())
            }
            queue.async {
                log.note("barrier")
                gate.open()
            }
        }
        #expect(log.events == ["barrier", "let go", "notice"])
    }

    //     lanes      t0 t1 t2 rest -- idle --            completion  job  notice
    //     this task                     ask   r0 r1 r2
    @Test("the notice waits for a loop that only waits for its replies, and for what its completion starts")
    func afterLoops() async {
        let lanes = Lanes(width: 1)
        let kept = KeptReplies<Int>()
        let log = Log<String>()
        await awaited { done in
            transformEach(0..<3, width: 3, on: lanes) { input, reply in
                if kept.keep(reply, of: input) == 3 { done(()) }
            } completion: { _ in
                log.note("completion")
                lanes.submit { log.note("job") }
            }
        }
        await awaited { done in
            lanes.notify(on: .global()) {
                log.note("notice")
                done(())
            }
            for index in 0..<3 {
                log.note("reply")
                kept.reply(index, index)
            }
        }
        #expect(log.events == ["reply", "reply", "reply", "completion", "job", "notice"])
    }

    @Test("the notice waits for an empty loop")
    func afterEmptyLoop() async {
        let lanes = Lanes(width: 1)
        let log = Log<String>()
        let gate = Gate()
        lanes.submit { gate.pass() }
        transformEach(0..<0, on: lanes) {
            $1($0)
        } completion: { (_: [Outcome<Int>]) in
            log.note("completion")
        }
        await awaited { done in
            lanes.notify(on: .global()) {
                log.note("notice")
                done(())
            }
            gate.open()
        }
        #expect(log.events == ["completion", "notice"])
    }

    @Test("lanes that nobody holds any more still do all their work")
    func unheld() async {
        let counter = Counter()
        await awaited { done in
            let lanes = Lanes(width: 2)
            for _ in 0..<100 { lanes.submit { counter.enter() } }
            lanes.notify(on: .global()) { done(()) }
        }
        #expect(counter.entered == 100)
    }
}
