import AsyncLoop
import CCurl

/// The requests on their way; confined to the client's queue.
final class Transfers {
    /// Ends the wait of ``Transfers/run()`` on another thread.
    struct Waker: Sendable {
        /// An address, as pointers are not `Sendable`; what it leads to lives as long as the client that has both.
        fileprivate let address: UInt

        func wake() {
            OpaquePointer(bitPattern: address).map(imgindex_transfers_wake)
        }
    }

    /// How long a step waits at most, in milliseconds: a wake ends it.
    private static let longestWait: Int32 = 1_000

    private let transfers: OpaquePointer
    private var replies: [UInt64: Reply<Result<HTTPAnswer, HTTPFailure>>] = [:]
    private var lastID: UInt64 = 0
    /// Whether a step is to come.
    var isDriven = false

    init(certificates: String?) throws(HTTPFailure) {
        if let reason = imgindex_curl_load() { throw HTTPFailure(.unusable, String(cString: reason)) }
        guard let transfers = imgindex_transfers_new(certificates) else {
            throw HTTPFailure(.unusable, "out of memory")
        }
        self.transfers = transfers
    }

    deinit {
        imgindex_transfers_free(transfers)
    }

    var waker: Waker { Waker(address: UInt(bitPattern: transfers)) }

    /// Whether nothing is on its way.
    var isIdle: Bool { replies.isEmpty }

    func begin(_ request: HTTPRequest, _ reply: Reply<Result<HTTPAnswer, HTTPFailure>>) {
        lastID += 1
        if let reason = add(request) {
            return reply(.failure(HTTPFailure(.unusable, reason)))
        }
        replies[lastID] = reply
    }

    /// Begins a request, whose id is `lastID`.
    ///
    /// - Returns: Why it cannot be begun; nil: it is.
    private func add(_ request: HTTPRequest) -> String? {
        withCStrings(request.headers) { headers in
            (request.body ?? []).withUnsafeBytes { body in
                request.url.withCString { url in
                    withOptionalCString(request.userPassword) { userPassword in
                        var wanted = imgindex_request()
                        wanted.id = lastID
                        wanted.url = url
                        wanted.headers = headers.baseAddress
                        wanted.header_count = headers.count
                        // An empty array may have no address, and still be posted.
                        wanted.body = request.body == nil ? nil : body.baseAddress ?? UnsafeRawPointer(url)
                        wanted.body_size = body.count
                        wanted.user_password = userPassword
                        wanted.connect_milliseconds = min(request.patience, 15_000)
                        wanted.total_milliseconds = request.patience
                        wanted.largest_answer = request.largestAnswer
                        wanted.is_plain = request.isPlain
                        return imgindex_transfers_add(transfers, &wanted).map { String(cString: $0) }
                    }
                }
            }
        }
    }

    /// Waits until something can be done, does it, and replies to what is complete.
    func run() {
        imgindex_transfers_run(transfers, Self.longestWait)
        var answer = imgindex_answer()
        while imgindex_transfers_take(transfers, &answer) {
            let result = Self.result(answer)
            imgindex_free(answer.body)
            replies.removeValue(forKey: answer.id)?(result)
        }
    }

    func cancelAll() {
        let waiting = replies
        replies = [:]
        imgindex_transfers_cancel(transfers)
        for reply in waiting.values { reply(.failure(HTTPFailure(.cancelled, "given up"))) }
    }

    private static func result(_ answer: imgindex_answer) -> Result<HTTPAnswer, HTTPFailure> {
        if answer.is_too_large { return .failure(HTTPFailure(.tooLarge, "the answer is too large")) }
        if let reason = answer.failure {
            return .failure(HTTPFailure(answer.is_timeout ? .timeout : .connection, String(cString: reason)))
        }
        let body = UnsafeRawBufferPointer(start: answer.body, count: answer.body == nil ? 0 : answer.body_size)
        return .success(
            HTTPAnswer(
                status: answer.status,
                body: Array(body),
                retryAfter: answer.retry_after > 0 ? answer.retry_after : nil
            )
        )
    }
}

/// Calls a closure with strings as an array of C strings.
private func withCStrings<R>(_ strings: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> R) -> R {
    var bytes: [CChar] = []
    let starts = strings.map { string in
        defer { bytes += string.utf8CString }
        return bytes.count
    }
    return bytes.withUnsafeBufferPointer { bytes in
        starts.map { bytes.baseAddress?.advanced(by: $0) }.withUnsafeBufferPointer(body)
    }
}

private func withOptionalCString<R>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
    guard let string else { return body(nil) }
    return string.withCString { body($0) }
}
