public import AsyncLoop
internal import Dispatch
public import HTTPClient
public import Listing
internal import Synchronization

/// Sends the requests of one login to Box, as fast as Box allows and as often as it takes.
///
/// All its state is on one serial queue. A pause that Box asks for holds all requests up; a fault of one only that one.
/// When a token is not taken any more one new one is asked for, for all that wait; when that is not taken either, nothing
/// more is sent, and all that waits fails as ``ListingError/Meaning/refused``.
public final class BoxSession: Sendable {
    /// How requests are sent.
    public struct Options: Sendable {
        /// Requests a second; nil: as many as there are.
        ///
        /// Default: 14.
        public var rate: Double? = BoxPacing.standardRate
        /// Requests on their way at once.
        ///
        /// Default: 8.
        public var width = BoxPacing.standardWidth
        /// How long an answer may take, in milliseconds.
        ///
        /// Default: a minute.
        public var patience = 60_000

        /// Makes the standard ones.
        public init() {}
    }

    private let endpoint: BoxEndpoint
    private let login: any BoxLogin
    private let http: HTTPClient
    private let patience: Int
    private let stop: LoopStop
    private let state: Confined<BoxSessionState>
    private let end = Mutex<ListingError?>(nil)

    /// Makes a session; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - endpoint: Where Box is.
    ///   - login: Gets tokens.
    ///   - http: Sends.
    ///   - options: How.
    ///   - stop: When thrown, all that waits fails as ``ListingError/Meaning/stopped``; thrown when Box refuses us.
    public init(endpoint: BoxEndpoint, login: any BoxLogin, http: HTTPClient, options: Options, stop: LoopStop) {
        self.endpoint = endpoint
        self.login = login
        self.http = http
        self.stop = stop
        patience = options.patience
        state = Confined(label: "box", BoxSessionState(rate: options.rate, width: options.width))
        stop.whenStopped { [weak self] in self?.wake() }
    }

    /// Why nothing more is sent; nil as long as it is.
    public var refusal: ListingError? { end.withLock { $0 } }

    /// Asks for something.
    ///
    /// - Parameters:
    ///   - path: The path of the API, and the query.
    ///   - call: What it is called in an error.
    ///   - decode: Reads the answer, on the session's queue; nil if it makes no sense: then it is asked for again.
    ///   - reply: Called exactly once, on the session's queue.
    func get<Found: Sendable>(
        _ path: String,
        call: StaticString,
        decode: @escaping @Sendable ([UInt8]) -> Found?,
        reply: Reply<Result<Found, ListingError>>
    ) {
        let job = BoxJob(path: path, call: call) { result in
            switch result {
            case .failure(let error):
                reply(.failure(error))
                return true
            case .success(let body):
                guard let found = decode(body) else { return false }
                reply(.success(found))
                return true
            }
        }
        state.async { state in
            state.waiting.append(job)
            self.pump(&state)
        }
    }

    /// Sends what may be sent.
    private func pump(_ state: inout BoxSessionState) {
        if let why = refusal ?? (stop.isStopped ? Self.stopped : nil) { return giveUp(&state, why) }
        guard let token = state.token else { return askForToken(&state) }
        while !state.waiting.isEmpty {
            switch state.pacing.next(at: Self.now) {
            case .full: return
            case .wait(let nanoseconds):
                return wake(after: nanoseconds, &state)
            case .send:
                send(state.waiting.removeFirst(), with: token, state.tokens)
                state.onTheirWay += 1
            }
        }
    }

    private func send(_ job: BoxJob, with token: String, _ number: Int) {
        var request = HTTPRequest(endpoint.url + job.path)
        request.isPlain = endpoint.isPlain
        request.headers = ["Authorization: Bearer \(token)", "Accept: application/json"]
        request.patience = patience
        http.send(
            request,
            reply: Reply { result in
                self.state.async { state in
                    state.onTheirWay -= 1
                    state.pacing.ended()
                    self.take(BoxAnswer(result, to: job.call), job, sentWith: number, &state)
                    self.pump(&state)
                }
            }
        )
    }

    private func take(_ answer: BoxAnswer, _ job: BoxJob, sentWith number: Int, _ state: inout BoxSessionState) {
        var job = job
        job.attempts += 1
        switch answer {
        case .success(let body):
            if !job.end(.success(body)) { again(job, job.error("the answer makes no sense"), after: nil, &state) }
        case .failure(let error):
            _ = job.end(.failure(error))
        case .again(let error, let seconds):
            again(job, error, after: seconds, &state)
        case .tooMany(let seconds):
            if let seconds, seconds > BoxRetries.longestPause {
                refuse(job.error("Box asks to wait for \(seconds) s; the next run goes on", ListingError.stoppedCode))
                _ = job.end(.failure(Self.stopped))
                return
            }
            let delay = BoxRetries.delay(after: job.attempts, random: .random(in: 0.5...1))
            state.pacing.pause(until: Self.now + max(delay, (seconds ?? 0) * 1_000_000_000))
            if job.attempts > BoxRetries.most {
                _ = job.end(.failure(job.error("HTTP 429: Box allows no more requests")))
            } else {
                state.waiting.prepend(job)
            }
        case .unauthorized:
            if number == state.tokens {
                if job.wasUnauthorized {
                    refuse(job.error("HTTP 401: Box does not take the renewed token either", ListingError.refusedCode))
                } else {
                    state.refusedToken = state.token
                    state.token = nil
                }
                job.wasUnauthorized = true
            }
            job.attempts -= 1
            state.waiting.prepend(job)
        }
    }

    private func again(_ job: BoxJob, _ error: ListingError, after seconds: Int64?, _ state: inout BoxSessionState) {
        if job.attempts > BoxRetries.most {
            _ = job.end(.failure(error))
            return
        }
        let number = state.delay(job)
        let wanted = min(seconds ?? 0, BoxRetries.longestPause) * 1_000_000_000
        let delay = max(wanted, BoxRetries.delay(after: job.attempts, random: .random(in: 0.5...1)))
        self.state.async(after: .nanoseconds(Int(delay))) { state in
            guard let job = state.delayed.removeValue(forKey: number) else { return }
            state.waiting.append(job)
            self.pump(&state)
        }
    }

    private func askForToken(_ state: inout BoxSessionState) {
        if state.isAsking || state.waiting.isEmpty { return }
        state.isAsking = true
        login.token(
            insteadOf: state.refusedToken,
            reply: Reply { result in
                self.state.async { state in
                    self.take(result, &state)
                }
            }
        )
    }

    private func take(_ result: Result<String, BoxLoginError>, _ state: inout BoxSessionState) {
        switch result {
        case .success(let token):
            state.token = token
            state.tokens += 1
            state.askedForToken = 0
        case .failure(let error) where error.isPassing && state.askedForToken < BoxRetries.most && !stop.isStopped:
            state.askedForToken += 1
            let delay = BoxRetries.delay(after: state.askedForToken, random: .random(in: 0.5...1))
            self.state.async(after: .nanoseconds(Int(delay))) { state in
                state.isAsking = false
                self.pump(&state)
            }
            return
        case .failure(let error):
            // Whoever stops gives the login up too.
            if !stop.isStopped {
                let code = error.isRefusal ? ListingError.refusedCode : ListingError.failedCode
                refuse(ListingError(call: "login", code: code, words: error.reason))
            }
        }
        state.isAsking = false
        pump(&state)
    }

    /// Sends nothing more.
    private func refuse(_ error: ListingError) {
        end.withLock { $0 = $0 ?? error }
        stop.stop()
    }

    private func giveUp(_ state: inout BoxSessionState, _ why: ListingError) {
        let jobs = state.takeAll()
        if state.onTheirWay > 0 || state.isAsking { http.cancelAll() }
        for job in jobs { _ = job.end(.failure(why)) }
    }

    /// Looks anew at what is to be done.
    private func wake() {
        state.async { self.pump(&$0) }
    }

    private func wake(after nanoseconds: Int64, _ state: inout BoxSessionState) {
        if state.isWoken { return }
        state.isWoken = true
        self.state.async(after: .nanoseconds(Int(nanoseconds))) { state in
            state.isWoken = false
            self.pump(&state)
        }
    }

    private static let stopped = ListingError(
        call: "request",
        code: ListingError.stoppedCode,
        words: "the run was stopped"
    )

    private static var now: Int64 { Int64(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds) }
}
