import HTTPClient
import JSON
import Listing

/// What an answer means for the request.
enum BoxAnswer: Equatable, Sendable {
    case success([UInt8])
    /// The token is not taken.
    case unauthorized
    /// Nothing is to be sent for so many seconds; nil if it does not say.
    case tooMany(Int64?)
    /// It may be another time, with why it was not now, and in how many seconds if it says.
    case again(ListingError, Int64?)
    /// It will not be.
    case failure(ListingError)

    init(_ result: Result<HTTPAnswer, HTTPFailure>, to call: StaticString) {
        switch result {
        case .failure(let failure):
            let error = ListingError(call: call, code: ListingError.failedCode, words: failure.reason)
            switch failure.kind {
            case .connection, .timeout: self = .again(error, nil)
            case .cancelled:
                self = .failure(ListingError(call: call, code: ListingError.stoppedCode, words: failure.reason))
            case .tooLarge, .unusable: self = .failure(error)
            }
        case .success(let answer):
            let words = Self.words(answer)
            switch answer.status {
            case 200: self = .success(answer.body)
            case 401: self = .unauthorized
            case 403: self = .failure(ListingError(call: call, code: ListingError.deniedCode, words: words))
            case 404, 410: self = .failure(ListingError(call: call, code: ListingError.missingCode, words: words))
            case 429: self = .tooMany(answer.retryAfter)
            case 408, 500...:
                self = .again(ListingError(call: call, code: ListingError.failedCode, words: words), answer.retryAfter)
            default: self = .failure(ListingError(call: call, code: ListingError.failedCode, words: words))
            }
        }
    }

    /// `HTTP 403 access_denied (request 1a2b)`: no more of what was sent, as it may hold what is nobody's business.
    private static func words(_ answer: HTTPAnswer) -> String {
        let (code, request) =
            JSONValue.read(answer.body) { value -> (String?, String?)? in
                (value["code"]?.string, value["request_id"]?.string)
            } ?? (nil, nil)
        return "HTTP \(answer.status)" + (code.map { " \(clipped($0))" } ?? "")
            + (request.map { " (request \(clipped($0)))" } ?? "")
    }
}
