/// Says when the next request may be sent: a token bucket, a bound of what is on its way, and pauses.
///
/// A pure value: times go in, in nanoseconds of any steady clock.
struct BoxPacing: Sendable {
    /// What to do with the next request.
    enum Step: Equatable, Sendable {
        case send
        /// Nothing before so many nanoseconds have passed.
        case wait(Int64)
        /// Nothing before one that is on its way has ended.
        case full
    }

    /// Requests a second, and as many at once after a rest.
    ///
    /// Box allows 1,000 a minute and user, which is 16.7:
    /// <https://developer.box.com/guides/api-calls/permissions-and-errors/rate-limits/>.
    static let standardRate = 14.0
    /// Requests on their way at once.
    static let standardWidth = 8

    /// Nil: as many as there are.
    private let rate: Double?
    private let width: Int
    private var tokens: Double
    private var filled: Int64?
    private var pausedUntil: Int64?
    private(set) var onTheirWay = 0

    init(rate: Double?, width: Int) {
        self.rate = rate
        self.width = max(1, width)
        tokens = max(1, rate ?? 1)
    }

    /// Asks for the next request; after ``Step/send`` it counts as on its way.
    mutating func next(at now: Int64) -> Step {
        if let until = pausedUntil {
            if now < until { return .wait(until - now) }
            pausedUntil = nil
        }
        if onTheirWay >= width { return .full }
        if let rate {
            if let filled { tokens = min(max(1, rate), tokens + Double(max(0, now - filled)) * rate / 1e9) }
            filled = now
            if tokens < 1 { return .wait(Int64(((1 - tokens) / rate * 1e9).rounded(.up))) }
            tokens -= 1
        }
        onTheirWay += 1
        return .send
    }

    /// Takes that one has ended.
    mutating func ended() {
        onTheirWay -= 1
    }

    /// Lets nothing be sent until a time.
    mutating func pause(until time: Int64) {
        pausedUntil = max(pausedUntil ?? time, time)
    }
}

/// How often, and after which time, a request is sent again.
enum BoxRetries {
    /// So many times more at most, as Box asks for.
    static let most = 5
    /// The longest that a server is waited for when it says how long, in seconds: what would take longer is left for
    /// the next run.
    static let longestPause: Int64 = 600

    /// How long to wait: `min(60, 0.5 · 2ⁿ)` s, n from 0, times a random number so that not all come back at once.
    ///
    /// - Parameters:
    ///   - attempt: How many were sent before, at least 1.
    ///   - random: From 0.5 to 1.
    /// - Returns: Nanoseconds.
    static func delay(after attempt: Int, random: Double) -> Int64 {
        var seconds = 0.5
        for _ in 1..<max(1, min(attempt, 10)) { seconds = min(60, seconds * 2) }
        return Int64(seconds * random * 1e9)
    }
}
