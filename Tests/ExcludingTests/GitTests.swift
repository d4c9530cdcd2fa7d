import Excluding
import TestSupport
import Testing

/// Random patterns and ignore files against git itself.
@Suite(.enabled(if: Git.isThere), .timeLimit(.minutes(15))) struct GitTests {
    @Test("random ignore files say of every item what git says")
    func randomFiles() throws {
        var generator = SeededGenerator()
        try withTemporaryFolder { temporary in
            let git = try Git(in: temporary.path)
            let tree = try IgnoreTree(in: temporary, using: &generator)
            var decided = 0
            for round in 0..<120 {
                let globs = RandomPattern.globs(using: &generator)
                try writeFile(temporary.path(of: ".git/info/exclude".utf8), Array(globs.joined(separator: [10])))
                var files: [[UInt8]: [UInt8]] = [:]
                for folder in tree.folders where folder.isEmpty || generator.chance(1, in: 8) {
                    let content = RandomPattern.file(using: &generator)
                    files[folder] = content
                    try writeFile(temporary.path(of: folder + Array(".gitignore".utf8)), content)
                }
                let parsed = try files.map { try ExcludeFile($0.value, in: $0.key) }
                let byFolder = Dictionary(uniqueKeysWithValues: parsed.map { ($0.folder, $0) })
                let rules = ExcludeRules(defaults: false, globs: globs)
                let answers = try git.answers(about: tree.items.map(\.path))
                try #require(answers.count == tree.items.count)
                for (item, expected) in zip(tree.items, answers) {
                    if expected != Git.Answer() { decided += 1 }
                    let found = answer(about: item, rules, globs: globs, files: byFolder)
                    guard found != expected else { continue }
                    Issue.record(
                        """
                        round \(round): \(item) is decided by \(found), git says \(expected), \
                        with the files \(files.mapValues(text)) and the patterns \(globs.map(text))
                        """
                    )
                }
                for folder in files.keys { try temporary.folder.remove(folder + Array(".gitignore".utf8)) }
            }
            print("compared with git: \(decided) items about which a rule decides")
            #expect(decided > 1_000)
        }
    }

    @Test(
        "each byte is in the sets in which git has it",
        arguments: [
            "n[[:alnum:]]", "n[[:alpha:]]", "n[[:blank:]]", "n[[:cntrl:]]", "n[[:digit:]]", "n[[:graph:]]",
            "n[[:lower:]]", "n[[:print:]]", "n[[:punct:]]", "n[[:space:]]", "n[[:upper:]]", "n[[:xdigit:]]",
            "n[![:alnum:]]", "n[!a]", "n[^[:space:]b-y]", "n?", "n[]-a]", "n[!]-a]", "n[Z-\\]]", "n[[:alpha:]-9]",
            "/n[!a]",
        ]
    )
    func sets(line: String) throws {
        let names = (UInt8(1)...255).filter { $0 != UInt8(ascii: "/") }.map { [UInt8(ascii: "n"), $0] }
        let pattern = ExcludePattern(glob: Array(line.utf8))
        try withTemporaryFolder { temporary in
            let git = try Git(in: temporary.path)
            try writeFile(temporary.path(of: ".gitignore".utf8), Array(line.utf8))
            let answers = try git.answers(about: names)
            try #require(answers.count == names.count)
            for (name, answer) in zip(names, answers) {
                #expect(pattern.matches(path: name, isFolder: false) == (answer.line == 1), "\(name)")
            }
        }
    }

    /// What decides about an item, asked step by step as a walk does.
    private func answer(
        about item: IgnoreTree.Item,
        _ rules: ExcludeRules,
        globs: [[UInt8]],
        files: [[UInt8]: ExcludeFile]
    ) -> Git.Answer {
        var rules = rules
        var folder: [UInt8] = []
        let names = item.path.split(separator: UInt8(ascii: "/")).map(Array.init)
        for (depth, name) in names.enumerated() {
            if let file = files[folder] { rules = rules.adding(file) }
            let isLast = depth == names.count - 1
            let decision = name.withUnsafeBytes { rules.decision(on: $0, isFolder: !isLast || item.isFolder) }
            if let decision, isLast || !decision.takesIn { return answer(decision, globs) }
            rules = rules.entering(name)
            folder += name + [UInt8(ascii: "/")]
        }
        return Git.Answer()
    }

    private func answer(_ decision: Verdict, _ globs: [[UInt8]]) -> Git.Answer {
        if let folder = decision.folder, let line = decision.line {
            return Git.Answer(source: folder + Array(".gitignore".utf8), line: line, rule: decision.rule)
        }
        // Which of several equal ones it is cannot be told, and does not matter: the last.
        let line = (globs.lastIndex(of: decision.rule) ?? -1) + 1
        return Git.Answer(source: Array(".git/info/exclude".utf8), line: line, rule: decision.rule)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
}
