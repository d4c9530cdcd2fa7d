import AsyncLoop
import Dispatch
import Testing

/// How many transforms are under way at once: never more than the width, and as many as it if lanes are free.
@Suite(.timeLimit(.minutes(15))) struct TransformEachWidthTests {
    private enum Event: Equatable {
        case called(Int)
        case replies(Int)
        case returns(Int)
    }

    /// The events of a strictly sequential loop whose transforms reply after they returned.
    private static func sequence(_ count: Int) -> [Event] {
        (0..<count).flatMap { [.called($0), .replies($0)] }
    }

    @Test("at width 1 an input starts after the reply of the one before, whoever replies", arguments: [1, 3])
    func sequential(lanes: Int) async {
        let queues = (0..<3).map { DispatchQueue(label: "replies \($0)") }
        let log = Log<Event>()
        _ = await outcomes(of: 0..<200, width: 1, on: Lanes(width: lanes)) { input, reply in
            log.note(.called(input))
            let answer = { @Sendable in
                log.note(.replies(input))
                reply(())
            }
            if input % 4 == 3 { answer() } else { queues[input % 4].async(execute: answer) }
        }
        #expect(log.events == Self.sequence(200))
    }

    //     lane 0     called 0 -------- gate --- returns 0
    //     queue               r0 opens                     called 1 …
    @Test("at width 1 an input waits also for the transform before it to return", arguments: [1, 3])
    func sequentialReturn(lanes: Int) async {
        let queue = DispatchQueue(label: "replies")
        let log = Log<Event>()
        _ = await outcomes(of: 0..<50, width: 1, on: Lanes(width: lanes)) { input, reply in
            let replied = Gate()
            log.note(.called(input))
            queue.async {
                log.note(.replies(input))
                reply(())
                replied.open()
            }
            replied.pass()
            log.note(.returns(input))
        }
        #expect(log.events == (0..<50).flatMap { [.called($0), .replies($0), .returns($0)] })
    }

    @Test("a width below one counts as one", arguments: [Int.min, -1, 0])
    func leastWidth(width: Int) async {
        let counter = Counter()
        let queue = DispatchQueue(label: "replies")
        let lanes = Lanes(width: width)
        #expect(lanes.width == 1)
        _ = await outcomes(of: 0..<20, width: width, on: Lanes(width: 3)) { _, reply in
            counter.enter()
            queue.async {
                counter.leave()
                reply(())
            }
        }
        #expect(counter.most == 1)
    }

    @Test("all the width is under way at once when transforms block", arguments: [1, 2, 3, 8, 64])
    func blockingTransforms(width: Int) async {
        let lanes = Lanes(width: width)
        for round in 0..<3 {
            let meeting = Rendezvous(of: width)
            let counter = Counter()
            // Without all of them at the meeting none would return.
            let results = await outcomes(of: 0..<width * 2, on: lanes) { input, reply in
                counter.enter()
                if input < width { meeting.meet() }
                counter.leave()
                reply(input)
            }
            #expect(results.map(\.value) == Array(0..<width * 2), "round \(round)")
            #expect(counter.most == width)
            await lanes.ended()
        }
    }

    @Test("all the width is under way at once with asynchronous replies, on one lane", arguments: [1, 2, 5, 100])
    func asynchronousReplies(width: Int) async {
        let queue = DispatchQueue(label: "replies")
        let kept = KeptReplies<Int>()
        let counter = Counter()
        let results = await outcomes(of: 0..<width * 3, width: width, on: Lanes(width: 1)) { input, reply in
            counter.enter()
            if input >= width {
                counter.leave()
                reply(input)
            } else if kept.keep(reply, of: input) == width {
                queue.async {
                    for index in 0..<width {
                        counter.leave()
                        kept.reply(index, index)
                    }
                }
            }
        }
        #expect(results.map(\.value) == Array(0..<width * 3))
        #expect(counter.most == width)
    }

    @Test("never more than the width is under way, with replies from everywhere", arguments: [1, 2, 3], [1, 2, 4])
    func neverMore(width: Int, lanes: Int) async {
        let queues = (0..<3).map { DispatchQueue(label: "replies \($0)") }
        let counter = Counter()
        let results = await outcomes(of: 0..<2_000, width: width, on: Lanes(width: lanes)) { input, reply in
            counter.enter()
            let answer = { @Sendable in
                counter.leave()
                reply(input)
            }
            if input % 4 == 3 { answer() } else { queues[input % 4].async(execute: answer) }
        }
        #expect(results.map(\.value) == Array(0..<2_000))
        #expect(counter.most <= width)
        #expect(counter.entered == 2_000)
    }
}
