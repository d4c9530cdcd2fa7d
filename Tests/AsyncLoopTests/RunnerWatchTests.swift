import Testing

@testable import AsyncLoop

/// When a runner reads the clock, and when its patience is over, in made-up time.
@Suite struct RunnerWatchTests {
    /// The inputs after which help was due, of `count` that each take `step` nanoseconds.
    private static func dueInputs(patience: UInt64, step: UInt64, count: Int) -> (due: [Int], readings: [Int]) {
        var watch = RunnerWatch(patience: patience, start: 1_000)
        var due: [Int] = []
        var readings: [Int] = []
        for input in 1...count {
            let isDue = watch.isHelpDue {
                readings.append(input)
                return 1_000 + UInt64(input) * step
            }
            if isDue { due.append(input) }
        }
        return (due, readings)
    }

    @Test("the clock is read after 1, 2, 4, 8 and 16 inputs and then after every 16th")
    func readings() {
        let readings = Self.dueInputs(patience: .max, step: 1, count: 100).readings
        #expect(readings == [1, 2, 4, 8, 16, 32, 48, 64, 80, 96])
    }

    @Test("one slow input is enough to ask for help")
    func slowInputs() {
        #expect(Self.dueInputs(patience: 100, step: 100, count: 9).due == [1, 2, 4, 8])
        #expect(Self.dueInputs(patience: 100, step: 5_000, count: 3).due == [1, 2])
    }

    @Test("quick inputs ask for help once they took the patience together")
    func quickInputs() {
        #expect(Self.dueInputs(patience: 100, step: 99, count: 9).due == [2, 4, 8])
        #expect(Self.dueInputs(patience: 100, step: 10, count: 40).due == [16, 32])
    }

    @Test("patience is counted anew each time it is over")
    func countedAnew() {
        // Over at 32 (320 ns), then again at 64, 96, …: after 16 inputs only 160 of 300 ns have passed.
        #expect(Self.dueInputs(patience: 300, step: 10, count: 130).due == [32, 64, 96, 128])
    }

    @Test("endless patience is never over")
    func endless() {
        #expect(Self.dueInputs(patience: .max, step: 1 << 40, count: 100).due == [])
    }

    @Test(
        "a duration is whole nanoseconds, none at the least and all that fit at the most",
        arguments: [
            (Duration.zero, 0), (.nanoseconds(1), 1), (.microseconds(100), 100_000), (.seconds(2), 2_000_000_000),
            (.seconds(-1), 0), (.nanoseconds(-1), 0),
            (Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 0),
            (Duration(secondsComponent: 18_446_744_073, attosecondsComponent: 709_551_615_000_000_000), .max),
            (Duration(secondsComponent: 18_446_744_073, attosecondsComponent: 709_551_616_000_000_000), .max),
            (.seconds(Int64.max), .max),
        ] as [(Duration, UInt64)]
    )
    func durations(duration: Duration, expected: UInt64) {
        #expect(nanoseconds(duration) == expected)
    }
}
