import AsyncLoop
import Dispatch
internal import Glibc
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into a stop of the walk.
///
/// The first one stops cleanly; a second one of any kind ends the process at once,
/// which the index survives as it survives a power cut.
///
/// They are blocked in all threads and taken by one that does nothing else: dispatch's own signal sources
/// tell two signals that come close together as one, and need a free thread while all lanes stand still.
final class StopSignals: Sendable {
    /// What the first signal was.
    private final class First: Sendable {
        let number = Atomic<Int32>(0)
    }

    private let first = First()

    /// Begins to watch, until the process ends.
    ///
    /// To be made on the main thread, which may not go on with `dispatchMain()`: that unblocks all signals.
    ///
    /// - Parameter stop: Thrown by the first signal.
    init(stop: LoopStop) {
        // SIGHUP is left ignored if it was: that is how nohup(1) starts a command. Shells start what runs in the
        // background with SIGINT ignored, too, but who sends it nevertheless means it.
        let hangup = Self.isIgnored(SIGHUP) ? [] : [SIGHUP]
        var watched = sigset_t()
        sigemptyset(&watched)
        for number in [SIGINT, SIGTERM] + hangup {
            sigaddset(&watched, number)
            signal(number, SIG_DFL)
        }
        // The threads of dispatch block them by themselves.
        pthread_sigmask(SIG_BLOCK, &watched, nil)
        DispatchQueue(label: "signals").async { [first, watched] in Self.watch(watched, first, stop) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Takes one signal after the other.
    private static func watch(_ watched: sigset_t, _ first: First, _ stop: LoopStop) -> Never {
        var watched = watched
        while true {
            var number: Int32 = 0
            guard sigwait(&watched, &number) == 0 else { continue }
            guard first.number.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged else {
                _exit(exitCode(number).rawValue)
            }
            stop.stop()
        }
    }

    /// What to exit with because of a signal, or nil if none came.
    var exitCode: ExitCode? {
        let number = first.number.load(ordering: .relaxed)
        return number == 0 ? nil : Self.exitCode(number)
    }

    private static func exitCode(_ signal: Int32) -> ExitCode {
        switch signal {
        case SIGTERM: .terminated
        case SIGHUP: .hangup
        default: .interrupted
        }
    }
}
