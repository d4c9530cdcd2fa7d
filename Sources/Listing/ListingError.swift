internal import Glibc

/// Why a folder or an item could not be read: the system call and its `errno`.
///
/// Errors of a walk are data: they stand where the result would have stood, and
/// the walk goes on.
public struct ListingError: Error, Equatable, Sendable {
    /// The system call that failed, as in its manual page.
    public let call: StaticString
    /// Its `errno`.
    public let code: Int32
    /// Why in more words than the `errno` has, see ``ErrorWords``; -1: there are none.
    private let words: Int32

    /// Makes an error of a call's name and `errno`.
    ///
    /// - Parameters:
    ///   - call: The call, or what was asked of a server.
    ///   - code: Its `errno`, or the one that comes nearest.
    ///   - words: Why, if that says more than the words of the `errno`.
    public init(call: StaticString, code: Int32, words: String? = nil) {
        self.call = call
        self.code = code
        self.words = words.map(ErrorWords.number) ?? -1
    }

    /// The error of the call that just failed on this thread.
    static func last(_ call: StaticString) -> ListingError {
        ListingError(call: call, code: errno)
    }

    /// The code of a file that has more bytes than were to be read: `EFBIG`.
    public static let tooLarge: Int32 = EFBIG

    /// The code of what could not be read for a reason that has no code of its own: `EIO`.
    public static let failedCode: Int32 = EIO

    /// The code of what may not be read: `EACCES`.
    public static let deniedCode: Int32 = EACCES

    /// The code of what did not answer in time: `ETIMEDOUT`.
    public static let stalledCode: Int32 = ETIMEDOUT

    /// The code of what is not there: `ENOENT`.
    public static let missingCode: Int32 = ENOENT

    /// The code of what was not asked for to the end as the run is stopped: `ECANCELED`.
    public static let stoppedCode: Int32 = ECANCELED

    /// The code of a login that is not taken: `EKEYREJECTED`.
    public static let refusedCode: Int32 = EKEYREJECTED

    /// What the error means for what was asked for.
    public enum Meaning: Sendable {
        /// It is there, but we may not read it.
        case denied
        /// It is not there any more, or something else is in its place.
        case vanished
        /// It did not answer in time.
        case stalled
        /// It was not asked for to the end, as the run is stopped.
        case stopped
        /// Nothing is told us any more, whatever we ask for: the login is not taken.
        case refused
        /// It could not be read for another reason.
        case failed
    }

    /// What the error means.
    public var meaning: Meaning {
        switch code {
        case EACCES, EPERM: .denied
        case ENOENT, ENOTDIR, ELOOP: .vanished
        case ETIMEDOUT: .stalled
        case ECANCELED: .stopped
        case EKEYREJECTED: .refused
        default: .failed
        }
    }

    /// Whether call, `errno` and words are the same.
    public static func == (first: ListingError, second: ListingError) -> Bool {
        first.code == second.code && first.call.description == second.call.description
            && first.words == second.words
    }
}

extension ListingError: CustomStringConvertible {
    /// The call and the reason in words: `openat: Permission denied`.
    public var description: String {
        "\(call): \(reason)"
    }

    /// The reason in words: `Permission denied`.
    public var reason: String {
        ErrorWords.text(of: words) ?? (meaning == .stalled ? "no answer in time" : systemReason(code))
    }
}
