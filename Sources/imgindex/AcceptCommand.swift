import Indexing
import Listing

/// `imgindex accept`: a person says that what is held is gone.
struct AcceptCommand {
    private let options: AcceptOptions
    private let indexPath: [UInt8]

    init(_ options: AcceptOptions) throws(UsageError) {
        self.options = options
        indexPath = try IndexLocation(
            option: options.indexFile,
            for: .accept,
            environment: ProcessInput.environment
        ).file
    }

    func run() -> ExitCode {
        do throws(IndexError) {
            let index = try openIndex(indexPath, wait: options.wait)
            defer { index.close() }
            let roots = options.roots.isEmpty ? try index.rootPaths() : options.roots.map(spelling)
            var code = ExitCode.complete
            for root in roots {
                if let accepted = try index.accept(root) {
                    show(root, accepted)
                } else {
                    report("cannot accept root", root, "the index does not know it; 'imgindex status' shows its roots")
                    code = .rootUnreadable
                }
            }
            return code
        } catch {
            reportUnusable(indexPath, error, verbose: options.verbose)
            return error.exitCode
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
