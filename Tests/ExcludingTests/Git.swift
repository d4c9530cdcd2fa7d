import Excluding
import TestSupport
import Testing

/// git, asked what it would leave out: the second opinion on every rule.
struct Git {
    /// Whether there is one; prints why tests are skipped when there is not.
    static let isThere: Bool = {
        let isThere = isProgram(program)
        if !isThere { print("skipped: no git at /usr/bin/git to compare with") }
        return isThere
    }()

    /// What decides about one path, in git's words.
    struct Answer: Equatable, CustomStringConvertible {
        /// The file with the rule, relative to the root; empty when nothing decides.
        var source: [UInt8] = []
        var line = 0
        var rule: [UInt8] = []

        var description: String {
            "\(String(decoding: source, as: UTF8.self)):\(line): \(String(decoding: rule, as: UTF8.self))"
        }
    }

    private static let program = Array("/usr/bin/git".utf8)
    private let root: [UInt8]

    /// Makes a repository of a folder.
    init(in root: [UInt8]) throws {
        self.root = root
        _ = try run(["init", "--quiet", "--template="])
        // An empty template leaves this folder out.
        _ = try MadeFolder(path: root + Array("/.git".utf8)).makeFolder("info".utf8)
    }

    /// What decides about each path; for an item below a folder that is left out, what leaves out that folder.
    func answers(about paths: [[UInt8]]) throws -> [Answer] {
        let input = Array(paths.joined(separator: [0])) + [0]
        let output = try run(["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"], input: input)
        let fields = output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
        return stride(from: 0, to: fields.count, by: 4).map { start in
            let line = Int(String(decoding: fields[start + 1], as: UTF8.self)) ?? 0
            return Answer(source: fields[start], line: line, rule: fields[start + 2])
        }
    }

    private func run(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
        // No configuration but its own: a user's may name more rules.
        let environment = ["GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "HOME=/nowhere", "LC_ALL=C"]
        let end = try runProcess(
            Self.program,
            arguments.map { Array($0.utf8) },
            environment: environment.map { Array($0.utf8) },
            folder: root,
            input: input
        )
        #expect(end.errors.isEmpty, "\(String(decoding: end.errors, as: UTF8.self))")
        return end.output
    }
}
