/// What leaves an item out, or takes it in: the rule that decides.
public struct Verdict: Hashable, Sendable {
    /// Where a rule comes from.
    public enum Reason: Hashable, Sendable {
        /// The list of ``DefaultExcludes``.
        case defaultExclude
        /// A pattern given with the root: `--exclude`.
        case exclude
        /// A line of an ignore file.
        case ignoreFile
        /// A folder that holds a file `.nomedia`.
        case noMedia
    }

    /// Where the rule comes from.
    public let reason: Reason

    /// The rule as it was written: the pattern, the text of the default rule, or `.nomedia`.
    public let rule: [UInt8]

    /// Whether the rule takes the item in, with `!` in front, instead of leaving it out.
    public let takesIn: Bool

    /// The path, as it was given, of the folder that holds the ignore file or
    /// the `.nomedia`; nil for the other reasons.
    public let folder: [UInt8]?

    /// The line of the ignore file, counted from 1; nil for the other reasons.
    public let line: Int?
}
