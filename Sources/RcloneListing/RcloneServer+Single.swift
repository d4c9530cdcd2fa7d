import AsyncLoop
import Dispatch
import Glibc
import Listing
import Synchronization

/// An rclone that cannot serve: one process lists one folder.
extension RcloneServer {
    /// What one process wrote.
    private final class Said: Sendable {
        struct State {
            var output: [UInt8] = []
            var isTooLarge = false
            var isLate = false
            var lines = RcloneLines()
            var complaint: String?
            var last = ""
        }

        let state = Mutex(State())
    }

    /// Lists a folder by a process of its own; everything else cannot be asked.
    func listOnce(_ job: RcloneJob, _ state: inout State) {
        guard case .list(let remote, let folder, let hash) = job.question else {
            let words = "rclone cannot be asked this way: it does not serve"
            return job.end(.failure(ListingError(call: job.call, code: ListingError.failedCode, words: words)))
        }
        state.lastNumber += 1
        let number = state.lastNumber
        state.underWay[number] = UnderWay(folder: folder)
        var arguments = ["lsjson", "--ask-password=false", "--use-server-modtime", "--no-mimetype"]
        if let hash { arguments += ["--hash-type", hash, "--hash"] }
        let said = Said()
        let process = ChildProcess(
            ChildProcess.Program(
                path: program,
                arguments: (arguments + ["--"]).map { Array($0.utf8) } + [Self.place(remote, folder)],
                environment: environment.entries,
                isRead: true
            ),
            events: ChildProcess.Events(
                output: { part in
                    said.state.withLock { said in
                        if said.output.count + part.count > Self.largestAnswer { said.isTooLarge = true }
                        if !said.isTooLarge { said.output += part }
                    }
                },
                errors: { part in self.read(part, said) },
                ended: { end in
                    self.read([], said)
                    self.state.async { state in
                        state.underWay[number] = nil
                        state.singles[number] = nil
                        job.end(self.result(end, said, job))
                    }
                }
            )
        )
        state.singles[number] = process
        if patience > 0 {
            self.state.async(after: .milliseconds(patience)) { state in
                guard let process = state.singles[number] else { return }
                said.state.withLock { $0.isLate = true }
                process.send(SIGKILL)
            }
        }
    }

    /// The path of a folder as it is written on a command line.
    static func place(_ remote: [UInt8], _ folder: [UInt8]) -> [UInt8] {
        if folder.isEmpty { return remote }
        let separator = remote.last.map { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") } ?? true
        return remote + (separator ? [] : [UInt8(ascii: "/")]) + folder
    }

    private func read(_ part: [UInt8], _ said: Said) {
        let lines = said.state.withLock { $0.lines.take(part) }
        for line in lines {
            let line = RcloneLine(line)
            let isError = line.isError || line.isComplaint
            if !isError && said.state.withLock({ !$0.last.isEmpty }) { continue }
            let words = words(line.message)
            said.state.withLock { said in
                if isError || said.last.isEmpty { said.last = words }
                if line.isComplaint && said.complaint == nil { said.complaint = words }
            }
        }
    }

    private func result(_ end: ChildProcess.End, _ said: Said, _ job: RcloneJob) -> Result<RcloneAnswer, ListingError> {
        let said = said.state.withLock { said in
            defer { said = Said.State() }
            return said
        }
        let failure = { (code: Int32, words: String?) -> Result<RcloneAnswer, ListingError> in
            .failure(ListingError(call: job.call, code: code, words: words))
        }
        if stop.isStopped { return .failure(Self.stopped) }
        if said.isLate { return failure(ListingError.stalledCode, nil) }
        switch end {
        case .exited(0):
            if said.isTooLarge { return failure(ListingError.failedCode, "rclone: the answer is too large") }
            return .success(RcloneAnswer(body: said.output, complaint: said.complaint))
        case .exited(let code):
            // 3: the folder is not there, see <https://rclone.org/docs/#exit-code>.
            let words = said.last.isEmpty ? "rclone: exit code \(code)" : said.last
            return failure(code == 3 ? ListingError.missingCode : ListingError.code(ofRclone: words), words)
        case .signalled(let signal): return failure(ListingError.failedCode, "rclone: ended by signal \(signal)")
        case .notStarted(let code):
            return failure(ListingError.failedCode, "rclone cannot be started: \(systemReason(code))")
        }
    }
}
