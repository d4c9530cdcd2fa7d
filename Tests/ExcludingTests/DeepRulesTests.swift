import Excluding
import Testing

/// Chains of folders of any depth.
@Suite(.timeLimit(.minutes(15))) struct DeepRulesTests {
    private let name = Array("d".utf8)

    // 16 files are one block: 100,000 blocks, each of which would need a frame.
    @Test("a chain of 1,600,000 folders with an ignore file each is let go of without a deep stack")
    func manyFiles() throws {
        let file = try ExcludeFile(Array("a\n!b".utf8), in: [])
        let top = try ExcludeFile(Array("deep".utf8), in: Array("/top".utf8))
        var rules = ExcludeRules(defaults: true).adding(top)
        for _ in 0..<1_600_000 { rules = rules.entering(name).adding(file) }
        #expect(rules.verdict(on: Array("deep".utf8), isFolder: false)?.folder == Array("/top".utf8))
        #expect(rules.verdict(on: Array("b".utf8), isFolder: false) == nil)
        rules = ExcludeRules(defaults: false)
        #expect(rules.verdict(on: Array("deep".utf8), isFolder: false) == nil)
    }

    @Test("a rule about paths is in force 100,000 folders below, at the same cost a folder")
    func deepPath() throws {
        var rules = ExcludeRules(defaults: false, globs: ["d/**/x/y", "/d/no", "**/d/a"].map { Array($0.utf8) })
        var held: [ExcludeRules] = []
        for _ in 0..<100_000 {
            rules = rules.entering(name)
            held.append(rules)
        }
        #expect(rules.verdict(on: Array("a".utf8), isFolder: false)?.rule == Array("**/d/a".utf8))
        #expect(rules.verdict(on: Array("y".utf8), isFolder: false) == nil)
        #expect(rules.entering(Array("x".utf8)).verdict(on: Array("y".utf8), isFolder: false) != nil)
        #expect(held[0].verdict(on: Array("no".utf8), isFolder: false) != nil)
        #expect(held[1].verdict(on: Array("no".utf8), isFolder: false) == nil)
    }

    @Test(
        "more ignore files above than fit one block of rules keep their order and their paths",
        arguments: [15, 16, 17, 50]
    )
    func blocks(depth: Int) throws {
        var rules = ExcludeRules(defaults: false, globs: [Array("p*".utf8)])
        for level in 0..<depth {
            let content = "own\(level)\n/d/path\(level)\nall"
            rules = rules.adding(try ExcludeFile(Array(content.utf8), in: Array("/\(level)".utf8))).entering(name)
        }
        #expect(rules.verdict(on: Array("all".utf8), isFolder: false)?.folder == Array("/\(depth - 1)".utf8))
        for level in 0..<depth {
            let own = rules.verdict(on: Array("own\(level)".utf8), isFolder: false)
            #expect(own?.folder == Array("/\(level)".utf8))
            // Only the last folder is one below the folder of its rule.
            let path = rules.verdict(on: Array("path\(level)".utf8), isFolder: false)
            #expect(path?.reason == (level == depth - 1 ? .ignoreFile : .exclude))
        }
    }
}
