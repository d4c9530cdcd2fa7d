import AsyncLoop
import Dispatch
import Testing

/// Replies from anywhere; one completion, on a lane.
@Suite(.timeLimit(.minutes(15))) struct TransformEachRepliesTests {
    /// Where a reply is called.
    enum Way: CaseIterable {
        case inTransform
        case onSerialQueue
        case onGlobalQueue
        case onMainQueue
        case onSameLanes
        case onOtherLanes
        case inTask
        case inOtherLoop
    }

    private static let queue = DispatchQueue(label: "replies")

    private static func answer(_ way: Way, on lanes: Lanes, other: Lanes, _ reply: Reply<Int>, _ value: Int) {
        switch way {
        case .inTransform: reply(value)
        case .onSerialQueue: queue.async { reply(value) }
        case .onGlobalQueue: DispatchQueue.global().async { reply(value) }
        case .onMainQueue: DispatchQueue.main.async { reply(value) }
        case .onSameLanes: lanes.submit { reply(value) }
        case .onOtherLanes: other.submit { reply(value) }
        case .inTask: Task { reply(value) }
        case .inOtherLoop:
            transformEach([value], on: lanes) {
                $1($0)
            } completion: { outcomes in
                reply(outcomes.first?.value ?? -1)
            }
        }
    }

    @Test("a reply may come from anywhere", arguments: Way.allCases, [1, 3])
    func oneWay(way: Way, width: Int) async {
        let lanes = Lanes(width: width)
        let other = Lanes(width: 2, label: "other")
        let results = await outcomes(of: 0..<100, on: lanes) { input, reply in
            Self.answer(way, on: lanes, other: other, reply, input)
        }
        #expect(results.map(\.value) == Array(0..<100))
    }

    @Test("replies may come from everywhere at once", arguments: [1, 2, 3, 16], [1, 3])
    func allWays(width: Int, lanes: Int) async {
        let lanes = Lanes(width: lanes)
        let other = Lanes(width: 2, label: "other")
        let ways = Way.allCases
        let results = await outcomes(of: 0..<500, width: width, on: lanes) { input, reply in
            Self.answer(ways[input % ways.count], on: lanes, other: other, reply, input)
        }
        #expect(results.map(\.value) == Array(0..<500))
    }

    @Test("transforms and completion are on a lane, wherever the loop was started and replied to", arguments: [1, 3])
    func onLanes(width: Int) async {
        let lanes = Lanes(width: width)
        let other = Lanes(width: 1, label: "other")
        let ways = Way.allCases
        let log = Log<Bool>()
        #expect(!lanes.isOnLane)
        await awaited { done in
            transformEach(0..<100, on: lanes) { input, reply in
                log.note(lanes.isOnLane && !other.isOnLane)
                Self.answer(ways[input % ways.count], on: lanes, other: other, reply, input)
            } completion: { _ in
                log.note(lanes.isOnLane && !other.isOnLane)
                done(())
            }
        }
        #expect(log.events == Array(repeating: true, count: 101))
    }

    @Test("the completion of an empty loop is on a lane and not inside the call that starts it")
    func emptyOnLane() async {
        let lanes = Lanes(width: 1)
        let log = Log<String>()
        await awaited { done in
            lanes.submit {
                transformEach(0..<0, on: lanes) {
                    $1($0)
                } completion: { (_: [Outcome<Int>]) in
                    log.note(lanes.isOnLane ? "completion" : "completion elsewhere")
                    done(())
                }
                log.note("started")
            }
        }
        #expect(log.events == ["started", "completion"])
    }

    @Test("the completion comes exactly once and after every reply", arguments: [1, 2, 4], [0, 1, 3, 50])
    func once(width: Int, count: Int) async {
        let lanes = Lanes(width: width)
        let log = Log<Int>()
        for round in 0..<20 {
            transformEach(0..<count, on: lanes) { input, reply in
                let answer = { @Sendable in
                    log.note(round)
                    reply(())
                }
                if (input + round).isMultiple(of: 2) { answer() } else { Self.queue.async(execute: answer) }
            } completion: { (_: [Outcome<Void>]) in
                log.note(-round)
            }
        }
        await lanes.ended()
        for round in 1..<20 {
            let events = log.events.filter { abs($0) == round }
            #expect(events == Array(repeating: round, count: count) + [-round])
        }
    }

    //     lane       t0 rests                         t1 …  completion
    //     queue               log reply log
    @Test("neither the next transform nor the completion is called inside a reply")
    func notInsideReply() async {
        let lanes = Lanes(width: 1)
        let insideReply = Counter()
        let log = Log<Int>()
        await awaited { done in
            transformEach(0..<10, on: lanes) { input, reply in
                log.note(insideReply.now)
                insideReply.enter()
                reply(input)
                insideReply.leave()
            } completion: { _ in
                log.note(insideReply.now)
                done(())
            }
        }
        #expect(log.events == Array(repeating: 0, count: 11))
    }
}
