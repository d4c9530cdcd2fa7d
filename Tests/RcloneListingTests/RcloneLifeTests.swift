import Testing

@testable import RcloneListing

/// The life of rclone: what happens to it and what is done, step by step.
@Suite struct RcloneLifeTests {
    private typealias Action = RcloneLife.Action

    /// Takes events one after the other, each with what has to be done then.
    private func play(_ steps: [(RcloneLife.Event, [Action])], _ life: inout RcloneLife) {
        for (event, actions) in steps { #expect(life.take(event) == actions, "\(event)") }
    }

    private static let young = RcloneVersion(major: 1, minor: 60)
    private static let old = RcloneVersion(major: 1, minor: 53)

    private static func timer(_ number: Int, _ milliseconds: Int = RcloneLife.endTime) -> Action {
        .setTimer(number, milliseconds: milliseconds)
    }

    private static let start: (RcloneLife.Event, [Action]) = (.wanted, [.start, timer(1, RcloneLife.startTime)])
    private static let serve: [(RcloneLife.Event, [Action])] = [
        start, (.said, [.greet]), (.greeted(young), [.send]),
    ]

    @Test("it is started when it is first wanted, serves, and is asked to end")
    func whole() {
        var life = RcloneLife()
        play(Self.serve, &life)
        play([(.wanted, []), (.timeUp(1), []), (.said, [])], &life)
        play([(.unwanted, [.quit, Self.timer(3)]), (.exited, [.tellEnd]), (.unwanted, [.tellEnd])], &life)
        #expect(life.state == .ended(nil))
    }

    @Test("nobody wants it: nothing is started, and its end is at once")
    func unused() {
        var life = RcloneLife()
        play([(.unwanted, [.tellEnd]), (.wanted, [])], &life)
    }

    @Test("one that does not end is sent SIGTERM, then SIGKILL")
    func stubborn() {
        var life = RcloneLife()
        play(Self.serve, &life)
        play(
            [
                (.unwanted, [.quit, Self.timer(3)]), (.timeUp(3), [.terminate, Self.timer(4)]), (.timeUp(3), []),
                (.timeUp(4), [.kill]), (.unwanted, []), (.exited, [.tellEnd]),
            ],
            &life
        )
    }

    @Test("one that ends by itself is replaced once")
    func crash() {
        var life = RcloneLife()
        play(Self.serve, &life)
        play([(.exited, [.start, Self.timer(3, RcloneLife.startTime)])], &life)
        play([(.said, [.greet]), (.greeted(Self.young), [.send]), (.exited, [.fail(.crashed)])], &life)
        #expect(life.refusal == .crashed)
        play([(.wanted, []), (.unwanted, [.tellEnd])], &life)
    }

    @Test("one that ends without a word where it serves is started for each folder; not so the one in its place")
    func single() {
        var life = RcloneLife()
        play([Self.start, (.exited, [.send]), (.timeUp(1), [])], &life)
        #expect(life.state == .single)
        play([(.wanted, []), (.unwanted, [.tellEnd])], &life)
        var other = RcloneLife()
        play(Self.serve + [(.exited, [.start, Self.timer(3, RcloneLife.startTime)])], &other)
        play([(.exited, [.fail(.crashed)])], &other)
    }

    @Test("one that is too old, says nothing, or does not answer is ended and refused")
    func refused() {
        var old = RcloneLife()
        play([Self.start, (.said, [.greet])], &old)
        play([(.greeted(Self.old), [.fail(.tooOld("1.53")), .terminate, Self.timer(2)])], &old)
        #expect(old.refusal == .tooOld("1.53"))
        play([(.unwanted, []), (.exited, [.tellEnd]), (.wanted, [])], &old)
        var silent = RcloneLife()
        play([Self.start, (.timeUp(1), [.fail(.silent), .terminate, Self.timer(2)])], &silent)
        var mute = RcloneLife()
        play([Self.start, (.said, [.greet]), (.greeted(nil), [.fail(.silent), .terminate, Self.timer(2)])], &mute)
    }

    @Test("one that cannot be started says why, once")
    func notStarted() {
        var life = RcloneLife()
        play([Self.start, (.notStarted(13), [.fail(.notStarted(13))]), (.exited, [])], &life)
        #expect(life.refusal == .notStarted(13))
    }

    @Test("one that is not wanted any more while it starts is sent SIGTERM")
    func early() {
        var life = RcloneLife()
        play([Self.start, (.unwanted, [.terminate, Self.timer(2)]), (.said, []), (.exited, [.tellEnd])], &life)
    }
}
