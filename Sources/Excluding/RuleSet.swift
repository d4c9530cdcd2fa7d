/// A pattern and where it stands.
struct ExcludeRule: Sendable {
    let pattern: ExcludePattern
    /// Counted from 1; nil where there are no lines.
    let line: Int?
}

/// The rules of one source, made ready to be asked: the last that matches wins.
final class RuleSet: Sendable {
    let rules: [ExcludeRule]

    /// The rules about paths.
    let paths: PathRules

    /// The rules about names.
    let names: NameRules

    init(_ rules: [ExcludeRule]) {
        self.rules = rules
        names = NameRules(rules)
        paths = PathRules(rules)
    }

    /// The number of the last rule that matches an item of a folder.
    ///
    /// - Complexity: That of the rules in `states`, and of ``NameRules``.
    func lastRule(matching name: UnsafeRawBufferPointer, isFolder: Bool, states: [UInt64]) -> Int? {
        let pathRule = states.isEmpty ? nil : paths.lastRule(matching: name, isFolder: isFolder, states: states)
        return names.lastRule(matching: name, isFolder: isFolder, after: pathRule)
    }
}
