/// One step of a pattern, after its escapes and sets have been read.
///
/// There is no recursion in a list of tokens, and each but the last three
/// takes exactly one byte of the text.
enum PatternToken: Hashable, Sendable {
    /// This very byte.
    case byte(UInt8)
    /// Any byte but a slash: `?`.
    case any
    /// A byte of one of the pattern's sets, which never hold a slash: `[…]`.
    case set(Int32)
    /// Any number of bytes but slashes: `*`.
    case star
    /// Any number of any bytes: `**` that stands for folders.
    case anything
    /// Goes on after the next two tokens, or with them: the start of `**/`,
    /// which stands for no folder at all as well.
    case optionalPair

    /// Whether it takes no slash.
    var isWithinName: Bool {
        switch self {
        case .byte(let byte): byte != .slash
        case .any, .set, .star: true
        case .anything, .optionalPair: false
        }
    }

    /// Whether it takes exactly one byte.
    var takesOne: Bool {
        switch self {
        case .byte, .any, .set: true
        case .star, .anything, .optionalPair: false
        }
    }

    /// Whether it takes a byte as its only one; false for those that take any number of them.
    ///
    /// - Parameters:
    ///   - byte: The byte.
    ///   - set: Gives the pattern's sets by their numbers.
    /// - Returns: Whether it does.
    func takes(_ byte: UInt8, _ set: (Int) -> ByteSet) -> Bool {
        switch self {
        case .byte(let own): byte == own
        case .any: byte != .slash
        case .set(let number): set(Int(number)).contains(byte)
        case .star, .anything, .optionalPair: false
        }
    }
}

/// A pattern's tokens with the sets that they name.
struct TokenList: Hashable, Sendable {
    var tokens: [PatternToken] = []
    var sets: [ByteSet] = []

    /// The bytes, if that is all there is.
    var literal: [UInt8]? { Self.literal(tokens[...]) }

    /// The bytes after a star at the start, if that is all there is.
    var suffix: [UInt8]? { tokens.first == .star ? Self.literal(tokens.dropFirst()) : nil }

    /// Lends the tokens to a machine.
    func withMachine<Result>(_ body: (PathMachine) -> Result) -> Result {
        tokens.withUnsafeBufferPointer { tokens in
            sets.withUnsafeBufferPointer { body(PathMachine(tokens: tokens, sets: $0)) }
        }
    }

    private static func literal(_ tokens: ArraySlice<PatternToken>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(tokens.count)
        for token in tokens {
            guard case .byte(let byte) = token else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
