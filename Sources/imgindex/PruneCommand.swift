import Indexing

/// What `imgindex prune` was told.
struct PruneOptions: Equatable {
    /// For more than how many days what goes has been missing.
    var days: Int
    /// Whether only to print what would go.
    var isDry = false
    /// The file given with `--index`, not empty.
    var indexFile: [UInt8]?
    /// How many seconds to wait for another run to end.
    var wait = 0
    /// Whether to say that another run has the index.
    var verbose = false
}

/// `imgindex prune`: removes the rows of what has long been missing.
struct PruneCommand {
    private let options: PruneOptions
    private let indexPath: [UInt8]

    init(_ options: PruneOptions) throws(UsageError) {
        self.options = options
        indexPath = try IndexLocation(
            option: options.indexFile,
            for: .prune,
            environment: ProcessInput.environment
        ).file
    }

    func run() -> ExitCode {
        do throws(IndexError) {
            let index = try openIndex(indexPath, wait: options.wait)
            defer { index.close() }
            let show: ((String, [UInt8]) -> Void)? =
                options.isDry ? { Output.standard.line("\($0) \(terminalText($1))") } : nil
            let pruned = try index.prune(olderThan: options.days, isDry: options.isDry, each: show)
            let verb = options.isDry ? "would be removed" : "removed"
            Output.standard.line("\(pruned.images) images and \(pruned.folders) folders \(verb)")
            return .complete
        } catch {
            reportUnusable(indexPath, error, verbose: options.verbose)
            return error.exitCode
        }
    }
}
