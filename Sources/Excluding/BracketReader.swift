/// Reads the sets of bytes in a pattern, `[…]`, one after the other.
///
/// What stands between the brackets: `!` or `^` in front turns the set round;
/// a `]` that comes first is a member; `a-z` is a range of bytes, and only its
/// first one when the wrong way round; `-` in first or last place, or after a range, is a
/// member; a backslash makes the next byte a member; `[:alpha:]` and its like
/// are classes of ASCII. (As git's wildmatch reads them, which has them from
/// POSIX fnmatch; bytes above 127 are in no class.)
struct BracketReader {
    private let bytes: ArraySlice<UInt8>
    /// Where the next `]` was found, so that a row of `[:` does not look for the same one again and again.
    private var knownClose: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        knownClose = bytes.startIndex - 1
    }

    /// Reads one set.
    ///
    /// - Parameter open: The place of its `[`.
    /// - Returns: The set without the slash, which only a slash in the pattern
    ///   matches, and the place after its `]`; nil when it is not closed, or
    ///   names a class that there is not.
    mutating func set(at open: Int) -> (set: ByteSet, end: Int)? {
        var set = ByteSet()
        var place = open + 1
        let isInverted = byte(at: place) == UInt8(ascii: "!") || byte(at: place) == UInt8(ascii: "^")
        if isInverted { place += 1 }
        // What a range may start with: the member before, unless that was a range or a class.
        var previous: UInt8?
        var isFirst = true
        while let member = byte(at: place) {
            if member == UInt8(ascii: "]") && !isFirst {
                if isInverted { set.invert() }
                set.remove(.slash)
                return (set, place + 1)
            }
            isFirst = false
            if member == UInt8(ascii: "["), byte(at: place + 1) == UInt8(ascii: ":") {
                guard let close = close(from: place + 2) else { return nil }
                if close > place + 2 && byte(at: close - 1) == UInt8(ascii: ":") {
                    guard let members = Self.members(ofClass: bytes[(place + 2)..<(close - 1)]) else { return nil }
                    for member in members { set.insert(member) }
                    previous = nil
                    place = close + 1
                    continue
                }
            }
            if member == UInt8(ascii: "-"), let start = previous, let next = byte(at: place + 1),
                next != UInt8(ascii: "]")
            {
                place += next == .backslash ? 2 : 1
                guard let end = byte(at: place) else { return nil }
                if start <= end { set.insert(start...end) }
                previous = nil
            } else {
                if member == .backslash { place += 1 }
                guard let member = byte(at: place) else { return nil }
                set.insert(member)
                previous = member
            }
            place += 1
        }
        return nil
    }

    private func byte(at place: Int) -> UInt8? {
        place < bytes.endIndex ? bytes[place] : nil
    }

    private mutating func close(from place: Int) -> Int? {
        if knownClose < place {
            knownClose = bytes[min(place, bytes.endIndex)...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.endIndex
        }
        return knownClose < bytes.endIndex ? knownClose : nil
    }

    private static func members(ofClass name: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
        let upper = Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
        let lower = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
        let graph: ClosedRange<UInt8> = 0x21...0x7E
        switch String(decoding: name, as: UTF8.self) {
        case "alnum": return digits + upper + lower
        case "alpha": return upper + lower
        case "blank": return [0x20, 0x09]
        case "cntrl": return Array(0x00...0x1F) + [0x7F]
        case "digit": return digits
        case "graph": return Array(graph)
        case "lower": return lower
        case "print": return [0x20] + Array(graph)
        case "punct": return graph.filter { !(digits + upper + lower).contains($0) }
        // Without vertical tab and form feed: git's own table of spaces has neither.
        case "space": return [0x20, 0x09, 0x0A, 0x0D]
        case "upper": return upper
        case "xdigit": return digits + Array(0x41...0x46) + Array(0x61...0x66)
        default: return nil
        }
    }
}
