import Indexing

/// `imgindex status`: the roots, their last runs and the problems, in a few lines.
struct StatusCommand {
    /// How many problems are shown; the view `problems` has all of them.
    private static let problemsShown: Int64 = 10

    private let options: StatusOptions
    private let place: IndexLocation

    init(_ options: StatusOptions) throws(UsageError) {
        self.options = options
        place = try IndexLocation(option: options.indexFile, for: .status, environment: ProcessInput.environment)
    }

    func run() -> ExitCode {
        do throws(IndexError) {
            let limit = options.json ? 0 : Self.problemsShown
            // Nothing is printed in there: it may be called twice.
            let (roots, problems, count) = try IndexReader.look(into: place.file) { index throws(IndexError) in
                (try index.roots(), try index.problems(limit: limit), limit == 0 ? 0 : try index.problemCount())
            }
            if options.json {
                Output.standard.line(runsJSON(roots.map(\.lastRun).filter { !$0.isEmpty }))
                return .complete
            }
            Output.standard.line("Index \(terminalText(place.file))")
            for root in roots { show(root) }
            if roots.isEmpty { Output.standard.line("No roots yet; this adds one: \(place.advice(.index)) ROOT") }
            show(problems, of: count, in: roots.map(\.path))
            return .complete
        } catch {
            report("cannot read index", place.file, error.description)
            return error.exitCode
        }
    }

    private func show(_ root: IndexReader.Root) {
        Output.standard.line("")
        let inside = root.outer.map { " (inside \(terminalText($0)))" } ?? ""
        Output.standard.line("Root \(terminalText(root.path))\(inside)")
        Output.standard.line("  \(root.images) images, \(byteCount(root.bytes))")
        if root.lastRun.isEmpty {
            Output.standard.line("  no run has ended yet")
        } else {
            let run = LastRun(root.lastRun)
            Output.standard.line("  last run \(run["id"]): \(run["state"]), ended \(run["ended"]), \(run["seconds"]) s")
            let counts = [
                "added", "changed", "touched", "moved", "missing", "held", "returned", "excluded", "unchanged",
                "errors",
            ]
            let shown = counts.filter { run[$0] != "0" || $0 == "unchanged" || $0 == "errors" }
            let folders = "\(run["folders_listed"]) folders listed"
            Output.standard.line("  " + ([folders] + shown.map { "\(run[$0]) \($0)" }).joined(separator: ", "))
            if run["error"] != "" { Output.standard.line("  \(run["error"])") }
        }
        if root.heldImages > 0 {
            Output.standard.line(
                "  \(root.heldImages) images are held; if they are really gone, this calls them missing: "
                    + place.advice(.accept, root.path)
            )
        }
        if let oldest = root.oldest { show(oldest) }
        if root.unendedRuns > 0 {
            Output.standard.line("  \(root.unendedRuns) later runs did not end: under way or killed")
        }
    }

    private func show(_ oldest: IndexReader.Root.Oldest) {
        let path = terminalText(oldest.path)
        let when = oldest.run.map { "listed last in run \($0), \(oldest.started ?? "")" } ?? "not listed yet"
        Output.standard.line("  oldest folder: \(path): \(when)")
    }

    private func show(_ problems: [IndexReader.Problem], of count: Int64, in roots: [[UInt8]]) {
        if count == 0 { return }
        Output.standard.line("")
        Output.standard.line(count == 1 ? "1 problem" : "\(count) problems")
        for problem in problems {
            let since = "since run \(problem.sinceRun)"
            let reason = terminalText(problem.problem.utf8)
            Output.standard.line("  \(problem.what) \(terminalText(problem.path)): \(reason) (\(since))")
        }
        if count > Self.problemsShown {
            Output.standard.line("  ... all of them: sqlite3 \(shellWord(place.absoluteFile)) 'SELECT * FROM problems'")
        }
        showRemedies(problems, roots)
    }
}

extension StatusCommand {
    /// What a person does about folders that are offline, once for each root that has some.
    private func showRemedies(_ problems: [IndexReader.Problem], _ roots: [[UInt8]]) {
        let slash = UInt8(ascii: "/")
        var shown: Set<[UInt8]> = []
        for problem in problems where problem.isOffline {
            let path = problem.path + [slash]
            // The innermost: `accept` takes all that is below.
            let root = roots.filter { path.starts(with: $0.last == slash ? $0 : $0 + [slash]) }.max {
                $0.count < $1.count
            }
            guard let root, shown.insert(root).inserted else { continue }
            Output.standard.line("  to take the volumes that are there now: \(place.advice(.accept, root))")
        }
    }
}

/// A run's row by the names of its columns, as text.
private struct LastRun {
    private let columns: [Column]

    init(_ columns: [Column]) {
        self.columns = columns
    }

    subscript(name: String) -> String {
        switch columns.first(where: { $0.name == name })?.content {
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .bytes(let bytes): terminalText(bytes)
        case .null, nil: ""
        }
    }
}

/// A number of bytes for people, in powers of 1,024: `1.4 GiB`.
func byteCount(_ bytes: Int64) -> String {
    var tenths = bytes
    for unit in ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] {
        if unit == "bytes" {
            if bytes < 1024 { return "\(bytes) bytes" }
            tenths = bytes / 1024 * 10 + bytes % 1024 * 10 / 1024
        } else if tenths < 10_240 || unit == "PiB" {
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        } else {
            tenths /= 1024
        }
    }
    return "\(bytes) bytes"
}
