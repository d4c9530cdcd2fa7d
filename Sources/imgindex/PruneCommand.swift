import Indexing

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
