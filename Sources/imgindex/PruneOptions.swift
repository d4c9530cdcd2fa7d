/// What `imgindex prune` was told.
struct PruneOptions: Equatable {
    /// For more than how many days what goes has been missing.
    var days: Int
    /// Whether only to print what would go.
    var isDry = false
    /// The file given with `--index`, not empty.
    var indexFile: [UInt8]?
    /// How many seconds to wait for another run to end.
    var wait = standardWait
}
