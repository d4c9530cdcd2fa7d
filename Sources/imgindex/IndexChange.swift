import Indexing

/// What changes an index without a walk, because a person asked for it: `accept` and `prune`.
struct IndexChange {
    /// Where the index is.
    let place: IndexLocation
    private let wait: Int

    /// - Parameters:
    ///   - file: What `--index` says.
    ///   - wait: How many seconds to wait for a run to end; a signal ends the process.
    ///   - command: Who asks.
    /// - Throws: What is wrong with the options.
    init(_ file: [UInt8]?, wait: Int, for command: Command) throws(UsageError) {
        place = try IndexLocation(option: file, for: command, environment: ProcessInput.environment)
        self.wait = wait
    }

    /// Opens the index, changes it and closes it; tells why if it cannot be used.
    func run(_ change: (IndexFile) throws(IndexError) -> ExitCode) -> ExitCode {
        do throws(IndexError) {
            // An index that is not there has nothing to change, and is not to be made by a typing error. Reads nothing
            // else.
            _ = try IndexReader(place.file)
            let index = try IndexFile(place.file, patience: .seconds(wait))
            defer { index.close() }
            return try change(index)
        } catch {
            // Also where nobody looks on: unlike a run of every night, this will not come again by itself.
            report("cannot use index", place.file, error.advice)
            return error.exitCode
        }
    }
}
