/// A time as file systems keep it.
public struct TimeStamp: Equatable, Sendable {
    /// Whole seconds since 1970, rounded down: before 1970 negative.
    public var seconds: Int64
    /// What follows, 0 to 999,999,999.
    public var nanoseconds: Int64

    /// Makes a time of its parts.
    public init(seconds: Int64, nanoseconds: Int64 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// In nanoseconds since 1970.
    ///
    /// - Precondition: It is between the years 1678 and 2261.
    public var sinceEpoch: Int64 {
        seconds * 1_000_000_000 + nanoseconds
    }
}
