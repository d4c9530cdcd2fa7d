internal import Glibc

/// Random numbers that come again with the same seed (SplitMix64).
///
/// A test prints its seed with every failure; `IMGINDEX_TEST_SEED=N` repeats it.
struct SeededRandom: RandomNumberGenerator {
    /// What the numbers follow from.
    let seed: UInt64
    private var state: UInt64

    /// A generator with the seed of the environment, or a new one.
    init() {
        let wanted = getenv("IMGINDEX_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
        seed = wanted ?? UInt64.random(in: 0...UInt64.max)
        state = seed
    }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Bytes, mostly those in `likely`, sometimes any.
    mutating func bytes(upTo most: Int, likely: [UInt8]) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in
            guard let byte = likely.randomElement(using: &self), Bool.random(using: &self) else {
                return UInt8.random(in: 0...255, using: &self)
            }
            return byte
        }
    }
}

extension Array where Element == UInt8 {
    /// The UTF-8 of a text.
    init(_ text: StaticString) {
        self = text.withUTF8Buffer { [UInt8]($0) }
    }
}

/// Words as the bytes of arguments.
func arguments(_ words: String...) -> [[UInt8]] {
    words.map { [UInt8]($0.utf8) }
}
