import Glibc

/// SplitMix64: the same numbers for the same seed, on every machine.
///
/// Each random test prints its seed; IMGINDEX_SEED repeats that very run.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator.
    ///
    /// - Parameter seed: Generators with the same seed give the same numbers.
    public init(seed: UInt64) { state = seed }

    /// A generator with a new seed, which is printed.
    ///
    /// - Parameter test: The name printed before the seed.
    /// - Returns: A generator with the seed of `IMGINDEX_SEED` if that is set, else a random one.
    public static func announced(_ test: String = #function) -> SeededGenerator {
        let wish = getenv("IMGINDEX_SEED").flatMap { UInt64(String(cString: $0)) }
        let seed = wish ?? UInt64.random(in: .min ... .max)
        print("\(test): IMGINDEX_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
