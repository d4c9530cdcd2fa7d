import AsyncLoop
import BoxListing
import Classifying
import Dispatch
import Excluding
import Indexing
import Listing
import RcloneListing
import Walking

/// `imgindex index`: runs each root after the other.
///
/// The roots are the first loop: a transform a root, width 1, which replies with
/// how its run ended; the loop's completion ends the command.
final class IndexCommand: Sendable {
    let options: IndexOptions
    let place: IndexLocation
    let rules: RunRules
    private let classifier: NameClassifier
    private let excludes: ExcludeRules
    let budget: DescriptorBudget
    private let lanes: Lanes
    /// Gives calls up that do not come back; nil: they are waited for.
    let watch: Watch?
    let stop = LoopStop()
    let signals: StopSignals
    let timeLimit: TimeLimit?
    private let ticker: ProgressTicker?
    /// How to talk to Box; nil: no root is there.
    private let box: BoxConnection?
    /// How to talk to rclone.
    let rclone: RcloneConnection

    /// How the run of one root ended.
    struct RootEnd: Sendable {
        let exitCode: ExitCode
        /// The run's row of the view `runs`; empty if there was no run.
        var columns: [Column] = []
    }

    /// Makes the command.
    ///
    /// - Parameters:
    ///   - options: What the user wants.
    ///   - place: Where the index is, as it is called in messages.
    ///   - extensions: What makes a file an image.
    ///   - excludes: What keeps items out of every root.
    ///   - budget: How many descriptors there are, and so how many lanes.
    ///   - box: How to talk to Box; nil: no root is there.
    ///   - rclone: How to talk to rclone.
    init(
        _ options: IndexOptions,
        place: IndexLocation,
        extensions: ExtensionSet,
        excludes: ExcludeRules,
        budget: DescriptorBudget,
        box: BoxConnection?,
        rclone: RcloneConnection
    ) {
        self.box = box
        self.rclone = rclone
        self.excludes = excludes
        self.options = options
        self.place = place
        classifier = NameClassifier(extensions)
        self.budget = budget
        lanes = Lanes(width: budget.width)
        let patience = options.stall ?? Self.standardPatience
        watch = patience == 0 ? nil : Watch(seconds: patience, most: budget.stalls)
        signals = StopSignals(stop: stop)
        timeLimit = options.maxTime.map(TimeLimit.init)
        ticker = Output.error.isTerminal && !options.quiet && !options.trace ? ProgressTicker() : nil
        rules = RunRules(
            extensions: classifier.extensions.map { .init(text: $0.text, format: $0.format?.name) },
            extensionText: extensions.text,
            defaultExcludes: options.defaultExcludes,
            excludeText: excludes.text,
            width: budget.width,
            version: versionNumber,
            hold: options.hold,
            look: options.look,
            oneFileSystem: options.oneFileSystem
        )
    }

    /// After how many seconds a call on a mount that can hang is given up when nobody says.
    static let standardPatience = 60

    /// Whether a person looks on: everything is told as it is met, and not only what is new.
    var tellsAll: Bool { options.verbose || (Output.error.isTerminal && !options.quiet) }

    /// The number of lanes when nobody says: some more than processors, as lanes wait for the disk.
    static var standardWidth: Int { max(2, min(16, 2 * ProcessInput.processors)) }

    /// Runs all roots.
    ///
    /// - Parameters:
    ///   - index: The index, given away.
    ///   - completion: Called exactly once, with what to exit with.
    func run(into index: sending IndexFile, completion: @escaping @Sendable (ExitCode) -> Void) {
        if let width = options.width, budget.width < width && !options.quiet {
            let why = "this process may open too few files at once for width \(width) (ulimit -n)"
            report("walking with width \(budget.width)", options.roots[0], why)
        }
        // With a time limit the first of several roots would take all of it each time.
        let roots = options.maxTime == nil ? options.roots : index.stalestFirst(options.roots, watch: watch)
        let index = Confined(label: "index", index)
        transformEach(roots, width: 1, on: Lanes(width: 1, label: "roots"), stop: stop) { root, reply in
            if let box = self.box, let name = RemoteRoot(root).flatMap(BoxRootName.init) {
                return self.runBox(root, name, box, into: index, reply: reply)
            }
            if let name = RemoteRoot(root).flatMap(RcloneRootName.init) {
                return self.runRclone(root, name, into: index, reply: reply)
            }
            index.async { self.run(root, into: $0, on: index.queue, reply: reply) }
        } completion: { outcomes in
            let ends = outcomes.compactMap(\.value)
            if self.options.json { Output.standard.line(runsJSON(ends.map(\.columns).filter { !$0.isEmpty })) }
            let signal = self.signals.exitCode
            let codes = [signal].compactMap { $0 } + ends.map(\.exitCode)
            index.async { index in
                index.close()
                self.rclone.end {
                    // Up to here a second signal has to find somebody who watches.
                    withExtendedLifetime(self) {}
                    completion(.worst(of: codes))
                }
            }
        }
    }

    private func run(_ root: [UInt8], into index: IndexFile, on queue: DispatchQueue, reply: Reply<RootEnd>) {
        do throws(RootError) {
            let path = try attempt(root, index, "realpath") { () throws(ListingError) in try rootPath(root) }
            let (openFolders, staysOnVolume) = (budget.openFolders, options.oneFileSystem)
            let lister = try attempt(path, index, "openat") { () throws(ListingError) in
                try LocalFolderLister(root: path, openFolders: openFolders, staysOnVolume: staysOnVolume)
            }
            let run: IndexRun
            do throws(IndexError) {
                run = try index.beginRun(of: path, rules: rules, readers: budget.readers, stop: stop, watch: watch)
            } catch {
                throw .index(error)
            }
            let source = RootSource(
                lister: watched(lister, path),
                lanes: lanes,
                replacement: { self.rootReplacement(lister) },
                refusal: { nil },
                stop: stop
            )
            walk(path, run, source, place: index.place, on: queue, reply: reply)
        } catch {
            switch error {
            case .unreadable: reply(RootEnd(exitCode: .rootUnreadable))
            case .index(let error): reply(indexFailed(error))
            }
        }
    }

    /// Why a root's run could not begin.
    private enum RootError: Error {
        case unreadable
        case index(IndexError)
    }

    /// Does what needs the root; if the root cannot be read, reports and notes it.
    private func attempt<Found: Sendable>(
        _ root: [UInt8],
        _ index: IndexFile,
        _ call: StaticString,
        _ body: @escaping @Sendable () throws(ListingError) -> Found
    ) throws(RootError) -> Found {
        let failure: ListingError
        do throws(ListingError) { return try watched(call, body) } catch { failure = error }
        var isKnown = false
        var noteFailure: IndexError?
        // A link on a mount that hangs cannot be read either.
        if let path = vanishedRootPath(root, readsLinks: failure.meaning != .stalled) {
            do throws(IndexError) {
                let code = ExitCode.rootUnreadable.rawValue
                isKnown = try index.noteUnreadable(path, rules: rules, error: failure, exitCode: code)
            } catch {
                noteFailure = error
            }
        }
        if !isKnown || tellsAll { report("cannot read root", root, failure.reason) }
        if let noteFailure { throw .index(noteFailure) }
        throw .unreadable
    }

    /// Makes a call that may not come back.
    func watched<Found: Sendable>(
        _ call: StaticString,
        _ body: @escaping @Sendable () throws(ListingError) -> Found
    ) throws(ListingError) -> Found {
        guard let watch else { return try body() }
        return try watch.run(call) { Result { () throws(ListingError) in try body() } }.get()
    }

    /// The lister, watched where something is mounted that can hang.
    private func watched(_ lister: LocalFolderLister, _ root: [UInt8]) -> any FolderLister {
        guard let watch else { return lister }
        let mounts = MountTree(root: root)
        let watchesAll = options.stall != nil
        if !watchesAll && !mounts.canHang { return lister }
        return WatchedLister(lister, watch: watch, mounts: mounts, watchesAll: watchesAll)
    }

    /// Walks a root and ends its run.
    func walk(
        _ root: [UInt8],
        _ run: IndexRun,
        _ source: RootSource,
        place: IndexFile.Place,
        on queue: DispatchQueue,
        reply: Reply<RootEnd>
    ) {
        let started = ContinuousClock.now
        let observer = RunObserver(
            traces: options.trace,
            problems: tellsAll ? (options.verbose ? .all : .some) : .none,
            warns: tellsAll
        )
        let done = run.goesOn && options.maxTime == nil ? DoneFolders() : nil
        let visitor = IndexingVisitor(
            run: run,
            classifier: classifier,
            place: place,
            observer: observer,
            lister: source.lister,
            done: done
        )
        ticker?.show(run)
        let walker = Walker(lister: source.lister, lanes: source.lanes, stop: source.stop, visitor: visitor)
        let top = WalkedFolder(run.folder, rules: excludes)
        TreeWalk(run: run, top: top, walker: walker, done: done, stop: source.stop).start(on: queue) { end in
            let replacement = place.replacement()
            let end = replacement.map(RunEnd.init) ?? self.runEnd(end, run, source)
            run.end(end, on: queue) { result in
                self.ticker?.show(nil)
                switch result {
                case .failure(let error):
                    reply(self.indexFailed(place.replacement() ?? error))
                case .success(let report):
                    if let replacement { return reply(self.indexFailed(replacement)) }
                    self.tellDistrust(run, root)
                    var isOffline = false
                    if case .otherVolume = run.whyLeft { isOffline = true }
                    self.tell(report.news, of: root, end, isOffline: isOffline)
                    self.summarize(root, report, end, observer, elapsed: started.duration(to: .now))
                    reply(
                        RootEnd(
                            exitCode: ExitCode(rawValue: report.exitCode) ?? .internalError,
                            columns: report.columns
                        )
                    )
                }
            }
        }
    }
}
