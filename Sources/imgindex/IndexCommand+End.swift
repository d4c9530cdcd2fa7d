import AsyncLoop
import Indexing
import Listing
import Walking

extension IndexCommand {
    /// How the run of a root ended.
    ///
    /// - Parameters:
    ///   - end: How the walk of its top folder did.
    ///   - counts: What the run counted.
    ///   - lister: Still has the root open.
    /// - Returns: State, exit code, and why it failed or is not to be trusted as a whole.
    func runEnd(_ end: FolderEnd, _ counts: RunCounts, _ lister: LocalFolderLister) -> RunEnd {
        if let limit = timeLimit, limit.isUp, signals.exitCode == nil, stop.isStopped && !end.isFinished {
            let code = counts.errors == 0 ? ExitCode.complete : .problems
            let error = "the time was up after \(limit.seconds) s; the next run goes on where this one stopped"
            return RunEnd(state: .interrupted, exitCode: code.rawValue, error: error)
        }
        if stop.isStopped && !end.isFinished {
            return RunEnd(state: .interrupted, exitCode: (signals.exitCode ?? .interrupted).rawValue)
        }
        if case .failed(let error) = end.status, counts.foldersListed == 0 && counts.imagesSeen == 0 {
            return RunEnd(state: .failed, exitCode: ExitCode.rootUnreadable.rawValue, error: error.description)
        }
        if let why = rootReplacement(lister) {
            let error = "the root was removed or replaced while it was walked: \(why)"
            return RunEnd(state: .partial, exitCode: ExitCode.problems.rawValue, error: error)
        }
        return counts.errors == 0
            ? RunEnd(state: .complete, exitCode: ExitCode.complete.rawValue)
            : RunEnd(state: .partial, exitCode: ExitCode.problems.rawValue)
    }

    private func rootReplacement(_ lister: LocalFolderLister) -> String? {
        do throws(ListingError) {
            return try watched("stat") { () throws(ListingError) in lister.rootReplacement() }
        } catch {
            return error.description
        }
    }

    /// Stops the command and tells why its index cannot be written.
    func indexFailed(_ error: IndexError) -> RootEnd {
        stop.stop()
        report("cannot write index", indexPath, error.description)
        return RootEnd(exitCode: error.exitCode)
    }

    /// Tells a person that `--fast` has no effect where folder times do not tell of changes.
    func tellDistrust(_ run: IndexRun, _ root: [UInt8]) {
        if run.newlyDistrustedVolumes > 0 && options.look != .all {
            let why =
                "a folder changed and its times did not: from now on --fast lists every folder of that file system"
            report("cannot trust folder times", root, why)
        }
    }

    /// Tells a person how the run of a root ended.
    func summarize(
        _ root: [UInt8],
        _ counts: RunCounts,
        _ end: RunEnd,
        _ observer: RunObserver,
        elapsed: Duration
    ) {
        if observer.problemsNotShown > 0 {
            Output.error.line(
                "imgindex: \(observer.problemsNotShown) further problems: see the view 'problems', or --verbose"
            )
        }
        if end.state == .partial, let error = end.error { report("cannot vouch for root", root, error) }
        if options.quiet || options.json { return }
        Output.standard.line(
            SummaryLine(
                root: root,
                interrupted: end.state == .interrupted,
                folders: counts.foldersListed,
                images: counts.imagesSeen,
                added: counts.added,
                changed: counts.changed,
                missing: counts.missing,
                held: counts.held,
                moved: counts.moved,
                returned: counts.returned,
                touched: counts.touched,
                excluded: counts.excluded,
                unchanged: counts.unchanged,
                errors: counts.errors,
                elapsed: elapsed
            ).text
        )
    }
}
