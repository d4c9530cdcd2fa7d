import Excluding
import Testing

/// An ignore file as it is read.
@Suite struct ExcludeFileTests {
    /// The line that decides about a file in the folder of the ignore file.
    private func line(_ content: String, about name: String, isFolder: Bool = false) throws -> Int? {
        let file = try ExcludeFile(Array(content.utf8), in: Array("/r".utf8))
        let rules = ExcludeRules(defaults: false).adding(file)
        let decision = Array(name.utf8).withUnsafeBytes { rules.decision(on: $0, isFolder: isFolder) }
        #expect(decision.map(\.folder) ?? file.folder == Array("/r".utf8))
        return decision?.line
    }

    @Test(
        "lines are counted from one, with comments and empty ones, whatever ends them",
        arguments: [
            ("a", 1), ("a\n", 1), ("\na", 2), ("# a\n\n  \na\n", 4), ("b\r\na\r\n", 2), ("\r\na", 2), ("a\r", 1),
            ("\u{FEFF}a", 1), ("\u{FEFF}# x\na", 2), ("\n\u{FEFF}a", nil), ("a\r\r\n", nil), ("", nil), ("\n", nil),
        ]
    )
    func lines(content: String, line: Int?) throws {
        #expect(try self.line(content, about: "a") == line)
    }

    @Test(
        "the last line that matches decides, whatever sort of pattern it has",
        arguments: [
            ("a\n*\n/a\n", 3), ("/a\n*\na\n", 3), ("/a\na\n*\n", 3), ("*\n/a\nb\n", 2), ("a\n/b\n?b\n", 1),
            ("a\na\na\n", 3), ("a\na/\n", 1), ("?\n/a/\n", 1), ("[a]\n*a\n", 2), ("/*\n[b]\n", 1),
            ("a\n!a\n[a\n", 2), ("**/a\n/b\n", 1),
        ]
    )
    func lastLine(content: String, line: Int) throws {
        #expect(try self.line(content, about: "a") == line)
    }

    @Test("a line about folders says nothing of a file")
    func folders() throws {
        #expect(try line("*\na/\n", about: "a", isFolder: true) == 2)
        #expect(try line("*\na/\n", about: "a", isFolder: false) == 1)
        #expect(try line("a/\n", about: "a", isFolder: false) == nil)
    }

    @Test("each of many plain names is found in its own line")
    func manyNames() throws {
        let names = (0..<3_000).map { "name\($0 * 7_919 % 3_000)" }
        let content = names.joined(separator: "\n")
        let file = try ExcludeFile(Array(content.utf8), in: [])
        let rules = ExcludeRules(defaults: false).adding(file)
        for (number, name) in names.enumerated() {
            #expect(rules.verdict(on: Array(name.utf8), isFolder: false)?.line == number + 1)
        }
        for name in ["name", "name3000", "nam", "xame1", "name01"] {
            #expect(rules.verdict(on: Array(name.utf8), isFolder: false) == nil)
        }
    }

    @Test("a line that makes no sense is told with its number and reason, and matches nothing")
    func badLines() throws {
        let file = try ExcludeFile(Array("a\n[b\n# [\n!\nc\\\r\nd\0\n".utf8), in: [])
        #expect(file.badLines.map(\.number) == [2, 4, 5, 6])
        #expect(file.badLines.map(\.problem) == [.openSet, .empty, .openEscape, .zeroByte])
        #expect(file.badLines.map(\.text) == ["[b", "!", "c\\", "d\0"].map { Array($0.utf8) })
        let rules = ExcludeRules(defaults: false).adding(file)
        for name in ["[b", "b", "!", "c", "c\\", "d"] {
            #expect(rules.verdict(on: Array(name.utf8), isFolder: false) == nil)
        }
    }

    @Test("a file in UTF-16 leaves out nothing, although it would begin with a star")
    func otherEncoding() throws {
        let content: [UInt8] = [0xFF, 0xFE] + Array("*.tmp\n*\n".utf8).flatMap { [$0, 0] }
        let rules = ExcludeRules(defaults: false).adding(try ExcludeFile(content, in: []))
        #expect(rules.verdict(on: Array("a.jpg".utf8), isFolder: false) == nil)
    }

    @Test("a file of one mebibyte is read, one byte more is refused with its size")
    func size() throws {
        let largest = [UInt8](repeating: UInt8(ascii: "\n"), count: ExcludeFile.largestSize - 1) + [UInt8(ascii: "a")]
        let rules = ExcludeRules(defaults: false).adding(try ExcludeFile(largest, in: []))
        #expect(rules.verdict(on: Array("a".utf8), isFolder: false)?.line == 1_048_576)
        let error = #expect(throws: ExcludeFileError.self) { try ExcludeFile(largest + [10], in: Array("/r".utf8)) }
        #expect(error?.size == 1_048_577)
        #expect(error?.description == "/r: 1048577 bytes are too many for an ignore file, at most 1048576")
    }
}
