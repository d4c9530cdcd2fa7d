/// A pattern for names with wildcards.
struct NameGlob: Sendable {
    private let list: TokenList
    private let shortest: Int

    /// The byte that every match starts with, if there is one.
    let first: UInt8?
    /// The byte that every match ends with, if there is one.
    let last: UInt8?

    init(_ list: TokenList) {
        self.list = list
        shortest = list.tokens.count(where: \.takesOne)
        first = Self.byte(of: list.tokens.first)
        last = Self.byte(of: list.tokens.last)
    }

    /// Whether it matches a name.
    ///
    /// Two places are kept, in the name and in the tokens, and those of the
    /// last star: when something does not fit, that star takes a byte more. An
    /// earlier star need not be asked again, because the last one takes
    /// whatever that would.
    ///
    /// - Complexity: At most the product of both lengths, mostly their sum.
    func matches(_ name: UnsafeRawBufferPointer) -> Bool {
        guard name.count >= shortest else { return false }
        return list.tokens.withUnsafeBufferPointer { tokens in
            list.sets.withUnsafeBufferPointer { Self.matches(name, tokens, $0) }
        }
    }

    private static func matches(
        _ name: UnsafeRawBufferPointer,
        _ tokens: UnsafeBufferPointer<PatternToken>,
        _ sets: UnsafeBufferPointer<ByteSet>
    ) -> Bool {
        var token = 0
        var place = 0
        var starToken = -1
        var starPlace = 0
        while place < name.count {
            if token < tokens.count {
                if tokens[token] == .star {
                    starToken = token
                    starPlace = place
                    token += 1
                    continue
                }
                if tokens[token].takes(name[place], { sets[$0] }) {
                    token += 1
                    place += 1
                    continue
                }
            }
            guard starToken >= 0 else { return false }
            starPlace += 1
            place = starPlace
            token = starToken + 1
        }
        while token < tokens.count && tokens[token] == .star { token += 1 }
        return token == tokens.count
    }

    private static func byte(of token: PatternToken?) -> UInt8? {
        if case .byte(let byte)? = token { byte } else { nil }
    }
}
