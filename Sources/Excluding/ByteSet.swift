/// A set of bytes: 256 bits.
struct ByteSet: Hashable, Sendable {
    private var words = SIMD4<UInt64>()

    func contains(_ byte: UInt8) -> Bool {
        words[Int(byte >> 6)] & Self.mask(byte) != 0
    }

    mutating func insert(_ byte: UInt8) {
        words[Int(byte >> 6)] |= Self.mask(byte)
    }

    mutating func insert(_ bytes: ClosedRange<UInt8>) {
        for byte in bytes { insert(byte) }
    }

    mutating func formUnion(_ other: ByteSet) {
        words |= other.words
    }

    mutating func remove(_ byte: UInt8) {
        words[Int(byte >> 6)] &= ~Self.mask(byte)
    }

    mutating func invert() {
        words = ~words
    }

    private static func mask(_ byte: UInt8) -> UInt64 { 1 << UInt64(byte & 63) }
}

extension UInt8 {
    static let slash = UInt8(ascii: "/")
    static let backslash = UInt8(ascii: "\\")
    static let newline = UInt8(ascii: "\n")
}
