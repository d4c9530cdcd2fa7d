import AsyncLoop
import Dispatch
import Indexing
import Listing

/// What the roots of all stores on the network have in common.
extension IndexCommand {
    /// Begins the run of a root that was found, and walks it.
    ///
    /// - Parameters:
    ///   - path: The root's path in the index.
    ///   - top: The folder that it begins with, where folders keep a number for ever. Default: they do not.
    ///   - rules: The rules of its run.
    ///   - source: Where its items come from.
    ///   - index: Takes what is found.
    ///   - queue: The index's.
    ///   - reply: Called exactly once, with how it ended.
    func walk(
        _ path: [UInt8],
        top: LastingFolder? = nil,
        _ rules: RunRules,
        _ source: RootSource,
        into index: IndexFile,
        on queue: DispatchQueue,
        reply: Reply<RootEnd>
    ) {
        let run: IndexRun
        do throws(IndexError) {
            run = try index.beginRun(of: path, top: top, rules: rules, readers: budget.readers, stop: stop)
        } catch {
            return reply(indexFailed(error))
        }
        walk(path, run, source, place: index.place, on: queue, reply: reply)
    }

    /// Notes and tells that a root is not there, or nothing is told of it.
    func cannotFind(_ root: [UInt8], _ error: ListingError, _ index: IndexFile) -> RootEnd {
        if let code = signals.exitCode { return RootEnd(exitCode: code) }
        if error.meaning == .stopped {
            // The time was up, or Box asks to come again much later: nothing is known of the root.
            if timeLimit?.isUp != true { report("cannot read root", root, error.reason) }
            return RootEnd(exitCode: timeLimit?.isUp == true ? .complete : .problems)
        }
        let code = error.meaning == .refused ? ExitCode.loginRefused : .rootUnreadable
        var isKnown = false
        do throws(IndexError) {
            let path = vanishedRootPath(root) ?? root
            isKnown = try index.noteUnreadable(path, rules: rules, error: error, exitCode: code.rawValue)
        } catch {
            return indexFailed(error)
        }
        if !isKnown || tellsAll { report("cannot read root", root, error.reason) }
        return RootEnd(exitCode: code)
    }
}
