/// Turns the bytes of a pattern, without `!` in front and `/` at the end, into tokens.
enum PatternReader {
    /// The tokens of a pattern for names: it has no slash.
    static func nameTokens(of bytes: ArraySlice<UInt8>) throws(ExcludePattern.Problem) -> TokenList {
        try tokens(of: bytes) { _, _ in [.star] }
    }

    /// The tokens of a pattern for paths: it has a slash, at the start or within.
    static func pathTokens(of bytes: ArraySlice<UInt8>) throws(ExcludePattern.Problem) -> TokenList {
        let bytes = bytes.first == .slash ? bytes.dropFirst() : bytes
        // git compares what comes before the first wildcard by itself, and so takes `**` that comes first for the start
        // of the pattern, whatever is before it: `a/b**` is not held up by slashes, `a?b**` is.
        let firstWildcard = bytes.firstIndex { [0x2A, 0x3F, 0x5B, UInt8.backslash].contains($0) } ?? bytes.endIndex
        return try tokens(of: bytes) { start, end in
            guard end - start > 1, start == firstWildcard || bytes[start - 1] == .slash else { return [.star] }
            let rest = bytes[end...]
            if rest.first == .slash { return [.optionalPair, .anything] }
            return rest.isEmpty || rest.starts(with: [.backslash, .slash]) ? [.anything] : [.star]
        }
    }

    // `stars` gives the tokens of a row of `*` from where it starts and ends.
    private static func tokens(
        of bytes: ArraySlice<UInt8>,
        stars: (_ start: Int, _ end: Int) -> [PatternToken]
    ) throws(ExcludePattern.Problem) -> TokenList {
        if bytes.contains(0) { throw .zeroByte }
        var list = TokenList()
        list.tokens.reserveCapacity(bytes.count)
        var sets = BracketReader(bytes)
        var place = bytes.startIndex
        while place < bytes.endIndex {
            switch bytes[place] {
            case .backslash:
                place += 1
                guard place < bytes.endIndex else { throw .openEscape }
                list.tokens.append(.byte(bytes[place]))
                place += 1
            case UInt8(ascii: "?"):
                list.tokens.append(.any)
                place += 1
            case UInt8(ascii: "["):
                guard let (set, end) = sets.set(at: place) else { throw .openSet }
                list.tokens.append(.set(Int32(list.sets.count)))
                list.sets.append(set)
                place = end
            case UInt8(ascii: "*"):
                let start = place
                while place < bytes.endIndex && bytes[place] == UInt8(ascii: "*") { place += 1 }
                list.tokens += stars(start, place)
            case let byte:
                list.tokens.append(.byte(byte))
                place += 1
            }
        }
        return list
    }
}
