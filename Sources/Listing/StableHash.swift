/// A 64-bit digest that is the same in every process: FNV-1a, over the eight bytes of each number.
///
/// For telling versions of one item apart, not for keeping foes out. See
/// <https://datatracker.ietf.org/doc/draft-eastlake-fnv/>.
public struct StableHash: Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Makes a digest of nothing.
    public init() {}

    /// Adds a number.
    public mutating func add(_ number: Int64) {
        var rest = UInt64(bitPattern: number)
        for _ in 0..<8 {
            state = (state ^ (rest & 0xFF)) &* 0x0000_0100_0000_01B3
            rest >>= 8
        }
    }

    /// Adds bytes, and how many they are.
    public mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        add(Int64(bytes.count))
    }

    /// The digest.
    public var value: Int64 { Int64(bitPattern: state) }
}
