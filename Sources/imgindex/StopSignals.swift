import AsyncLoop
import Dispatch
internal import Glibc
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into a stop of the walk.
///
/// The first one stops cleanly; a second one of any kind ends the process at once,
/// which the index survives as it survives a power cut.
final class StopSignals: Sendable {
    /// What the first signal was.
    private final class First: Sendable {
        let number = Atomic<Int32>(0)
    }

    private let first = First()

    /// Begins to watch.
    ///
    /// - Parameter stop: Thrown by the first signal.
    init(stop: LoopStop) {
        // SIGHUP is left ignored if it was: that is how nohup(1) starts a command. Shells start what runs in the
        // background with SIGINT ignored, too, but who sends it nevertheless means it.
        let hangup = Self.isIgnored(SIGHUP) ? [] : [SIGHUP]
        for number in [SIGINT, SIGTERM] + hangup { Self.watch(number, first, stop) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func watch(_ number: Int32, _ first: First, _ stop: LoopStop) {
        // The default would end the process before the source sees it.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "signal \(number)"))
        // It holds itself by this, as one that nobody holds is cancelled: signals are watched until the process ends.
        source.setEventHandler {
            // Two that come shortly after one another are told of together.
            let isSecond = source.data > 1
            if !first.number.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged || isSecond {
                _exit(exitCode(number).rawValue)
            }
            stop.stop()
        }
        source.resume()
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
