internal import Glibc

/// SplitMix64: the same numbers for the same seed, on every machine.
///
/// A random test makes one with ``init(_:)``, which prints the seed;
/// `IMGINDEX_SEED` in the environment repeats that very run.
/// With `IMGINDEX_SEEDS_OF` the seeds follow from its text and from what is printed in front of them: a commit that was seen
/// to pass passes again, and every other one is tried with other numbers.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What the generator was made from.
    public let seed: UInt64

    private var state: UInt64

    /// Makes a generator of a known seed.
    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Makes a generator of the seed in `IMGINDEX_SEED`, else of one that follows from `IMGINDEX_SEEDS_OF`, else of a new one,
    /// and prints it.
    ///
    /// - Parameter test: What is printed in front. Default: the calling function.
    public init(_ test: String = #function) {
        let wish = getenv("IMGINDEX_SEED").flatMap { UInt64(String(cString: $0)) }
        let followed = getenv("IMGINDEX_SEEDS_OF").map { Self.hash("\(String(cString: $0)) \(test)") }
        self.init(seed: wish ?? followed ?? UInt64.random(in: .min ... .max))
        print("\(test): IMGINDEX_SEED=\(seed)")
    }

    /// FNV-1a of 64 bits (draft-eastlake-fnv): `Hasher` differs from one process to the next.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// Whether an event of a chance comes about.
    ///
    /// - Parameters:
    ///   - hits: How often it does.
    ///   - tries: In how many tries.
    /// - Returns: Whether this one is a hit.
    public mutating func chance(_ hits: Int, in tries: Int) -> Bool {
        Int.random(in: 0..<tries, using: &self) < hits
    }
}
