/// What is to be told of a run that ended.
public struct RunReport: Equatable, Sendable {
    /// What was counted.
    public let counts: RunCounts
    /// The run's row of the view `runs`.
    public let columns: [Column]
}
