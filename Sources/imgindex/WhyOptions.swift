/// What `imgindex why` was told.
struct WhyOptions: Equatable {
    /// The path that is asked about, as typed, not empty.
    var path: [UInt8]
    /// The file given with `--index`, not empty.
    var indexFile: [UInt8]?
}
