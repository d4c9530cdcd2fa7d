import AsyncLoop
import Indexing
import Listing
import Walking

extension IndexCommand {
    /// How the run of a root ended.
    ///
    /// - Parameters:
    ///   - end: How the walk of its top folder did.
    ///   - run: The run.
    ///   - source: Where its items came from.
    /// - Returns: State, exit code, and why it failed or is not to be trusted as a whole.
    func runEnd(_ end: FolderEnd, _ run: IndexRun, _ source: RootSource) -> RunEnd {
        let counts = run.counts
        if let refusal = source.refusal(), signals.exitCode == nil, !end.isFinished {
            let isLogin = refusal.meaning == .refused
            let code = isLogin ? ExitCode.loginRefused : .problems
            return RunEnd(state: .interrupted, exitCode: code.rawValue, error: refusal.description)
        }
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
        if end.status == .left {
            return RunEnd(state: .failed, exitCode: ExitCode.rootUnreadable.rawValue, error: whyLeft(run))
        }
        if let why = source.replacement() {
            let error = "the root was removed or replaced while it was walked: \(why)"
            return RunEnd(
                state: .partial,
                exitCode: ExitCode.problems.rawValue,
                exitCodeIfHeld: ExitCode.held.rawValue,
                error: error
            )
        }
        return counts.errors == 0
            ? RunEnd(state: .complete, exitCode: ExitCode.complete.rawValue, exitCodeIfHeld: ExitCode.held.rawValue)
            : RunEnd(state: .partial, exitCode: ExitCode.problems.rawValue, exitCodeIfHeld: ExitCode.held.rawValue)
    }

    /// Why nothing is taken of a root that was listed, and what to do.
    private func whyLeft(_ run: IndexRun) -> String? {
        switch run.whyLeft {
        case .unknownRules(let why):
            "\(why); what it keeps out is not known, so nothing is taken: mend that file or remove it"
        case .otherVolume(let why): why
        case nil: nil
        }
    }

    /// Tells what no run before told, where nobody looks on.
    func tell(_ news: RunNews, of root: [UInt8], _ end: RunEnd, isOffline: Bool) {
        if end.state == .failed {
            guard let error = end.error, tellsAll || !news.rootWasUnreadable else { return }
            let advice = isOffline ? ": \(place.advice(.accept, root))" : ""
            report("cannot read root", root, safe: terminalText(error.utf8) + advice)
            return
        }
        if end.exitCode == RunEnd.codeOfRefusedLogin {
            guard let error = end.error, tellsAll || !news.rootWasUnreadable else { return }
            report("cannot go on with root", root, error)
        } else if end.state == .interrupted, let error = end.error, timeLimit?.isUp != true {
            report("cannot go on with root", root, error)
        }
        if news.rootWasUnreadable && !options.quiet && end.state != .interrupted {
            report("can read root again", root, safe: "see '\(place.advice(.status))'")
        }
        if news.held > 0 {
            let why =
                "\(news.held) images are absent, and held: look whether a disk is missing; "
                + "if they are really gone: \(place.advice(.accept, root))"
            report("images are held", root, safe: why)
        }
        if tellsAll { return }
        for problem in news.problems { tell(problem, below: root) }
        let further = news.problemCount - Int64(news.problems.count)
        if further > 0 { Output.error.line("imgindex: \(further) further problems: see the view 'problems'") }
        if news.healed > 0 && !options.quiet { report("healed", root, "\(news.healed) problems are no more") }
    }

    private func tell(_ problem: RunNews.Problem, below root: [UInt8]) {
        if problem.what == "line" { return report("ignore file", problem.path, problem.problem) }
        let advice = problem.isOffline ? ": \(place.advice(.accept, root))" : ""
        report("cannot read \(problem.what)", problem.path, safe: terminalText(problem.problem.utf8) + advice)
    }

    /// Why the root that was walked is not what its path leads to now; nil: it is.
    func rootReplacement(_ lister: LocalFolderLister) -> String? {
        do throws(ListingError) {
            return try watched("stat") { () throws(ListingError) in lister.rootReplacement() }
        } catch {
            return error.description
        }
    }

    /// Stops the command and tells why its index cannot be written.
    func indexFailed(_ error: IndexError) -> RootEnd {
        stop.stop()
        report("cannot write index", place.file, error.description)
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
        _ report: RunReport,
        _ end: RunEnd,
        _ observer: RunObserver,
        elapsed: Duration
    ) {
        if observer.problemsNotShown > 0 {
            Output.error.line(
                "imgindex: \(observer.problemsNotShown) further problems: see the view 'problems', or --verbose"
            )
        }
        if end.state == .partial, let error = end.error { imgindex.report("cannot vouch for root", root, error) }
        if options.quiet || options.json { return }
        guard options.verbose || options.trace || Output.standard.isTerminal || report.news.isFirst else { return }
        let counts = report.counts
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
