/// A pattern and where it stands.
struct ExcludeRule: Sendable {
    let pattern: ExcludePattern
    /// Counted from 1; nil where there are no lines.
    let line: Int?
}

/// The rules of one source, made ready to be asked: the last that matches wins.
///
/// Rules about names need the name only. Rules about paths need to know what
/// holds in the folder; that is kept outside, as *states*: for each rule that
/// can still match in the folder or below, the last rule first, its number and
/// then the words of its ``PathGlob``.
final class RuleSet: Sendable {
    let rules: [ExcludeRule]

    /// The states in the folder whose rules these are.
    let startStates: [UInt64]

    private let names: NameRules

    init(_ rules: [ExcludeRule]) {
        self.rules = rules
        names = NameRules(rules)
        var states: [UInt64] = []
        for (number, rule) in rules.enumerated().reversed() {
            guard case .path(let glob) = rule.pattern.matcher else { continue }
            states.append(UInt64(number))
            states += glob.start
        }
        startStates = states
    }

    /// The number of the last rule that matches an item of a folder.
    ///
    /// - Complexity: That of the rules in `states`, and of ``NameRules``.
    func lastRule(matching name: UnsafeRawBufferPointer, isFolder: Bool, states: [UInt64]) -> Int? {
        var pathRule: Int?
        if !states.isEmpty {
            pathRule = states.withUnsafeBufferPointer { states in
                Self.lastPathRule(of: rules, matching: name, isFolder: isFolder, states: states)
            }
        }
        return names.lastRule(matching: name, isFolder: isFolder, after: pathRule)
    }

    private static func lastPathRule(
        of rules: [ExcludeRule],
        matching name: UnsafeRawBufferPointer,
        isFolder: Bool,
        states: UnsafeBufferPointer<UInt64>
    ) -> Int? {
        var place = 0
        while let (number, pattern, glob, words) = next(of: rules, in: states, &place) {
            if pattern.foldersOnly && !isFolder { continue }
            if glob.accepts(name, from: words) { return number }
        }
        return nil
    }

    /// The states in a folder of a folder.
    ///
    /// - Parameters:
    ///   - name: The name of the inner folder.
    ///   - states: Those in the outer one.
    /// - Returns: Those in the inner one.
    func states(in name: UnsafeRawBufferPointer, from states: [UInt64]) -> [UInt64] {
        var result: [UInt64] = []
        states.withUnsafeBufferPointer { states in
            var place = 0
            while let (number, _, glob, words) = Self.next(of: rules, in: states, &place) {
                result.append(UInt64(number))
                if !glob.advance(name, from: words, into: &result) { result.removeLast() }
            }
        }
        return result
    }

    private static func next(
        of rules: [ExcludeRule],
        in states: UnsafeBufferPointer<UInt64>,
        _ place: inout Int
    ) -> (Int, ExcludePattern, PathGlob, UnsafeBufferPointer<UInt64>)? {
        guard place < states.count else { return nil }
        let number = Int(states[place])
        let pattern = rules[number].pattern
        // States hold rules about paths only.
        guard case .path(let glob) = pattern.matcher else { return nil }
        let words = UnsafeBufferPointer(rebasing: states[(place + 1)...].prefix(glob.wordCount))
        place += 1 + glob.wordCount
        return (number, pattern, glob, words)
    }
}
