/// What is asked of a server.
public struct HTTPRequest: Sendable {
    /// Where; `https:`, or `http:` if ``isPlain``.
    public var url: String
    /// Header lines, `Name: value` each.
    public var headers: [String] = []
    /// What is posted; nil: nothing, the method is GET.
    public var body: [UInt8]?
    /// `user:password` for basic authentication; nil: none.
    public var userPassword: String?
    /// How long the whole of it may take, in milliseconds; 0: for ever.
    ///
    /// Default: a minute.
    public var patience = 60_000
    /// The most bytes that an answer may have.
    ///
    /// Default: 32 MiB.
    public var largestAnswer = 32 << 20
    /// Whether `http:` is spoken, never through a proxy, and not `https:`.
    ///
    /// Default: no.
    public var isPlain = false

    /// Makes a request for an address.
    public init(_ url: String) {
        self.url = url
    }
}

/// What a server answered.
public struct HTTPAnswer: Sendable {
    /// The status code of HTTP: 200 is success.
    public let status: Int
    /// The content, decoded.
    public let body: [UInt8]
    /// How many seconds to wait before the next request; nil if it does not say.
    public let retryAfter: Int64?

    /// Makes an answer of its parts.
    public init(status: Int, body: [UInt8], retryAfter: Int64? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}

/// Why there is no answer.
public struct HTTPFailure: Error, Equatable, Sendable {
    /// What kind of failure it is.
    public enum Kind: Sendable {
        /// The server cannot be reached, or the connection broke.
        case connection
        /// There was no answer in time.
        case timeout
        /// The answer has more bytes than were to be taken.
        case tooLarge
        /// It was given up by ``HTTPClient/cancelAll()``.
        case cancelled
        /// There is no library that speaks HTTP, or the request is none.
        case unusable
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// Why, in words; without anything of the request.
    public let reason: String

    /// Makes a failure of its parts.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
