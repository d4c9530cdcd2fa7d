/// What `imgindex cron` was told.
struct CronOptions: Equatable {
    /// The roots as typed: at least one, none of them empty.
    var roots: [[UInt8]]
    /// The file given with `--index`, not empty.
    var indexFile: [UInt8]?
    /// The values of `--extensions` and of `--exclude`.
    var extensions: [[UInt8]] = []
    var excludes: [[UInt8]] = []
    /// The options of `imgindex index` that are to be in the line, as words.
    var options: [[UInt8]] = []
}
