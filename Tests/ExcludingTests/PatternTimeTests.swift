import Excluding
import TestSupport
import Testing

/// No pattern takes more time than the product of the lengths, and none needs a stack.
@Suite(.timeLimit(.minutes(15))) struct PatternTimeTests {
    /// A text written so many times in a row, with what is before and after it.
    struct Repeated: Sendable {
        var start = ""
        let middle: String
        let count: Int
        var end = ""

        var bytes: [UInt8] { Array((start + String(repeating: middle, count: count) + end).utf8) }
    }

    @Test(
        "a pattern that makes a naive matcher try for ever is done at once",
        arguments: [
            // The end fits nowhere, and each star could take anything.
            (Repeated(middle: "*a", count: 100, end: "b"), Repeated(middle: "a", count: 255)),
            (Repeated(start: "x/", middle: "*a", count: 100, end: "b"), Repeated(start: "x/", middle: "a", count: 255)),
            (Repeated(middle: "**/a/", count: 200, end: "b"), Repeated(middle: "a/", count: 2_000, end: "c")),
            (Repeated(middle: "**/*a/", count: 50, end: "b"), Repeated(middle: "aa/", count: 2_000, end: "c")),
            (Repeated(middle: "a/**/", count: 50, end: "?b"), Repeated(middle: "a/", count: 2_000, end: "c")),
        ]
    )
    func backtracking(glob: Repeated, path: Repeated) {
        let pattern = ExcludePattern(glob: glob.bytes)
        #expect(pattern.problem == nil)
        #expect(!pattern.matches(path: path.bytes, isFolder: false))
    }

    @Test(
        "a pattern of hundreds of thousands of bytes is read and matched without a deep stack",
        arguments: [
            (Repeated(start: "[", middle: "[:", count: 300_000), ExcludePattern.Problem.openSet, false),
            (Repeated(start: "[", middle: "[:", count: 300_000, end: "x]"), nil, false),
            (Repeated(middle: "*a", count: 300_000), nil, false),
            (Repeated(middle: "**/", count: 200_000, end: "a"), nil, true),
            (Repeated(middle: "**/", count: 200_000, end: "b"), nil, false),
            (Repeated(middle: "a/", count: 300_000, end: "b"), nil, false),
            (Repeated(middle: "[a]", count: 200_000), nil, false),
            (Repeated(middle: "*", count: 300_000), nil, true),
        ]
    )
    func long(glob: Repeated, problem: ExcludePattern.Problem?, matchesA: Bool) {
        let pattern = ExcludePattern(glob: glob.bytes)
        #expect(pattern.problem == problem)
        #expect(pattern.matches(path: Array("a".utf8), isFolder: true) == matchesA)
    }

    @Test("random bytes never trap, neither as patterns nor as names")
    func randomBytes() {
        var generator = SeededGenerator()
        for _ in 0..<20_000 {
            let pattern = ExcludePattern(glob: bytes(using: &generator))
            let path = bytes(using: &generator)
            let isMatch = pattern.matches(path: path, isFolder: true)
            #expect(!isMatch || pattern.problem == nil)
        }
    }

    private func bytes(using generator: inout SeededGenerator) -> [UInt8] {
        let special = Array("[]!^-:*?/\\ \r\0ab".utf8)
        return (0..<Int.random(in: 0...24, using: &generator)).map { _ in
            if generator.chance(1, in: 4) { return UInt8.random(in: .min ... .max, using: &generator) }
            return special.randomElement(using: &generator) ?? 0
        }
    }
}
