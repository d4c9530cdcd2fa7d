/// The rules in force in one folder: which of its items are left out, and why.
///
/// A walk makes one value for a root and hands it down:
///
/// ```swift
/// var rules = ExcludeRules(defaults: true, globs: globs)       // for the root
/// if let file { rules = rules.adding(file) }                   // its ignore file, when it was listed
/// if rules.verdict(on: name, isFolder: true) == nil {          // for each item
///     let inner = rules.entering(name)                         // for a folder that is walked
/// }
/// ```
///
/// What decides, the first that says something:
///
/// 1. `.nomedia`: nothing in a folder that holds such a file, nor below, is
///    taken in, whatever else says (the rule of Android's MediaStore).
/// 2. The ignore files, that of the deepest folder first; in each the last line
///    that matches.
/// 3. The patterns given with the root, the last that matches.
/// 4. ``DefaultExcludes``.
///
/// So a pattern with `!` takes in what a weaker rule leaves out. Nothing takes
/// in what is below a folder that is left out: that folder is not listed at
/// all, and its rules are never made. (As in git.)
///
/// Immutable; can be used from any number of threads. A copy costs nothing:
/// what folders have in common is shared on the heap, and is let go of without
/// a deep stack however deep the folder is.
public struct ExcludeRules: Sendable {
    /// The name of the file that leaves out all of its folder.
    public static let noMediaName = Array(".nomedia".utf8)

    /// Whether nothing but the defaults can leave an item out.
    @usableFromInline let isPlain: Bool

    private let defaults: Bool
    private let block: RuleBlock?
    /// The path of the folder with the `.nomedia`.
    private let noMediaFolder: [UInt8]?

    /// The rules of a root.
    ///
    /// - Parameters:
    ///   - defaults: Whether ``DefaultExcludes`` are left out.
    ///   - globs: Patterns relative to the root, of which the last that matches
    ///     decides, see ``ExcludePattern/init(glob:)``. Those that have a
    ///     problem match nothing; look for them before.
    public init(defaults: Bool, globs: [[UInt8]] = []) {
        guard !globs.isEmpty else {
            self.init(defaults: defaults, block: nil, noMediaFolder: nil)
            return
        }
        let rules = RuleSet(globs.map { ExcludeRule(pattern: ExcludePattern(glob: $0), line: nil) })
        let layer = RuleLayer(rules: rules, folder: nil, states: rules.paths.start)
        self.init(defaults: defaults, block: RuleBlock.adding(layer, to: nil), noMediaFolder: nil)
    }

    private init(defaults: Bool, block: RuleBlock?, noMediaFolder: [UInt8]?) {
        self.defaults = defaults
        self.block = block
        self.noMediaFolder = noMediaFolder
        isPlain = block == nil && noMediaFolder == nil
    }

    /// The rules of a folder in this folder, before it was listed.
    ///
    /// - Parameter name: The bytes of its name.
    /// - Returns: The rules of the inner folder.
    /// - Complexity: Constant, unless rules about paths can still match below
    ///   this folder; then O(name) for each of those, and memory only for what
    ///   differs from this folder.
    public func entering(_ name: [UInt8]) -> ExcludeRules {
        guard let block, noMediaFolder == nil else { return self }
        let inner = name.withUnsafeBytes { block.entering($0) }
        return ExcludeRules(defaults: defaults, block: inner, noMediaFolder: nil)
    }

    /// The rules of this folder once it was listed and its ignore file read.
    ///
    /// - Parameter file: The ignore file in this folder; at most one a folder.
    /// - Returns: The same rules and those of the file.
    /// - Complexity: That of the file's rules about paths.
    public func adding(_ file: ExcludeFile) -> ExcludeRules {
        let block = RuleBlock.adding(RuleLayer(file), to: block)
        return ExcludeRules(defaults: defaults, block: block, noMediaFolder: noMediaFolder)
    }

    /// The rules of this folder once it was listed and has a file `.nomedia`.
    ///
    /// - Parameter folder: The path of this folder, for ``Verdict/folder``.
    /// - Returns: Rules that leave out everything, here and below.
    public func addingNoMedia(in folder: [UInt8]) -> ExcludeRules {
        ExcludeRules(defaults: defaults, block: block, noMediaFolder: noMediaFolder ?? folder)
    }

    /// What leaves an item of this folder out.
    ///
    /// - Parameters:
    ///   - name: The bytes of its name; any bytes are fine.
    ///   - isFolder: Whether it is a folder; a link is none.
    /// - Returns: The rule, or nil when the item is taken in.
    /// - Complexity: That of all rules in force, see ``DefaultExcludes`` and
    ///   ``ExcludePattern``; with the defaults alone, or none, some nanoseconds.
    ///   No allocation unless a rule matches.
    @inlinable
    public func verdict(on name: UnsafeRawBufferPointer, isFolder: Bool) -> Verdict? {
        // Nearly every file of nearly every walk is done with here: no default rule can be about it.
        if isPlain && !isFolder && (name.count < 2 || name[0] != 0x2E || name[1] != 0x5F) { return nil }
        guard let verdict = decision(on: name, isFolder: isFolder), !verdict.takesIn else { return nil }
        return verdict
    }

    /// What leaves an item of this folder out.
    ///
    /// - Parameters:
    ///   - name: The bytes of its name; any bytes are fine.
    ///   - isFolder: Whether it is a folder; a link is none.
    /// - Returns: The rule, or nil when the item is taken in.
    /// - Complexity: As for a buffer.
    @inlinable
    public func verdict(on name: [UInt8], isFolder: Bool) -> Verdict? {
        name.withUnsafeBytes { verdict(on: $0, isFolder: isFolder) }
    }

    /// The rule that decides about an item of this folder, also when it takes the item in.
    ///
    /// - Parameters:
    ///   - name: The bytes of its name; any bytes are fine.
    ///   - isFolder: Whether it is a folder; a link is none.
    /// - Returns: The rule, or nil when none says anything.
    /// - Complexity: As ``verdict(on:isFolder:)``.
    public func decision(on name: UnsafeRawBufferPointer, isFolder: Bool) -> Verdict? {
        if let noMediaFolder {
            return Verdict(
                reason: .noMedia,
                rule: Self.noMediaName,
                takesIn: false,
                folder: noMediaFolder,
                line: nil
            )
        }
        var next = block
        while let block = next {
            if let verdict = block.verdict(on: name, isFolder: isFolder) { return verdict }
            next = block.above
        }
        guard defaults, let rule = DefaultExcludes.rule(of: name, isFolder: isFolder) else { return nil }
        return Verdict(reason: .defaultExclude, rule: Array(rule.text.utf8), takesIn: false, folder: nil, line: nil)
    }

    /// The rules in force at the root, as a text: a line for each, in the order of their listing.
    ///
    /// `default` and the text of a default rule, or `exclude` and a pattern. In
    /// a pattern control characters, `%`, and all bytes above 127 of one that
    /// is not UTF-8 are written as `%` and two hexadecimal digits. Rules are
    /// equal exactly when their texts are, so a run can store the text and a
    /// later one can tell whether it has the same rules. The same in all
    /// folders below a root; ignore files are not in it.
    ///
    /// - Complexity: Linear in the number of rules; made anew at each call.
    public var text: String {
        var lines: [String] = []
        if defaults { lines += DefaultExcludes.rules.map { "default \($0.text)" } }
        var top = block
        while let above = top?.above { top = above }
        if let layer = top?.layers.first, layer.folder == nil {
            lines += layer.rules.rules.map { "exclude \(Self.escaped($0.pattern.text))" }
        }
        return lines.joined(separator: "\n")
    }

    private static func escaped(_ bytes: [UInt8]) -> String {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        var result: [UInt8] = []
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") || byte > 0x7F && !isText {
                let digits = String(byte, radix: 16, uppercase: true)
                result += Array((digits.count < 2 ? "%0" : "%").utf8) + Array(digits.utf8)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
