import Indexing

extension IndexError {
    /// Why an index cannot be used, and which option helps.
    var advice: String {
        guard case .busy = self else { return description }
        return "\(description), or let this one wait: --wait=SECONDS"
    }
}

/// Tells why an index cannot be used.
///
/// That another run has it is no news for a mail: the next run comes by itself.
func reportUnusable(_ path: [UInt8], _ error: IndexError, verbose: Bool) {
    if case .busy = error, !verbose && !Output.error.isTerminal { return }
    report("cannot use index", path, error.advice)
}
