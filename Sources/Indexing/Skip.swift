/// What a rule kept out of a folder: one item by its name, or several files; or a rule of the folder that makes no sense.
public struct Skip: Hashable, Sendable {
    /// Where a rule comes from: the words of the column `skipped.reason`.
    public enum Reason: String, Sendable {
        /// The list of what is litter by default.
        case byDefault = "default"
        /// A pattern given with the root.
        case exclude
        /// A line of an ignore file.
        case ignoreFile = "ignore-file"
        /// A folder that holds a file `.nomedia`.
        case noMedia = "no-media"
        /// Several items of a store on the network have one name: one of them is indexed.
        case ambiguous
    }

    /// A rule and where it is written.
    public struct Rule: Hashable, Sendable {
        /// Where it comes from.
        public let reason: Reason
        /// The rule as it is written.
        public let text: [UInt8]
        /// The path of the file it is in; nil for rules that are in none.
        public let file: [UInt8]?
        /// The line of that file, counted from 1; nil where lines mean nothing.
        public let line: Int64?

        /// Makes a rule of its parts.
        public init(reason: Reason, text: [UInt8], file: [UInt8]? = nil, line: Int64? = nil) {
            self.reason = reason
            self.text = text
            self.file = file
            self.line = line
        }
    }

    /// The rule that decided.
    public let rule: Rule
    /// The name of the item; nil if there are several or none.
    public let name: [UInt8]?
    /// How many items; 0 of a rule that makes no sense, else at least 1.
    public let count: Int64
    /// Why the rule makes no sense, if so.
    public let problem: String?

    /// Makes a skip of its parts.
    public init(_ rule: Rule, name: [UInt8]?, count: Int64 = 1) {
        self.rule = rule
        self.name = name
        self.count = count
        problem = nil
    }

    /// Makes one of a rule that can keep nothing out.
    public init(_ rule: Rule, problem: String) {
        self.rule = rule
        name = nil
        count = 0
        self.problem = problem
    }
}
