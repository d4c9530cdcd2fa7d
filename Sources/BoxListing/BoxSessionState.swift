import Listing

/// A request, until it is replied to.
struct BoxJob: Sendable {
    let path: String
    let call: StaticString
    /// Ends it; false if the answer makes no sense: then it has not ended.
    let end: @Sendable (Result<[UInt8], ListingError>) -> Bool
    /// How often it was sent.
    var attempts = 0
    /// Whether its token was not taken once before.
    var wasUnauthorized = false

    init(path: String, call: StaticString, end: @escaping @Sendable (Result<[UInt8], ListingError>) -> Bool) {
        self.path = path
        self.call = call
        self.end = end
    }

    func error(_ words: String, _ code: Int32 = ListingError.failedCode) -> ListingError {
        ListingError(call: call, code: code, words: words)
    }
}

/// What a session knows, confined to its queue.
struct BoxSessionState {
    var pacing: BoxPacing
    var waiting = BoxJobs()
    /// What is to be sent again when its time comes.
    var delayed: [UInt64: BoxJob] = [:]
    private var lastDelayed: UInt64 = 0
    var onTheirWay = 0
    var token: String?
    /// How many tokens there were.
    var tokens = 0
    /// The last token, once it was not taken.
    var refusedToken: String?
    var isAsking = false
    /// How often in a row there was none to be had.
    var askedForToken = 0
    /// Whether a timer is set for when the next request may be sent.
    var isWoken = false

    init(rate: Double?, width: Int) {
        pacing = BoxPacing(rate: rate, width: width)
    }

    mutating func delay(_ job: BoxJob) -> UInt64 {
        lastDelayed += 1
        delayed[lastDelayed] = job
        return lastDelayed
    }

    /// Takes all that is not on its way.
    mutating func takeAll() -> [BoxJob] {
        let jobs = waiting.takeAll() + delayed.sorted { $0.key < $1.key }.map(\.value)
        delayed = [:]
        return jobs
    }
}

/// Requests in the order in which they are to be sent.
struct BoxJobs {
    /// The next one last.
    private var front: [BoxJob] = []
    /// After those of `front`, in order.
    private var back: [BoxJob] = []

    var isEmpty: Bool { front.isEmpty && back.isEmpty }

    mutating func append(_ job: BoxJob) { back.append(job) }

    mutating func prepend(_ job: BoxJob) { front.append(job) }

    /// - Precondition: There is one.
    mutating func removeFirst() -> BoxJob {
        if front.isEmpty {
            front = back.reversed()
            back = []
        }
        return front.removeLast()
    }

    mutating func takeAll() -> [BoxJob] {
        defer { self = BoxJobs() }
        return front.reversed() + back
    }
}
