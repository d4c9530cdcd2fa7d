import CSystem
import Dispatch
import Indexing
import Synchronization

/// Renews the progress line on a terminal a few times a second.
final class ProgressTicker: Sendable {
    /// The run that is shown, since when.
    private final class Shown: Sendable {
        let run = Mutex<(run: IndexRun, since: ContinuousClock.Instant)?>(nil)

        func show() {
            // Under the lock, so that no line comes after the run's end.
            run.withLock { if let (run, since) = $0 { show(run.counts, since) } }
        }

        private func show(_ counts: RunCounts, _ since: ContinuousClock.Instant) {
            let columns = Int(imgindex_columns(2))
            let line = ProgressLine(
                folders: counts.foldersListed + counts.foldersFailed,
                images: counts.imagesSeen,
                elapsed: since.duration(to: .now)
            )
            Output.error.progress(line.text(columns: columns > 0 ? columns : 80))
        }
    }

    private let shown = Shown()
    // Kept: a source that nobody holds is cancelled.
    private let timer: Mutex<any DispatchSourceTimer>

    /// Begins to tick.
    init() {
        timer = Mutex(Self.tick(shown))
    }

    private static func tick(_ shown: Shown) -> sending any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "progress"))
        timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
        timer.setEventHandler { shown.show() }
        timer.resume()
        return timer
    }

    /// Shows a run from now on, or none.
    func show(_ run: IndexRun?) {
        shown.run.withLock { $0 = run.map { ($0, .now) } }
        if run == nil { Output.error.progress("") }
    }
}
