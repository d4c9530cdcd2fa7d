import CSystem
import Dispatch
import Indexing
import Synchronization

/// Renews the progress line on a terminal a few times a second.
final class ProgressTicker: Sendable {
    /// The run that is shown, since when.
    private final class Shown: Sendable {
        let run = Mutex<IndexRun?>(nil)
        let since = ContinuousClock.now

        func show() {
            guard let counts = run.withLock({ $0 })?.counts else { return }
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
        shown.run.withLock { $0 = run }
        if run == nil { Output.error.progress("") }
    }
}
