import TestSupport
import Testing

/// `kill -9` in place of any call, in the middle of a write, or at any time: nothing is lost, and the next run
/// completes it.
@Suite(.serialized, .enabled(if: canInterpose)) struct KillPointTests {
    @Test("a first run that is killed at any call is completed by the next run")
    func firstRun() throws {
        try sweep(Stage.first(), "kill points of first runs")
    }

    @Test("a re-run that is killed at any call is completed by the next run")
    func rerun() throws {
        try sweep(Stage.rerun(), "kill points of re-runs")
    }

    private enum Moment: Sendable {
        case call(Plan)
        case time(UInt32)
    }

    private func sweep(_ stage: Stage, _ name: String) throws {
        var generator = SeededGenerator(name)
        let counts = stage.undisturbed.counts
        func moments(_ call: String, _ manner: Plan.Manner, _ number: Int) -> [Moment] {
            (0..<number * rounds).map { _ in
                .call(Plan(call: call, number: .random(in: 1...(counts[call] ?? 1), using: &generator), manner: manner))
            }
        }
        let moments =
            moments("any", .kill, 140) + moments("wal.pwrite", .torn, 20) + moments("main.pwrite", .torn, 20)
            // A small run takes some 40 ms where nothing else is going on.
            + (0..<20 * rounds).map { _ in .time(.random(in: 0...60_000, using: &generator)) }
        let points = moments.map { ($0, generator.chance(1, in: 2) ? 1 : 4) }
        print("\(name): \(points.count)")
        let complaints = each(points) { moment, width in
            let trial = try Trial(stage, width: width)
            return switch moment {
            case .call(let plan): try trial.complaints(plan)
            case .time(let microseconds): try trial.complaints(killedAfter: microseconds)
            }
        }
        #expect(complaints == [])
    }
}
