import AsyncLoop
import Dispatch
import TestSupport
import Testing

/// Real loops on real lanes, with random replies from several queues, compared with what the contract says.
@Suite(.timeLimit(.minutes(10))) struct RandomSchedulesTests {
    /// How the transform of one input replies.
    private enum Way: CaseIterable {
        case atOnce
        case fromFirstQueue
        case fromSecondQueue
        case fromLane
        case fromFollowUp
        case fromNestedLoop
        case fromNestedLoopInPlace
        case fromQueueBeforeReturn
    }

    private enum Stop: CaseIterable {
        case never
        case beforeStart
        case inTransform
        case fromQueue
    }

    private struct Schedule {
        let ways: [Way]
        let width: Int
        let patience: Duration
        let stop: Stop
        /// The input whose transform stops the loop.
        let stopper: Int

        init(using generator: inout SeededGenerator) {
            let count = Int.random(in: 0...9, using: &generator)
            ways = (0..<count).map { _ in Way.allCases.randomElement(using: &generator) ?? .atOnce }
            width = Int.random(in: 1...5, using: &generator)
            patience = .nanoseconds([0, 0, 1, 1_000_000].randomElement(using: &generator) ?? 0)
            stop = Bool.random(using: &generator) ? .never : Stop.allCases.randomElement(using: &generator) ?? .never
            stopper = Int.random(in: 0...9, using: &generator)
        }
    }

    private static let queues = [DispatchQueue(label: "first"), DispatchQueue(label: "second")]

    private static func answer(_ way: Way, on lanes: Lanes, _ answer: @escaping @Sendable () -> Void) {
        switch way {
        case .atOnce: answer()
        case .fromFirstQueue: queues[0].async(execute: answer)
        case .fromSecondQueue: queues[1].async(execute: answer)
        case .fromLane: lanes.submit(answer)
        case .fromFollowUp: lanes.submitFollowUp(answer)
        case .fromNestedLoop, .fromNestedLoopInPlace:
            let isInPlace = way == .fromNestedLoopInPlace
            transformEach(0..<3, on: lanes, startsInPlace: isInPlace) { (input: Int, reply: Reply<Int>) in
                reply(input)
            } completion: { _ in
                answer()
            }
        case .fromQueueBeforeReturn:
            let replied = Gate()
            queues[0].async {
                answer()
                replied.open()
            }
            replied.pass()
        }
    }

    /// Runs a schedule; says what was wrong, if anything.
    private static func fault(of schedule: Schedule, on lanes: Lanes) async -> String? {
        let stop = LoopStop()
        let underWay = Counter()
        let started = Log<Int>()
        let completions = Counter()
        if schedule.stop == .beforeStart { stop.stop() }
        let results = await awaited { done in
            transformEach(
                Array(schedule.ways.enumerated()),
                width: schedule.width,
                on: lanes,
                stop: stop,
                patience: schedule.patience
            ) { input, reply in
                underWay.enter()
                started.note(input.offset)
                if input.offset == schedule.stopper {
                    if schedule.stop == .inTransform { stop.stop() }
                    if schedule.stop == .fromQueue { queues[1].async { stop.stop() } }
                }
                answer(input.element, on: lanes) {
                    underWay.leave()
                    reply(input.offset * 10)
                }
            } completion: {
                completions.enter()
                done($0)
            }
        }
        let count = schedule.ways.count
        let starts = started.events.count
        if completions.entered != 1 { return "completed \(completions.entered) times" }
        if underWay.now != 0 { return "completed with \(underWay.now) under way" }
        if underWay.most > schedule.width { return "\(underWay.most) under way" }
        if started.events.sorted() != Array(0..<starts) { return "started \(started.events)" }
        if schedule.width == 1 && started.events != Array(0..<starts) { return "started \(started.events)" }
        if results != (0..<count).map({ $0 < starts ? .replied($0 * 10) : .neverStarted }) { return "gave \(results)" }
        switch schedule.stop {
        case .never where starts < count: return "left out \(count - starts)"
        case .beforeStart where starts > 0: return "started \(starts) although stopped"
        case .inTransform where schedule.width == 1 && starts > schedule.stopper + 1: return "went on after the stop"
        default: return nil
        }
    }

    @Test("10,000 random schedules keep the contract")
    func schedules() async {
        var generator = SeededGenerator()
        var lanes = Lanes(width: 1)
        for number in 0..<10_000 {
            if number.isMultiple(of: 50) { lanes = Lanes(width: Int.random(in: 1...4, using: &generator)) }
            let schedule = Schedule(using: &generator)
            if let fault = await Self.fault(of: schedule, on: lanes) {
                Issue.record("number \(number) on \(lanes.width) lanes: \(fault): \(schedule)")
            }
            if number % 50 == 49 { await lanes.ended() }
        }
    }

    @Test("random loops that run together on the same lanes keep the contract")
    func together() async {
        var generator = SeededGenerator()
        for _ in 0..<100 {
            let lanes = Lanes(width: Int.random(in: 1...4, using: &generator))
            let schedules = (0..<20).map { _ in Schedule(using: &generator) }
            await withTaskGroup(of: Void.self) { group in
                for schedule in schedules {
                    group.addTask {
                        guard let fault = await Self.fault(of: schedule, on: lanes) else { return }
                        Issue.record("on \(lanes.width) lanes: \(fault): \(schedule)")
                    }
                }
            }
            await lanes.ended()
        }
    }
}
