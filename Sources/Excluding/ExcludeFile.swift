/// The rules of one `.imgindexignore` file, in the syntax of gitignore.
///
/// One pattern a line, see ``ExcludePattern/init(line:)``; a line ends with a
/// line feed, a carriage return before it does not count, and the last line
/// needs no end. A UTF-8 byte order mark at the start does not count. The last
/// line that matches an item decides.
///
/// Immutable; can be used from any number of threads. A copy costs nothing.
public struct ExcludeFile: Sendable {
    /// The name of such files.
    public static let name = Array(".imgindexignore".utf8)

    /// The most bytes that a file can have: 1 MiB.
    ///
    /// What people write has some hundred bytes. The bound keeps a mistaken
    /// file of that name from being read into memory.
    public static let largestSize = 1 << 20

    /// A line whose pattern makes no sense, and which therefore matches nothing.
    public struct BadLine: Hashable, Sendable {
        /// Its number, counted from 1.
        public let number: Int
        /// The pattern as it was written.
        public let text: [UInt8]
        /// What is wrong with it.
        public let problem: ExcludePattern.Problem
    }

    /// The path of the folder that holds the file, as it was given.
    public let folder: [UInt8]

    /// The lines that make no sense, in their order.
    public var badLines: [BadLine] {
        rules.rules.compactMap { rule in
            guard let line = rule.line, let problem = rule.pattern.problem else { return nil }
            return BadLine(number: line, text: rule.pattern.text, problem: problem)
        }
    }

    let rules: RuleSet

    /// Reads the content of a file.
    ///
    /// - Parameters:
    ///   - content: All bytes of the file; any bytes are fine.
    ///   - folder: The path of the folder that holds it, for ``Verdict/folder``.
    /// - Throws: ``ExcludeFileError`` when there are more than ``largestSize``.
    /// - Complexity: O(n log n) in the number of bytes.
    public init(_ content: [UInt8], in folder: [UInt8]) throws(ExcludeFileError) {
        guard content.count <= Self.largestSize else {
            throw ExcludeFileError(folder: folder, size: content.count)
        }
        self.folder = folder
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = content.starts(with: mark) ? content.dropFirst(mark.count) : content[...]
        var rules: [ExcludeRule] = []
        for (number, line) in text.split(separator: .newline, omittingEmptySubsequences: false).enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let pattern = ExcludePattern(line: Array(line)) else { continue }
            rules.append(ExcludeRule(pattern: pattern, line: number + 1))
        }
        self.rules = RuleSet(rules)
    }
}
