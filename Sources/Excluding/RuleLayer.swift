/// The rules of one source, as they are in force in one folder.
struct RuleLayer: Sendable {
    let rules: RuleSet

    /// The path of the folder whose ignore file it is; nil for the patterns given with the root.
    let folder: [UInt8]?

    /// What holds of the rules about paths, see ``PathRules``; empty when none can match here or below.
    let states: [UInt64]

    init(_ file: ExcludeFile) {
        self.init(rules: file.rules, folder: file.folder, states: file.rules.paths.start)
    }

    init(rules: RuleSet, folder: [UInt8]?, states: [UInt64]) {
        self.rules = rules
        self.folder = folder
        self.states = states
    }

    /// The layer in a folder of the folder; nil when it is this very one.
    func entering(_ name: UnsafeRawBufferPointer) -> RuleLayer? {
        if states.isEmpty { return nil }
        let inner = rules.paths.states(in: name, from: states)
        return inner == states ? nil : RuleLayer(rules: rules, folder: folder, states: inner)
    }

    /// What the last rule that matches says.
    func verdict(on name: UnsafeRawBufferPointer, isFolder: Bool) -> Verdict? {
        guard let number = rules.lastRule(matching: name, isFolder: isFolder, states: states) else { return nil }
        let rule = rules.rules[number]
        return Verdict(
            reason: folder == nil ? .exclude : .ignoreFile,
            rule: rule.pattern.text,
            takesIn: rule.pattern.takesIn,
            folder: folder,
            line: rule.line
        )
    }
}
