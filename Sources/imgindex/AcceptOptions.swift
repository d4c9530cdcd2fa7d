/// What `imgindex accept` was told.
struct AcceptOptions: Equatable {
    /// The roots as typed, none of them empty; none: all that the index has.
    var roots: [[UInt8]]
    /// The file given with `--index`, not empty.
    var indexFile: [UInt8]?
    /// How many seconds to wait for another run to end.
    var wait = standardWait
}
