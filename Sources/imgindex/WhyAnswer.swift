import Classifying
import Excluding
import Indexing

/// What is said of a path: first of itself, then of each folder above it up to the root.
struct WhyAnswer {
    /// The lines, safe for a terminal.
    let lines: [String]
    /// Those of them that are of the folders above.
    let foldersAbove: [String]
    /// Whether the index knows the path or why it does not; false: never seen.
    let isKnown: Bool

    /// Finds what is to be said.
    ///
    /// - Parameters:
    ///   - trail: What the index knows.
    ///   - presence: Whether something has the path on disk.
    init(_ trail: Trail, _ presence: Presence) {
        var lines: [String] = []
        var above = trail.folders[...]
        if trail.rest.isEmpty, let folder = above.popLast() {
            lines.append("folder: \(Self.state(of: folder))")
            isKnown = true
        } else if trail.images.isEmpty {
            let answer = Unknown(trail, presence)
            lines += answer.lines
            isKnown = answer.isKnown
        } else {
            for image in trail.images { lines.append(Self.state(of: image)) }
            if trail.images.contains(where: { $0.state == "excluded" }) { lines += Unknown(trail, .unknown).lines }
            isKnown = true
        }
        var foldersAbove: [String] = []
        while let folder = above.popLast() {
            let word = above.isEmpty ? "in root" : "in folder"
            foldersAbove.append("\(word) \(terminalText(folder.path)): \(Self.state(of: folder))")
        }
        self.foldersAbove = foldersAbove
        self.lines = lines + foldersAbove
    }

    static func state(of image: Trail.Image) -> String {
        var text = "image \(image.id): \(image.state)"
        if let run = image.absentRun { text += " since run \(run)" }
        if let proof = image.proof { text += ", proof \(terminalText(proof))" }
        if image.state == "held" { text += ", not called missing until that is accepted" }
        text += "; first seen in run \(image.firstRun)"
        if let run = image.changedRun { text += ", last changed in run \(run)" }
        if let error = image.error {
            text += "; could not be inspected: \(terminalText(error.utf8))"
            if let run = image.problemRun { text += " (since run \(run))" }
        }
        return text
    }

    fileprivate static func state(of folder: Trail.Folder) -> String {
        var text = terminalText(folder.status.utf8)
        if folder.status == "listed" {
            if let run = folder.listedRun { text += " to its end in run \(run)" }
            return text
        }
        if let run = folder.missingRun ?? folder.problemRun { text += " since run \(run)" }
        if let error = folder.error { text += ": \(terminalText(error.utf8))" }
        if folder.status == "excluded", let skip = folder.skip { text += " by \(rule(skip.rule))" }
        if let run = folder.listedRun { text += "; last listed to its end in run \(run)" }
        return text
    }

    fileprivate static func rule(_ rule: Skip.Rule) -> String {
        let text = "'\(terminalText(rule.text))'"
        let file = terminalText(rule.file ?? [])
        return switch rule.reason {
        case .byDefault: "the default exclude \(text)"
        case .exclude: "--exclude \(text)"
        case .ignoreFile: "\(text), line \(rule.line ?? 0) of \(file)"
        case .noMedia: "the file \(file)"
        case .ambiguous: "another item of the same name, the one with the lowest id"
        }
    }
}

/// Why there is no image of a name in the last known folder.
private struct Unknown {
    var lines: [String] = []
    var isKnown = true

    init(_ trail: Trail, _ presence: Presence) {
        guard let folder = trail.folders.last, let name = trail.rest.first else { return }
        let isFolder = trail.rest.count > 1
        let named = trail.skips.filter { $0.name == name }
        if !named.isEmpty {
            lines = named.map { "kept out by \(WhyAnswer.rule($0.rule))" }
            return
        }
        guard folder.status == "listed" else {
            lines = ["not known: its folder is \(WhyAnswer.state(of: folder))"]
            if presence == .absent { lines.append("nothing has that name on disk now") }
            return
        }
        let run = folder.listedRun ?? 0
        if !isFolder, let rules = trail.rules, !Self.isImage(name, rules) {
            let text = "no image by its extension"
            if folder.otherCount > 0 && presence != .absent {
                lines = [
                    "\(text): run \(run) found \(folder.otherCount) such items in its folder, of which no names are kept"
                ]
                return
            }
            // Names of what is no image are not kept, so only the disk can tell one that never was.
            let count = folder.otherCount == 0 ? "no" : "\(folder.otherCount)"
            lines = ["never seen: \(text), and run \(run) found \(count) such items in its folder"]
            isKnown = false
        } else {
            let matching =
                isFolder ? [] : trail.skips.filter { $0.name == nil && Self.matches($0.rule, name, folder, trail) }
            if !matching.isEmpty {
                lines = matching.map {
                    "kept out, if it was there, by \(WhyAnswer.rule($0.rule)), as \($0.count) files in its folder are"
                }
                return
            }
            lines = ["never seen: run \(run) listed its folder to its end, and it was not there"]
            isKnown = false
        }
        switch presence {
        case .absent: lines.append("nothing has that name on disk now")
        case .there: lines.append("something has that name on disk now: what it is a run will tell")
        case .unknown: break
        }
        if folder.linkCount > 0 && presence != .absent {
            lines.append("unless it is a symbolic link: its folder has \(folder.linkCount), which are not followed")
        }
    }

    private static func isImage(_ name: [UInt8], _ rules: Trail.Rules) -> Bool {
        // The text comes from the index: whatever does not read as a list makes everything an image.
        guard let set = try? ExtensionSet(parsing: rules.extensions) else { return true }
        return NameClassifier(set).imageExtension(of: name) != nil
    }

    /// Whether a rule that keeps several files out of a folder matches a name in it.
    private static func matches(_ rule: Skip.Rule, _ name: [UInt8], _ folder: Trail.Folder, _ trail: Trail) -> Bool {
        let slash = UInt8(ascii: "/")
        var base = trail.rules?.root ?? trail.root
        switch rule.reason {
        case .byDefault:
            return DefaultExcludes.rule(of: name, isFolder: false).map { Array($0.text.utf8) == rule.text } ?? false
        case .noMedia: return true
        case .ambiguous: return false
        case .exclude: break
        case .ignoreFile:
            guard let file = rule.file, let end = file.lastIndex(of: slash) else { return false }
            base = Array(file[..<end])
        }
        if base.last == slash { base.removeLast() }
        let path = (folder.path.last == slash ? folder.path : folder.path + [slash]) + name
        guard path.starts(with: base), path.count > base.count + 1 else { return false }
        return ExcludePattern(glob: rule.text).matches(path: Array(path[(base.count + 1)...]), isFolder: false)
    }
}
