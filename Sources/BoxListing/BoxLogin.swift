public import AsyncLoop

/// Gets the token that a session's requests carry.
public protocol BoxLogin: Sendable {
    /// Asks for a token.
    ///
    /// - Parameters:
    ///   - refused: The token that Box does not take any more; nil when the session begins.
    ///   - reply: Called exactly once, on any queue: with the token, or why there is none, in words that hold no secret.
    func token(insteadOf refused: String?, reply: Reply<Result<String, BoxLoginError>>)
}

/// Why there is no token.
public struct BoxLoginError: Error, Equatable, Sendable {
    /// Why, in words that hold no secret.
    public let reason: String
    /// Whether it may be otherwise in a moment.
    public let isPassing: Bool
    /// Whether the login was asked for and not taken; else nobody could be asked.
    public let isRefusal: Bool

    /// Makes an error of its words.
    public init(_ reason: String, isPassing: Bool = false, isRefusal: Bool = true) {
        self.isPassing = isPassing
        self.isRefusal = isRefusal
        self.reason = reason
    }
}

/// Whether a text can be a token: one that goes into a line of a header and ends nothing there.
func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 8_192 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
}

/// A token that somebody gave: it cannot be renewed.
public struct GivenBoxToken: BoxLogin {
    private let token: String

    /// Makes a login.
    ///
    /// Nil if it cannot be one.
    ///
    /// - Parameter token: The token.
    public init?(_ token: String) {
        guard isToken(token) else { return nil }
        self.token = token
    }

    /// The token, once; see ``BoxLogin/token(insteadOf:reply:)``.
    public func token(insteadOf refused: String?, reply: Reply<Result<String, BoxLoginError>>) {
        guard refused == nil else {
            return reply(.failure(BoxLoginError("Box does not take the token of BOX_TOKEN: get a new one")))
        }
        reply(.success(token))
    }
}

/// A login whose tokens somebody else keeps fresh, as rclone does for a remote of its own: refresh tokens are good for
/// one use, so only one may have them.
public struct BrokeredBoxToken: BoxLogin {
    private let broker: @Sendable (Reply<Result<String, BoxLoginError>>) -> Void

    /// Makes a login.
    ///
    /// - Parameter broker: Called for each token; replies exactly once, on any queue: with one that is good for now, or
    ///   why there is none, in words that hold no secret.
    public init(broker: @escaping @Sendable (Reply<Result<String, BoxLoginError>>) -> Void) {
        self.broker = broker
    }

    /// The token of now; see ``BoxLogin/token(insteadOf:reply:)``.
    ///
    /// It may be the one that was refused: the broker has just used it, so it is good, and a session that has it refused
    /// once more ends by itself.
    public func token(insteadOf refused: String?, reply: Reply<Result<String, BoxLoginError>>) {
        broker(
            Reply { token in
                reply(
                    token.flatMap { token in
                        isToken(token) ? .success(token) : .failure(BoxLoginError("what came for a token is none"))
                    }
                )
            }
        )
    }
}
