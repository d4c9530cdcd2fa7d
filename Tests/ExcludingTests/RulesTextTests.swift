import Excluding
import TestSupport
import Testing

/// The rules of a root as a text.
@Suite struct RulesTextTests {
    private func text(defaults: Bool = false, _ globs: [UInt8]...) -> String {
        ExcludeRules(defaults: defaults, globs: globs).text
    }

    @Test("no rules are an empty text")
    func none() {
        #expect(text().isEmpty)
    }

    @Test("the defaults are a line each")
    func defaults() {
        let lines = text(defaults: true, Array("*.tmp".utf8)).split(separator: "\n")
        #expect(lines.dropLast() == DefaultExcludes.rules.map { "default \($0.text)" }[...])
        #expect(lines.last == "exclude *.tmp")
    }

    @Test(
        "a pattern can be read in the text, and what is no plain text is escaped",
        arguments: [
            (Array("a".utf8), "a"), (Array("!\\# /b/".utf8), "!\\# /b/"), (Array("\u{E9}%\n".utf8), "\u{E9}%25%0A"),
            ([0xC3, 0xA9, 0xFF, 0x7F, 0x41], "%C3%A9%FF%7FA"), ([], ""),
        ]
    )
    func escapes(glob: [UInt8], expected: String) {
        #expect(text(glob).utf8.elementsEqual("exclude \(expected)".utf8))
    }

    @Test("the text is the same below the root, whatever ignore files there are")
    func everywhere() throws {
        let root = ExcludeRules(defaults: true, globs: [Array("/a/b".utf8), Array("c".utf8)])
        var rules = root
        for _ in 0..<40 {
            rules = rules.adding(try ExcludeFile(Array("x\n/y/z".utf8), in: [])).entering(Array("a".utf8))
            #expect(rules.text == root.text)
        }
    }

    @Test("other rules have another text")
    func unequal() {
        let a = Array("a".utf8)
        let b = Array("b".utf8)
        let texts = [
            text(), text(defaults: true), text(a), text(b), text(a, b), text(b, a), text(a, a), text(a + [10] + b),
            text(Array("a\nexclude b".utf8)), text([0xFF]), text(Array("%FF".utf8)), text([]), text(defaults: true, a),
        ]
        #expect(Set(texts).count == texts.count)
    }
}
