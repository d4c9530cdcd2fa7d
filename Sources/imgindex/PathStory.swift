import Indexing

/// All that is said of one path: what the index knows of it, and where it is if it moved from there.
struct PathStory {
    /// The lines, safe for a terminal.
    private(set) var lines: [String] = []
    /// Whether the index knows the path or why it does not; false: never seen.
    private(set) var isKnown = false

    /// Reads it; nil if the path is in no root.
    ///
    /// - Parameters:
    ///   - path: An absolute path without `.`, `..` and links.
    ///   - index: Where to look.
    ///   - presence: Whether something has a path on disk.
    /// - Throws: Why the index cannot be read.
    init?(of path: [UInt8], in index: IndexReader, presence: ([UInt8]) -> Presence) throws(IndexError) {
        guard let trail = try index.trail(of: path) else { return nil }
        let images = trail.hasNow ? [] : try index.movedImages(from: path)
        let answer = WhyAnswer(trail, presence(path))
        if let first = images.first {
            for move in images {
                lines.append("moved in run \(move.run) to \(terminalText(move.path))")
                if let image = move.image { lines.append(WhyAnswer.state(of: image)) }
            }
            if !trail.images.isEmpty { lines += ["another of that name"] + answer.lines.prefix(trail.images.count) }
            lines += try index.trail(of: first.path).map { WhyAnswer($0, .unknown).foldersAbove } ?? []
            isKnown = true
            return
        }
        if !trail.hasNow, trail.images.isEmpty, try follow(path, index, presence) { return }
        lines = answer.lines
        isKnown = answer.isKnown
    }

    /// Tells of a path by where its folder moved to.
    ///
    /// - Returns: False if nothing is known there either.
    private mutating func follow(
        _ path: [UInt8],
        _ index: IndexReader,
        _ presence: ([UInt8]) -> Presence
    ) throws(IndexError) -> Bool {
        var (path, told) = (path, [String]())
        // An end for folders that moved in a circle: each of them is somewhere else now.
        for _ in 0..<16 {
            guard let move = try index.movedFolder(at: path) else { return false }
            let what = move.oldPath == path ? "moved" : "its folder \(terminalText(move.oldPath)) moved"
            told.append("\(what) in run \(move.run) to \(terminalText(move.path))")
            path = move.path + path[move.oldPath.count...]
            guard let trail = try index.trail(of: path) else { return false }
            let answer = WhyAnswer(trail, presence(path))
            if !trail.images.isEmpty || trail.rest.isEmpty {
                lines = told + ["there: \(terminalText(path))"] + answer.lines
                isKnown = true
                return true
            }
            let images = try index.movedImages(from: path)
            if let story = images.isEmpty ? nil : try PathStory(of: path, in: index, presence: presence) {
                lines = told + story.lines
                isKnown = true
                return true
            }
        }
        return false
    }
}

extension Trail {
    /// Whether something has the path that is not missing.
    fileprivate var hasNow: Bool {
        if rest.isEmpty { return folders.last?.status != "missing" }
        return images.contains { $0.state != "missing" }
    }
}

/// Whether something has a path on disk.
enum Presence {
    case there, absent, unknown
}
