/// The rules about paths of one source.
///
/// They need to know what holds in a folder. That is kept outside, as *states*:
/// for each rule that can still match in the folder or below, the last rule
/// first, its place in the list and then the words of its ``PathMachine``.
struct PathRules: Sendable {
    private struct PathRule: Sendable {
        let number: Int
        let foldersOnly: Bool
        let tokens: Range<Int>
        let sets: Range<Int>
    }

    /// The states in the folder whose rules these are.
    private(set) var start: [UInt64] = []

    private var list: [PathRule] = []
    // Of all rules in one row each: nothing is counted as held or let go of while rules are asked.
    private var tokens: [PatternToken] = []
    private var sets: [ByteSet] = []

    init(_ rules: [ExcludeRule]) {
        for (number, rule) in rules.enumerated().reversed() {
            guard case .path(let pattern) = rule.pattern.matcher else { continue }
            start.append(UInt64(list.count))
            start += pattern.withMachine(\.start)
            list.append(
                PathRule(
                    number: number,
                    foldersOnly: rule.pattern.foldersOnly,
                    tokens: tokens.count..<tokens.count + pattern.tokens.count,
                    sets: sets.count..<sets.count + pattern.sets.count
                )
            )
            tokens += pattern.tokens
            sets += pattern.sets
        }
    }

    /// The number of the last rule that matches an item of a folder.
    func lastRule(matching name: UnsafeRawBufferPointer, isFolder: Bool, states: [UInt64]) -> Int? {
        var found: Int?
        forEach(in: states) { _, rule, machine, words in
            guard isFolder || !rule.foldersOnly, machine.accepts(name, from: words) else { return true }
            found = rule.number
            return false
        }
        return found
    }

    /// The states in a folder of a folder.
    ///
    /// - Parameters:
    ///   - name: The name of the inner folder.
    ///   - states: Those in the outer one.
    /// - Returns: Those in the inner one.
    func states(in name: UnsafeRawBufferPointer, from states: [UInt64]) -> [UInt64] {
        var result: [UInt64] = []
        forEach(in: states) { place, _, machine, words in
            result.append(UInt64(place))
            if !machine.advance(name, from: words, into: &result) { result.removeLast() }
            return true
        }
        return result
    }

    /// Calls a closure for each rule in some states, until it returns false.
    private func forEach(
        in states: [UInt64],
        _ body: (Int, PathRule, PathMachine, UnsafeBufferPointer<UInt64>) -> Bool
    ) {
        states.withUnsafeBufferPointer { states in
            list.withUnsafeBufferPointer { list in
                tokens.withUnsafeBufferPointer { tokens in
                    sets.withUnsafeBufferPointer { sets in
                        var next = 0
                        while next < states.count {
                            let place = Int(states[next])
                            let rule = list[place]
                            let machine = PathMachine(
                                tokens: UnsafeBufferPointer(rebasing: tokens[rule.tokens]),
                                sets: UnsafeBufferPointer(rebasing: sets[rule.sets])
                            )
                            let end = next + 1 + PathMachine.wordCount(rule.tokens.count)
                            let words = UnsafeBufferPointer(rebasing: states[(next + 1)..<end])
                            guard body(place, rule, machine, words) else { return }
                            next = end
                        }
                    }
                }
            }
        }
    }
}
