import Excluding
import TestSupport
import Testing

/// Which of several rules decides.
@Suite struct ExcludeRulesTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func file(_ content: String, in folder: String = "/r") throws -> ExcludeFile {
        try ExcludeFile(bytes(content), in: bytes(folder))
    }

    private func rules(defaults: Bool = true, _ globs: String...) -> ExcludeRules {
        ExcludeRules(defaults: defaults, globs: globs.map { Array($0.utf8) })
    }

    private func verdict(_ rules: ExcludeRules, _ name: String, isFolder: Bool = false) -> Verdict? {
        rules.verdict(on: bytes(name), isFolder: isFolder)
    }

    @Test("without any rule nothing is left out")
    func none() {
        for name in ["@eaDir", "._a", "a", ""] {
            #expect(verdict(rules(defaults: false), name, isFolder: true) == nil)
            #expect(verdict(rules(defaults: false), name) == nil)
        }
    }

    @Test("a default rule is named by its text, in every folder")
    func defaults() {
        for rules in [rules(), rules().entering(bytes("a")), rules("b").entering(bytes("a"))] {
            let verdict = verdict(rules, "@eaDir", isFolder: true)
            #expect(verdict?.reason == .defaultExclude)
            #expect(verdict?.rule == bytes("@eaDir"))
            #expect(verdict?.folder == nil && verdict?.line == nil)
            #expect(self.verdict(rules, "._a.jpg")?.rule == bytes("._*"))
            #expect(self.verdict(rules, "@eaDir") == nil)
        }
    }

    @Test("a pattern given with the root is named as it was written")
    func glob() {
        let verdict = verdict(rules("a", "*.tmp", "/c"), "x.tmp")
        #expect(verdict?.reason == .exclude)
        #expect(verdict?.rule == bytes("*.tmp"))
        #expect(verdict?.folder == nil && verdict?.line == nil && verdict?.takesIn == false)
    }

    @Test("a pattern given with the root is no line: a hash is no comment, spaces at the end count")
    func globIsNoLine() {
        #expect(verdict(rules(defaults: false, "#recycle"), "#recycle") != nil)
        #expect(verdict(rules(defaults: false, "a "), "a ") != nil)
        #expect(verdict(rules(defaults: false, "a "), "a") == nil)
    }

    @Test("of the patterns given with the root the last that matches decides")
    func globOrder() {
        #expect(verdict(rules("*", "!a"), "a") == nil)
        #expect(verdict(rules("!a", "*"), "a")?.rule == bytes("*"))
    }

    @Test("a pattern with an exclamation mark takes in what a default leaves out")
    func globBeforeDefaults() throws {
        #expect(verdict(rules("!@eaDir"), "@eaDir", isFolder: true) == nil)
        let inFile = rules().adding(try file("!._keep"))
        #expect(verdict(inFile, "._keep") == nil)
        #expect(verdict(inFile, "._other")?.reason == .defaultExclude)
    }

    @Test("a rule that takes an item in can be asked for")
    func decision() throws {
        let rules = rules("*.tmp").adding(try file("\n!a.tmp", in: "/r/x"))
        let decision = bytes("a.tmp").withUnsafeBytes { rules.decision(on: $0, isFolder: false) }
        #expect(decision?.takesIn == true)
        #expect(decision?.rule == bytes("!a.tmp"))
        #expect(decision?.folder == bytes("/r/x"))
        #expect(decision?.line == 2)
        #expect(decision?.reason == .ignoreFile)
    }

    @Test("a deeper ignore file decides before one above, and any before the patterns of the root")
    func depth() throws {
        let top = rules("a", "!b").adding(try file("!a\nb\n*.x", in: "/r"))
        #expect(verdict(top, "a") == nil)
        #expect(verdict(top, "b")?.folder == bytes("/r"))
        let inner = top.entering(bytes("i")).adding(try file("a\n!b\n!1.x", in: "/r/i"))
        #expect(verdict(inner, "a")?.folder == bytes("/r/i"))
        #expect(verdict(inner, "b") == nil)
        #expect(verdict(inner, "1.x") == nil)
        #expect(verdict(inner, "2.x")?.folder == bytes("/r"))
        // The rules of the folder above are as they were.
        #expect(verdict(top, "b")?.folder == bytes("/r"))
        #expect(verdict(top.entering(bytes("j")), "a") == nil)
    }

    @Test("a path counts from the folder of its rule")
    func paths() throws {
        let top = rules(defaults: false, "/x/a").adding(try file("y/*/b\n/top", in: "/r"))
        #expect(verdict(top, "a") == nil)
        #expect(verdict(top, "top")?.line == 2)
        #expect(verdict(top.entering(bytes("x")), "a")?.reason == .exclude)
        #expect(verdict(top.entering(bytes("x")), "top") == nil)
        #expect(verdict(top.entering(bytes("x")).entering(bytes("x")), "a") == nil)
        let below = top.entering(bytes("y")).entering(bytes("q"))
        #expect(verdict(below, "b")?.line == 1)
        #expect(verdict(below.entering(bytes("b")), "b") == nil)
        let own = top.entering(bytes("y")).adding(try file("/z/b", in: "/r/y"))
        #expect(verdict(own.entering(bytes("z")), "b")?.folder == bytes("/r/y"))
        #expect(verdict(own.entering(bytes("w")), "b")?.folder == bytes("/r"))
    }

    @Test("everything in a folder with .nomedia is left out, and below, whatever else says")
    func noMedia() throws {
        let rules = rules("!*").adding(try file("!*")).addingNoMedia(in: bytes("/r/n"))
        let below = rules.entering(bytes("a")).adding(try file("!*")).entering(bytes("b"))
        let belowAnother = below.addingNoMedia(in: bytes("/r/n/a/b"))
        for rules in [rules, below, belowAnother] {
            for isFolder in [false, true] {
                let verdict = verdict(rules, "x.jpg", isFolder: isFolder)
                #expect(verdict?.reason == .noMedia)
                #expect(verdict?.rule == bytes(".nomedia"))
                #expect(verdict?.folder == bytes("/r/n"))
            }
        }
    }

    @Test("random patterns say the same of a path at once and folder by folder")
    func stepByStep() throws {
        var generator = SeededGenerator()
        var matched = 0
        for _ in 0..<6_000 {
            let glob = RandomPattern.glob(using: &generator)
            let pattern = ExcludePattern(glob: glob)
            let names = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in generator.chance(1, in: 2) ? UInt8(97) : 98 }
            }
            let isFolder = generator.chance(1, in: 2)
            var rules = ExcludeRules(defaults: false, globs: [bytes("/no"), glob, bytes("no/**")])
            for name in names.dropLast() { rules = rules.entering(name) }
            let decision = names[names.count - 1].withUnsafeBytes { rules.decision(on: $0, isFolder: isFolder) }
            let isMatch = pattern.matches(path: Array(names.joined(separator: bytes("/"))), isFolder: isFolder)
            #expect((decision?.rule == glob) == isMatch, "\(glob) \(names)")
            if isMatch { matched += 1 }
        }
        #expect(matched > 300)
    }
}
