/// What `imgindex status` was told.
struct StatusOptions: Equatable {
    /// The file given with `--index`, not empty.
    var indexFile: [UInt8]?
    /// Whether to print the result as JSON.
    var json = false
}
