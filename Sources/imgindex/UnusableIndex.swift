import Indexing

/// Tells why an index cannot be used.
///
/// That another run has it is no news for a mail: the next run comes by itself.
func reportUnusable(_ path: [UInt8], _ error: IndexError, verbose: Bool) {
    if case .busy = error, !verbose && !Output.error.isTerminal { return }
    report("cannot use index", path, error.description)
}

/// Opens an index that is there, for a command that changes it without a walk.
///
/// - Parameters:
///   - path: The file. It is not made.
///   - wait: How many seconds to wait for a run to end; a signal ends the process.
/// - Returns: The index, locked.
/// - Throws: Why it cannot be used.
func openIndex(_ path: [UInt8], wait: Int) throws(IndexError) -> IndexFile {
    // An index that is not there has nothing to change, and is not to be made by a typing error. Reads nothing else.
    _ = try IndexReader(path)
    return try IndexFile(path, patience: .seconds(wait))
}
