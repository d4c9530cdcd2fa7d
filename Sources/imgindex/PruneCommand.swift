import Indexing

/// `imgindex prune`: removes the rows of what has long been missing.
struct PruneCommand {
    private let options: PruneOptions
    private let change: IndexChange

    init(_ options: PruneOptions) throws(UsageError) {
        self.options = options
        change = try IndexChange(options.indexFile, wait: options.wait, for: .prune)
    }

    func run() -> ExitCode {
        change.run { index throws(IndexError) in
            let show: ((String, [UInt8]) -> Void)? =
                options.isDry ? { Output.standard.line("\($0) \(terminalText($1))") } : nil
            let pruned = try index.prune(olderThan: options.days, isDry: options.isDry, each: show)
            let verb = options.isDry ? "would be removed" : "removed"
            Output.standard.line("\(pruned.images) images and \(pruned.folders) folders \(verb)")
            return .complete
        }
    }
}
