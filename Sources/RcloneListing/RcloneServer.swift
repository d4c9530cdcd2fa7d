public import AsyncLoop
internal import Dispatch
internal import Glibc
internal import HTTPClient
internal import JSON
public import Listing
internal import Synchronization

/// One rclone for all remotes of a run: started when it is first needed, asked over loopback, and ended with the run.
///
/// What it does when is decided by ``RcloneLife``; all state is on one serial queue. A password of 32 random bytes is in
/// its environment only. It dies with this process, whatever that dies of.
public final class RcloneServer: Sendable {
    /// The largest answer, in bytes: a folder of some hundred thousand items.
    static let largestAnswer = 512 << 20

    struct State {
        var life = RcloneLife()
        var process: ChildProcess?
        /// Counts the processes: what an earlier one says comes too late.
        var generation = 0
        var port = 0
        var lines = RcloneLines()
        /// The last that it said, for when it does not start.
        var lastWords = ""
        var waiting: [RcloneJob] = []
        var underWay: [UInt64: UnderWay] = [:]
        var lastNumber: UInt64 = 0
        var ends: [@Sendable () -> Void] = []
        /// The processes that list one folder each.
        var singles: [UInt64: ChildProcess] = [:]
    }

    struct UnderWay {
        let folder: [UInt8]?
        var complaint: String?
    }

    let program: [UInt8]
    let environment: RcloneEnvironment
    /// How long an answer may take, in milliseconds; 0: for ever.
    let patience: Int
    let stop: LoopStop
    let state = Confined(label: "rclone", State())
    private let http: HTTPClient
    private let password: String

    /// Makes a server; nothing is started yet.
    ///
    /// - Parameters:
    ///   - environment: What rclone is given; it is looked for in its `PATH`.
    ///   - seconds: How long an answer may take; 0: for ever.
    ///   - stop: When thrown, all that waits fails as ``ListingError/Meaning/stopped``.
    /// - Throws: Why there is none: rclone, or what it is asked with, is not installed.
    public init(_ environment: RcloneEnvironment, patience seconds: Int, stop: LoopStop) throws(ListingError) {
        let found = environment.program("rclone") { path in
            withCString(path) { access($0, X_OK) } == 0
        }
        guard let found else {
            let words = "rclone is not on PATH: install it (apt-get install rclone, or https://rclone.org/install/)"
            throw ListingError(call: "rclone", code: ListingError.missingCode, words: words)
        }
        do throws(HTTPFailure) {
            http = try HTTPClient()
        } catch {
            throw ListingError(call: "rclone", code: ListingError.failedCode, words: error.reason)
        }
        program = found
        self.environment = environment
        patience = seconds * 1_000
        self.stop = stop
        var random = SystemRandomNumberGenerator()
        password = (0..<4).map { _ in
            let word = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
            return String(repeating: "0", count: 16 - word.count) + word
        }.joined()
        stop.whenStopped { [weak self] in self?.wake() }
    }

    /// Asks for something.
    func ask(
        _ question: RcloneJob.Question,
        call: StaticString,
        reply: Reply<Result<RcloneAnswer, ListingError>>
    ) {
        let job = RcloneJob(question: question, call: call) { reply($0) }
        state.async { state in
            state.waiting.append(job)
            self.take(.wanted, &state)
            self.pump(&state)
        }
    }

    /// Ends what was started.
    ///
    /// - Parameter completion: Called exactly once, when nothing of it is left.
    public func end(completion: @escaping @Sendable () -> Void) {
        state.async { state in
            state.ends.append(completion)
            for process in state.singles.values { process.send(SIGKILL) }
            self.take(.unwanted, &state)
        }
    }

    /// Takes what happened and does what is to be done.
    func take(_ event: RcloneLife.Event, _ state: inout State) {
        for action in state.life.take(event) {
            switch action {
            case .start: start(&state)
            case .greet: greet(state)
            case .send: pump(&state)
            case .fail(let why): giveUp(&state, Self.error(why, state.lastWords))
            case .quit: quit(state)
            case .terminate: state.process?.send(SIGTERM)
            case .kill: state.process?.send(SIGKILL)
            case .setTimer(let number, let milliseconds):
                self.state.async(after: .milliseconds(milliseconds)) { self.take(.timeUp(number), &$0) }
            case .tellEnd:
                let ends = state.ends
                state.ends = []
                for end in ends { end() }
            }
        }
    }

    private func start(_ state: inout State) {
        state.generation += 1
        state.lines = RcloneLines()
        let generation = state.generation
        let arguments = [
            "rcd", "--rc-addr", "127.0.0.1:0", "--ask-password=false", "--use-server-modtime", "--use-json-log",
        ]
        let login = ["RCLONE_RC_USER=imgindex", "RCLONE_RC_PASS=\(password)"]
        state.process = ChildProcess(
            ChildProcess.Program(
                path: program,
                arguments: arguments.map { Array($0.utf8) },
                environment: environment.entries + login.map { Array($0.utf8) },
                isRead: false
            ),
            events: ChildProcess.Events(
                errors: { part in
                    self.state.async { if $0.generation == generation { self.read(part, &$0) } }
                },
                ended: { end in
                    self.state.async { state in
                        guard state.generation == generation else { return }
                        self.read([], &state)
                        state.process = nil
                        if case .notStarted(let code) = end { self.take(.notStarted(code), &state) }
                        self.take(.exited, &state)
                    }
                }
            )
        )
    }

    /// Takes what it wrote to its standard error.
    private func read(_ part: [UInt8], _ state: inout State) {
        for line in state.lines.take(part) {
            if state.life.state == .starting, let port = RcloneLine.port(in: line) {
                state.port = port
                take(.said, &state)
                continue
            }
            let line = RcloneLine(line)
            if state.life.state == .starting { state.lastWords = words(line.message) }
            guard line.isComplaint else { continue }
            for (number, underWay) in state.underWay where underWay.complaint == nil {
                if let folder = underWay.folder, line.concerns(folder) {
                    state.underWay[number]?.complaint = words(line.message)
                }
            }
        }
    }

    /// Words without what is nobody's business.
    func words(_ text: String) -> String {
        text.contains(password) ? "rclone" : rcloneWords(text)
    }

    private func request(_ command: String, _ body: [UInt8], _ state: State) -> HTTPRequest {
        var request = HTTPRequest("http://127.0.0.1:\(state.port)/\(command)")
        request.isPlain = true
        request.userPassword = "imgindex:\(password)"
        request.headers = ["Content-Type: application/json"]
        request.body = body
        request.largestAnswer = Self.largestAnswer
        return request
    }

    private func greet(_ state: State) {
        var request = request("core/version", RcloneObject().bytes, state)
        request.patience = RcloneLife.startTime / 2
        let generation = state.generation
        http.send(
            request,
            reply: Reply { answer in
                let version = (try? answer.get()).flatMap { $0.status == 200 ? RcloneVersion($0.body) : nil }
                self.state.async { if $0.generation == generation { self.take(.greeted(version), &$0) } }
            }
        )
    }

    private func quit(_ state: State) {
        var request = request("core/quit", RcloneObject().bytes, state)
        request.patience = RcloneLife.endTime
        http.send(request, reply: Reply { _ in })
    }

    /// Looks anew at what is to be done.
    private func wake() {
        state.async { self.pump(&$0) }
    }

    /// Sends what may be sent.
    private func pump(_ state: inout State) {
        if stop.isStopped { return giveUp(&state, Self.stopped) }
        switch state.life.state {
        case .serving:
            let jobs = state.waiting
            state.waiting = []
            for job in jobs { send(job, &state) }
        case .single:
            let jobs = state.waiting
            state.waiting = []
            for job in jobs { listOnce(job, &state) }
        case .ending, .ended:
            return giveUp(&state, state.life.refusal.map { Self.error($0, state.lastWords) } ?? Self.stopped)
        case .unused, .starting, .greeting: break
        }
    }

    private func send(_ job: RcloneJob, _ state: inout State) {
        state.lastNumber += 1
        let number = state.lastNumber
        state.underWay[number] = UnderWay(folder: job.folder)
        var request = request(job.command, job.body, state)
        request.patience = patience
        http.send(
            request,
            reply: Reply { answer in
                self.state.async { state in
                    // What it said of this call was written before the answer, and may not be read yet.
                    let end: @Sendable () -> Void = {
                        self.state.async { state in
                            let complaint = state.underWay.removeValue(forKey: number)?.complaint
                            self.end(job, answer, complaint, &state)
                        }
                    }
                    if let process = state.process { process.whenRead(end) } else { end() }
                }
            }
        )
    }

    private func end(
        _ job: RcloneJob,
        _ answer: Result<HTTPAnswer, HTTPFailure>,
        _ complaint: String?,
        _ state: inout State
    ) {
        switch answer {
        case .success(let answer) where answer.status == 200:
            job.end(.success(RcloneAnswer(body: answer.body, complaint: complaint)))
        case .success(let answer):
            let said = JSONValue.read(answer.body) { $0["error"]?.string } ?? "HTTP \(answer.status)"
            let code = answer.status == 404 ? ListingError.missingCode : ListingError.code(ofRclone: said)
            job.end(.failure(ListingError(call: job.call, code: code, words: words(said))))
        case .failure(let failure):
            if stop.isStopped { return job.end(.failure(Self.stopped)) }
            if failure.kind == .connection && job.attempts < RcloneLife.mostRestarts { return again(job) }
            let code = failure.kind == .timeout ? ListingError.stalledCode : ListingError.failedCode
            let words = failure.kind == .timeout ? nil : "rclone: \(failure.reason)"
            job.end(.failure(ListingError(call: job.call, code: code, words: words)))
        }
    }

    /// Asks once more what the end of the process may have been in the way of, when that had time to be noticed.
    private func again(_ job: RcloneJob) {
        var job = job
        job.attempts += 1
        state.async(after: .milliseconds(300)) { [job] state in
            state.waiting.append(job)
            self.pump(&state)
        }
    }

    private func giveUp(_ state: inout State, _ error: ListingError) {
        let jobs = state.waiting
        state.waiting = []
        if !state.underWay.isEmpty { http.cancelAll() }
        for process in state.singles.values { process.send(SIGKILL) }
        for job in jobs { job.end(.failure(error)) }
    }

    static let stopped = ListingError(call: "rclone", code: ListingError.stoppedCode, words: "the run was stopped")

    static func error(_ why: RcloneLife.Why, _ lastWords: String) -> ListingError {
        let said = lastWords.isEmpty ? "" : "; it said: \(lastWords)"
        let words =
            switch why {
            case .notStarted(let code): "rclone cannot be started: \(systemReason(code))"
            case .silent: "rclone does not begin to serve in time\(said)"
            case .tooOld(let version): "rclone \(version) is too old: \(RcloneVersion.oldest.text) or newer is needed"
            case .crashed: "rclone ended while it was asked, and the one in its place too\(said)"
            }
        return ListingError(call: "rclone", code: ListingError.failedCode, words: words)
    }
}
