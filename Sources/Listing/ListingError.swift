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

    /// Makes an error of a call's name and `errno`.
    public init(call: StaticString, code: Int32) {
        self.call = call
        self.code = code
    }

    /// The error of the call that just failed on this thread.
    static func last(_ call: StaticString) -> ListingError {
        ListingError(call: call, code: errno)
    }

    /// The code of a file that has more bytes than were to be read: `EFBIG`.
    public static let tooLarge: Int32 = EFBIG

    /// What the error means for what was asked for.
    public enum Meaning: Sendable {
        /// It is there, but we may not read it.
        case denied
        /// It is not there any more, or something else is in its place.
        case vanished
        /// It did not answer in time.
        case stalled
        /// It could not be read for another reason.
        case failed
    }

    /// What the error means.
    public var meaning: Meaning {
        switch code {
        case EACCES, EPERM: .denied
        case ENOENT, ENOTDIR, ELOOP: .vanished
        case ETIMEDOUT: .stalled
        default: .failed
        }
    }

    /// Whether call and `errno` are the same.
    public static func == (first: ListingError, second: ListingError) -> Bool {
        first.code == second.code && first.call.description == second.call.description
    }
}

extension ListingError: CustomStringConvertible {
    /// The call and the reason in words: `openat: Permission denied`.
    public var description: String {
        "\(call): \(reason)"
    }

    /// The reason in words: `Permission denied`.
    public var reason: String { meaning == .stalled ? "no answer in time" : systemReason(code) }
}
