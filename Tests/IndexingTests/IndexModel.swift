import Listing

@testable import Indexing

/// What an index has to say after runs, kept in dictionaries by path.
struct IndexModel {
    struct Image: Equatable {
        var state: String
        var size: Int64?
        var modified: Int64?
        var hasError = false
    }

    /// Also what views do not show.
    private struct Stamps: Equatable {
        var changed: Int64
        var inode: Int64
    }

    private(set) var images: [String: Image] = [:]
    /// The statuses of folders.
    private(set) var folders: [String: String] = [:]
    /// Of the last run.
    private(set) var counts = RunCounts()
    /// The ids that were given, of folders with a slash behind the path.
    var ids: [String: Int64] = [:]
    private var stamps: [String: Stamps] = [:]
    private var roots: Set<String> = []
    private var run = 0
    /// Whether the last run found something new that it could not look at.
    private var isUnsure = false
    /// The last run that listed a folder to its end.
    private var listed: [String: Int] = [:]

    /// A run of a root.
    mutating func run(_ found: Found, of root: String) {
        counts = RunCounts()
        run += 1
        isUnsure = false
        placeRoot(root)
        visit(found, at: root)
        decide(root)
    }

    /// What was found absent is missing where this run proves it, unless it is all that the root has, or may
    /// be what is new and could not be looked at.
    private mutating func decide(_ root: String) {
        let held = images.keys.filter { isBelow(root, $0) && images[$0]?.state == "held" }
        let present = images.keys.filter { isBelow(root, $0) && ["present", "held"].contains(images[$0]?.state) }
        counts.held = held.count
        if held.count == present.count || isUnsure { return }
        for image in held where isProven(image) {
            images[image]?.state = "missing"
            counts.missing += 1
            counts.held -= 1
        }
    }

    private func isProven(_ image: String) -> Bool {
        let folder = foldersAbove(image).first { folders[$0] != "missing" }
        return folder.map { listed[$0] == run } ?? false
    }

    /// The folders between a root and the one around it are known from its beginning on.
    private mutating func placeRoot(_ root: String) {
        let isNew = roots.insert(root).inserted
        if isNew && folders[root] == nil { folders[root] = "unfinished" }
        for other in roots {
            let (outer, inner) = isBelow(other, root) ? (other, root) : (root, other)
            guard isBelow(outer, inner) else { continue }
            for folder in foldersAbove(inner) where isBelow(outer, folder) {
                if folders[folder] == nil { folders[folder] = "unfinished" }
            }
        }
        for folder in foldersAbove(root) where folders[folder] == "missing" { folders[folder] = "unfinished" }
    }

    private func foldersAbove(_ path: String) -> [String] {
        var above: [String] = []
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
            rest = rest[..<slash]
            above.append(String(rest))
        }
        return above
    }

    private mutating func visit(_ found: Found, at path: String) {
        switch found.end {
        case .fails(let error):
            if error == .vanished && folders[path] == nil { return }
            if folders[path] == nil { isUnsure = true }
            folders[path] = error == .vanished ? "vanished" : error == .denied ? "denied" : "failed"
            if error != .vanished { counts.foldersFailed += 1 }
        case .excluded:
            folders[path] = "excluded"
            counts.foldersExcluded += 1
            exclude(below: path)
        case .unfinished:
            // What is known of a folder stays as it is.
            if folders[path] == nil || folders[path] == "missing" { folders[path] = "unfinished" }
        case .listed, .brokenOff:
            let isStopped = found.files.values.contains(.unseen)
            let isComplete = found.end == .listed && !isStopped
            folders[path] = found.end != .listed ? "failed" : isStopped ? "unfinished" : "listed"
            if found.end != .listed { counts.foldersFailed += 1 }
            if isComplete {
                counts.foldersListed += 1
                listed[path] = run
            }
            for (name, item) in found.files { look(at: "\(path)/\(text(name))", item, isComplete) }
            if isComplete { loseAbsent(found, at: path) }
            for (name, folder) in found.folders { visit(folder, at: "\(path)/\(text(name))") }
        }
    }

    /// What is below another root, or in a folder that is missing, stays as it is.
    private mutating func exclude(below path: String) {
        let others = roots.filter { $0 == path || isBelow(path, $0) }
        let missing = folders.filter { isBelow(path, $0.key) && $0.value == "missing" }.map(\.key)
        func isExcluded(_ below: String) -> Bool {
            isBelow(path, below) && !others.contains { $0 == below || isBelow($0, below) }
                && !missing.contains { isBelow($0, below) }
        }
        for image in images.keys where isExcluded(image) && ["present", "held"].contains(images[image]?.state) {
            counts.excluded += 1
            images[image]?.state = "excluded"
            images[image]?.hasError = false
        }
        for folder in folders.keys where isExcluded(folder) && folders[folder] != "missing" {
            folders[folder] = "excluded"
        }
    }

    private func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }

    /// What is not in a complete listing is not there.
    private mutating func loseAbsent(_ found: Found, at path: String) {
        let names = Set(found.files.keys.map { "\(path)/\(text($0))" })
        let subfolders = Set(found.folders.keys.map { "\(path)/\(text($0))" })
        for image in images.keys where isIn(path, image) && !names.contains(image) { lose(image) }
        for folder in folders.keys where isIn(path, folder) && !subfolders.contains(folder) {
            for image in images.keys where isBelow(folder, image) { lose(image) }
            for below in folders.keys where below == folder || isBelow(folder, below) { folders[below] = "missing" }
        }
    }

    /// Whether something is directly in a folder.
    private func isIn(_ folder: String, _ path: String) -> Bool {
        isBelow(folder, path) && !path.dropFirst(folder.count + 1).contains("/")
    }

    private mutating func lose(_ path: String) {
        guard let image = images[path], image.state == "present" || image.state == "excluded" else { return }
        if image.state == "excluded" { counts.missing += 1 }
        images[path]?.state = image.state == "present" ? "held" : "missing"
        images[path]?.hasError = false
    }

    private mutating func look(at path: String, _ item: Found.Item, _ isComplete: Bool) {
        let old = images[path]
        switch item {
        case .image(let facts, _):
            let new = Image(state: "present", size: facts.size, modified: facts.modified)
            let newStamps = Stamps(changed: facts.changed, inode: facts.inode)
            count(old, new, newStamps, stamps[path])
            images[path] = new
            stamps[path] = newStamps
        case .failed:
            counts.imagesSeen += 1
            counts.imageErrors += 1
            if old == nil {
                counts.added += 1
                isUnsure = true
            } else if old?.state == "present" || old?.state == "held" {
                counts.unchanged += 1
            } else {
                counts.returned += 1
            }
            images[path] = Image(state: "present", size: old?.size, modified: old?.modified, hasError: true)
        case .other:
            guard isComplete, old?.state == "present" || old?.state == "held" else { return }
            counts.excluded += 1
            images[path]?.state = "excluded"
            images[path]?.hasError = false
        case .gone, .link: if isComplete { lose(path) }
        case .unseen: break
        }
    }

    private mutating func count(_ old: Image?, _ new: Image, _ newStamps: Stamps, _ oldStamps: Stamps?) {
        counts.imagesSeen += 1
        guard let old else {
            counts.added += 1
            return
        }
        if old.state != "present" && old.state != "held" {
            counts.returned += 1
        } else if old.size != new.size || oldStamps?.inode != newStamps.inode {
            counts.changed += 1
        } else if oldStamps != newStamps || old.modified != new.modified {
            counts.touched += 1
        } else {
            counts.unchanged += 1
        }
    }
}
