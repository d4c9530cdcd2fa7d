/// What is to be told of a run that ended.
public struct RunReport: Equatable, Sendable {
    /// What was counted.
    public let counts: RunCounts
    /// The run's row of the view `runs`.
    public let columns: [Column]
    /// What the command exits with for this run alone.
    public let exitCode: Int32
    /// What nobody was told yet.
    public let news: RunNews
}
