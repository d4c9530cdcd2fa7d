import AsyncLoop
import Dispatch
import Synchronization

/// Stops the walk when the time of `--max-time` is up.
final class TimeLimit: Sendable {
    private final class Up: Sendable {
        let isUp = Atomic<Bool>(false)
    }

    /// The option's value.
    let seconds: Int
    private let up = Up()
    // Kept: a source that nobody holds is cancelled.
    private let timer = Mutex<(any DispatchSourceTimer)?>(nil)

    /// Makes a limit that does not count yet.
    init(seconds: Int) {
        self.seconds = seconds
    }

    /// Begins to count: to be called once, when the index is open, as waiting for another run is no part of the time.
    func begin(_ stop: LoopStop) {
        timer.withLock { $0 = Self.start(seconds, up, stop) }
    }

    private static func start(_ seconds: Int, _ up: Up, _ stop: LoopStop) -> sending any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "time limit"))
        timer.schedule(deadline: .now() + .seconds(seconds))
        timer.setEventHandler {
            up.isUp.store(true, ordering: .relaxed)
            stop.stop()
        }
        timer.resume()
        return timer
    }

    /// Whether the time is up.
    var isUp: Bool { up.isUp.load(ordering: .relaxed) }
}
