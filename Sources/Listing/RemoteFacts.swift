/// What a store on the network says of a file beside what every file has.
///
/// Kept small: of the largest folder there are as many as it has items.
public struct RemoteFacts: Equatable, Sendable {
    /// The SHA-1 digest of its content; nil if the store does not say.
    public var sha1: SHA1Digest? { hasDigest ? digest : nil }
    /// Counts its versions of whatever kind, as Box does; nil if the store does not say.
    public var etag: Int64? { etagOrUnknown == Self.unknown ? nil : etagOrUnknown }
    /// Grows with each change of it, as Box's does; nil if the store does not say.
    public var sequence: Int64? { sequenceOrUnknown == Self.unknown ? nil : sequenceOrUnknown }

    // Optionals would take half as much memory again.
    private let digest: SHA1Digest
    private let hasDigest: Bool
    private let etagOrUnknown: Int64
    private let sequenceOrUnknown: Int64
    private static let unknown = Int64.min

    /// Makes facts of their values.
    public init(sha1: SHA1Digest? = nil, etag: Int64? = nil, sequence: Int64? = nil) {
        digest = sha1 ?? .zero
        hasDigest = sha1 != nil
        etagOrUnknown = etag ?? Self.unknown
        sequenceOrUnknown = sequence ?? Self.unknown
    }
}

/// A SHA-1 digest (FIPS 180-4): 20 bytes.
public struct SHA1Digest: Equatable, Sendable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt32

    static let zero = SHA1Digest(first: 0, second: 0, third: 0)

    private init(first: UInt64, second: UInt64, third: UInt32) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// Reads a digest.
    ///
    /// - Parameter hex: 40 hexadecimal digits of ASCII, of any case.
    public init?(hex: [UInt8]) {
        guard hex.count == 40, let first = Self.word(hex[0..<16]), let second = Self.word(hex[16..<32]),
            let third = Self.word(hex[32..<40])
        else { return nil }
        self.init(first: first, second: second, third: UInt32(truncatingIfNeeded: third))
    }

    /// 40 hexadecimal digits, lower case.
    public var hex: String {
        Self.text(first, 16) + Self.text(second, 16) + Self.text(UInt64(third), 8)
    }

    private static func word(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var word: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): word = word << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): word = word << 4 | UInt64(digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return word
    }

    private static func text(_ word: UInt64, _ count: Int) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: count - digits.count) + digits
    }
}
