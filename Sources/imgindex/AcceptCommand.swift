import Indexing
import Listing

/// `imgindex accept`: a person says that what is held is gone.
struct AcceptCommand {
    private let options: AcceptOptions
    private let change: IndexChange

    init(_ options: AcceptOptions) throws(UsageError) {
        self.options = options
        change = try IndexChange(options.indexFile, wait: options.wait, for: .accept)
    }

    func run() -> ExitCode {
        change.run { index throws(IndexError) in
            let roots = options.roots.isEmpty ? try index.rootPaths() : options.roots.map(spelling)
            var code = ExitCode.complete
            for root in roots {
                if let accepted = try index.accept(root) {
                    show(root, accepted)
                } else {
                    let why = "the index does not know it; this shows its roots: \(change.place.advice(.status))"
                    report("cannot accept root", root, safe: why)
                    code = .rootUnreadable
                }
            }
            return code
        }
    }

    /// The one spelling of a root, whether it is there or not, or on a mount that does not answer.
    private func spelling(_ root: [UInt8]) -> [UInt8] {
        switch Indexing.spelling(of: root, Watch(seconds: IndexCommand.standardPatience)) {
        case .success(let path): path
        case .failure(let error): vanishedRootPath(root, readsLinks: error.meaning != .stalled) ?? root
        }
    }

    private func show(_ root: [UInt8], _ accepted: IndexFile.Accepted) {
        var line = "\(terminalText(root)): \(accepted.missing) images are missing now"
        if accepted.held > 0 { line += ", \(accepted.held) stay held: no complete listing proves them absent" }
        if accepted.folders > 0 {
            line += "; the next run takes what is there in \(accepted.folders) folders that were offline"
        }
        Output.standard.line(line)
    }
}
