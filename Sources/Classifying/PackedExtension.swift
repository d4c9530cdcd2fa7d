/// An extension of 1 to 7 bytes packed into one word, lower case.
///
/// The first byte of the extension is the lowest of the word, the length is in
/// the highest. So two different extensions have different words whatever bytes
/// they hold (without the length, `jpg` and `jpg` with a NUL would be one), and
/// no word is 0, which marks a free place in ``ExtensionTable``.
///
/// The dot is found and the case folded in all eight bytes at once, without a
/// branch on the data: a loop over the bytes costs a mispredicted branch a name.
@usableFromInline
enum PackedExtension {
    /// The most bytes that fit beside the length.
    @usableFromInline static let longest = 7

    /// What the end of a name says about its extension.
    @usableFromInline
    enum End {
        /// No extension, or an empty one.
        case none
        /// An extension of 1 to 7 bytes.
        case word(UInt64)
        /// The last eight bytes hold no dot: a longer extension, or none.
        case noDotInLastEight
    }

    @inlinable
    static func end(of name: UnsafeRawBufferPointer) -> End {
        let last = lastEight(of: name)
        let dots = zeroBytes(of: last ^ (ones &* 0x2E))
        guard dots != 0 else { return name.count > 8 ? .noDotInLastEight : .none }
        let length = dots.leadingZeroBitCount / 8
        // The dot stands at count - 1 - length and must not be the first byte.
        guard length > 0, length < name.count - 1 else { return .none }
        return .word(pack(highBytesOf: last, length: length))
    }

    /// The word of an extension, or nil when it is empty or too long for one.
    static func word(of bytes: [UInt8]) -> UInt64? {
        guard (1...longest).contains(bytes.count) else { return nil }
        let last = bytes.withUnsafeBytes { lastEight(of: $0) }
        return pack(highBytesOf: last, length: bytes.count)
    }

    /// The last eight bytes, the last one highest; zeros before a shorter name.
    @inlinable
    static func lastEight(of name: UnsafeRawBufferPointer) -> UInt64 {
        if name.count >= 8 {
            return UInt64(littleEndian: name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self))
        }
        var word: UInt64 = 0
        for byte in name { word = word >> 8 | UInt64(byte) << 56 }
        return word
    }

    /// `length` must be in 1...7.
    @inlinable
    static func pack(highBytesOf last: UInt64, length: Int) -> UInt64 {
        lowercased(last >> UInt64(truncatingIfNeeded: 64 - 8 * length)) | UInt64(truncatingIfNeeded: length) << 56
    }

    /// The highest bit of each byte that is 0, exact for every byte.
    ///
    /// The shorter, well-known form with a subtraction also marks bytes above a
    /// zero byte, and here the highest zero byte counts.
    @inlinable
    static func zeroBytes(of word: UInt64) -> UInt64 {
        let low7 = ones &* 0x7F
        return ~(((word & low7) &+ low7) | word | low7)
    }

    /// `A`–`Z` as `a`–`z` in each byte; bytes of 0x80 and above stay.
    @inlinable
    static func lowercased(_ word: UInt64) -> UInt64 {
        let low7 = word & (ones &* 0x7F)
        let fromA = low7 &+ (ones &* (0x80 - 0x41))
        let aboveZ = low7 &+ (ones &* (0x7F - 0x5A))
        let capitals = (fromA ^ aboveZ) & ~word & (ones &* 0x80)
        return word | capitals >> 2
    }

    @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
}
