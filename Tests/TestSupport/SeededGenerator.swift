internal import Glibc

/// SplitMix64: the same numbers for the same seed, on every machine.
///
/// A random test makes one with ``init(_:)``, which prints the seed;
/// `IMGINDEX_SEED` in the environment repeats that very run.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What the generator was made from.
    public let seed: UInt64

    private var state: UInt64

    /// Makes a generator of a known seed.
    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Makes a generator of a new seed, or of the one in `IMGINDEX_SEED`, and prints it.
    ///
    /// - Parameter test: What is printed in front. Default: the calling function.
    public init(_ test: String = #function) {
        let wish = getenv("IMGINDEX_SEED").flatMap { UInt64(String(cString: $0)) }
        self.init(seed: wish ?? UInt64.random(in: .min ... .max))
        print("\(test): IMGINDEX_SEED=\(seed)")
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
