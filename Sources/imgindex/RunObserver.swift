import AsyncLoop
import Excluding
import Listing
import Synchronization
import Walking

/// Tells a person what a walk does: the trace, and the problems as they are met.
final class RunObserver: Sendable {
    /// How many problems are printed without `--verbose`; the index has all of them.
    static let problemsShown = 10

    private let traces: Bool
    private let shown: Int
    private let warns: Bool
    private let problems = Atomic<Int>(0)

    /// Which problems are printed as they are met.
    enum Problems {
        case none, some, all
    }

    /// - Parameters:
    ///   - traces: Whether to print the order of the walk.
    ///   - problems: Which problems to print.
    ///   - warns: Whether to print what is no problem, but looks like a mistake.
    init(traces: Bool, problems: Problems, warns: Bool) {
        self.warns = warns
        self.traces = traces
        switch problems {
        case .none: shown = 0
        case .some: shown = Self.problemsShown
        case .all: shown = .max
        }
    }

    /// How many problems were not printed.
    var problemsNotShown: Int {
        shown == 0 ? 0 : max(0, problems.load(ordering: .relaxed) - shown)
    }

    /// A folder was listed, or could not be, and the tasks of its files have ended.
    func visited(_ visit: FolderVisit) {
        switch visit.listing {
        case .failure(let error):
            if error.meaning != .vanished { problem("cannot list folder", error) { visit.path.bytes } }
        case .success(let listing):
            if case .brokenOff(let error) = listing.end, error.meaning != .vanished {
                problem("cannot list folder to its end", error) { visit.path.bytes }
            }
            for (position, outcome) in visit.replies.enumerated() {
                // Of a listing that stalled that is said once.
                if case .replied(.failed(let error)) = outcome, error.meaning != .vanished,
                    error.meaning != .stalled || listing.end == .complete
                {
                    problem("cannot inspect file", error) { visit.path.bytes(of: listing.items[position].name) }
                }
                if traces { trace(listing.items[position], outcome, in: visit) }
            }
        }
    }

    /// A folder and all below it is finished.
    ///
    /// With width 1 its subfolders were traced in
    /// between, each when it was finished.
    ///
    /// - Parameters:
    ///   - end: How.
    ///   - visit: As it was visited.
    ///   - replies: Those of its items.
    ///   - isUnknown: Whether the rules in force in it could not be read.
    func finished(_ end: FolderEnd, _ visit: FolderVisit, _ replies: [Outcome<ItemReply>], isUnknown: Bool) {
        // Of the root its run tells.
        if end.status == .left && !isUnknown && visit.path.depth > 0 {
            let why = "it is not the volume that it was, or may be a folder that moved here; see the view 'problems'"
            problem("cannot take folder", why) { visit.path.bytes }
        }
        guard traces else { return }
        let path = terminalText(visit.path.bytes)
        Output.standard.line("folder \(isUnknown ? "failed" : end.status.word) \(path)")
        if visit.path.depth > 0 { Output.standard.line("item folder \(path)") }
    }

    /// A file with rules for its folder cannot be read.
    func cannotRead(_ file: String, _ error: ListingError, in folder: TreePath) {
        problem("cannot read ignore file", error) { folder.bytes(of: Array(file.utf8)) }
    }

    /// A line of an ignore file makes no sense: no error, as it keeps nothing out, but worth a word.
    func passedOver(_ line: ExcludeFile.BadLine, in folder: TreePath) {
        guard warns else { return }
        report("line \(line.number) keeps nothing out", folder.bytes(of: ExcludeFile.name), line.problem.why)
    }

    /// Several items have one name, and one of them is indexed.
    func ambiguous(_ name: [UInt8], in folder: TreePath) {
        guard warns else { return }
        report("several items have one name", folder.bytes(of: name), "only the one with the lowest id is indexed")
    }

    /// A folder is not listed because of a rule.
    func skipped(_ path: TreePath) {
        guard traces else { return }
        let path = terminalText(path.bytes)
        Output.standard.line("folder \(FolderEnd.Status.skipped.word) \(path)")
        Output.standard.line("item folder \(path)")
    }

    private func trace(_ item: FolderItem, _ outcome: Outcome<ItemReply>, in visit: FolderVisit) {
        let word: String
        switch outcome {
        case .replied(.kept): word = "image"
        case .replied(.failed): word = "error"
        case .replied(.passed), .replied(.folder): word = "other"
        case .neverStarted: return
        }
        Output.standard.line("item \(word) \(terminalText(visit.path.bytes(of: item.name)))")
    }

    private func problem(_ what: String, _ error: ListingError, at path: () -> [UInt8]) {
        problem(what, error.reason, at: path)
    }

    private func problem(_ what: String, _ why: String, at path: () -> [UInt8]) {
        let number = problems.add(1, ordering: .relaxed).newValue
        if number <= shown { report(what, path(), why) }
    }
}

extension FolderEnd.Status {
    /// The status in a word of the trace.
    var word: String {
        switch self {
        case .listed: "listed"
        case .skipped: "excluded"
        case .unfinished: "unfinished"
        case .left: "offline"
        case .otherVolume: "other-volume"
        case .failed(let error):
            switch error.meaning {
            case .denied: "denied"
            case .vanished: "vanished"
            case .stalled: "stalled"
            case .stopped, .refused: "unfinished"
            case .failed: "failed"
            }
        }
    }
}
