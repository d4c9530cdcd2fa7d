import Indexing
import Listing

/// `imgindex why`: what the index knows of a path, and why it knows no more.
struct WhyCommand {
    private let options: WhyOptions
    private let place: IndexLocation

    init(_ options: WhyOptions) throws(UsageError) {
        self.options = options
        place = try IndexLocation(option: options.indexFile, for: .why, environment: ProcessInput.environment)
    }

    private enum Found {
        case inside([UInt8], PathStory)
        case outside(roots: [IndexReader.Root])
    }

    func run() -> ExitCode {
        let paths = Self.spellings(of: options.path)
        do throws(IndexError) {
            // Nothing is printed in there: it may be called twice.
            let found = try IndexReader.look(into: place.file) { index throws(IndexError) in
                try Self.find(paths, in: index)
            }
            switch found {
            case .outside(let roots):
                return tell(outside: paths.first ?? options.path, roots.map(\.path))
            case .inside(let path, let story):
                Output.standard.line(terminalText(path))
                for line in story.lines { Output.standard.line("  \(line)") }
                return story.isKnown ? .complete : .neverSeen
            }
        } catch {
            report("cannot read index", place.file, error.description)
            return error.exitCode
        }
    }

    /// The first of some spellings that the index knows something of, else the first that is in a root.
    private static func find(_ paths: [[UInt8]], in index: IndexReader) throws(IndexError) -> Found {
        var unknown: Found?
        for path in paths {
            guard let story = try PathStory(of: path, in: index, presence: presence) else { continue }
            if story.isKnown { return .inside(path, story) }
            unknown = unknown ?? .inside(path, story)
        }
        if let unknown { return unknown }
        return .outside(roots: try index.roots())
    }

    /// Whether something has a path on disk; it may be on a mount that does not answer.
    private static func presence(of path: [UInt8]) -> Presence {
        // A store on the network is not asked.
        if RemoteRoot(path) != nil { return .unknown }
        let watch = Watch(seconds: IndexCommand.standardPatience)
        return switch watch.run("statx", { FileFacts.at(path) }) {
        case .success: .there
        case .failure(let error): error.meaning == .vanished ? .absent : .unknown
        }
    }

    private func tell(outside path: [UInt8], _ roots: [[UInt8]]) -> ExitCode {
        Output.standard.line(terminalText(path))
        Output.standard.line("  never seen: it is in none of the roots")
        for root in roots { Output.standard.line("  root \(terminalText(root))") }
        return .neverSeen
    }

    /// The absolute paths that may be meant: the item itself, then what it leads to if it is a link, then the names
    /// as they are written, as links may have come after the run.
    private static func spellings(of path: [UInt8]) -> [[UInt8]] {
        if let remote = RemoteRoot(path) { return [remote.path] }
        let slash = UInt8(ascii: "/")
        var trimmed = path[...]
        while trimmed.count > 1 && trimmed.last == slash { trimmed.removeLast() }
        let start = trimmed.lastIndex(of: slash).map { $0 + 1 } ?? 0
        let name = trimmed[start...]
        let full = vanishedRootPath(path)
        var paths: [[UInt8]] = []
        if !name.isEmpty && ![Array(".".utf8), Array("..".utf8)].contains(Array(name)) {
            let folder = start == 0 ? [UInt8(ascii: ".")] : Array(trimmed[..<start])
            if let folder = vanishedRootPath(folder) {
                paths.append((folder == [slash] ? folder : folder + [slash]) + name)
            }
        }
        if let full { paths.append(full) }
        if path.first == slash { paths.append([slash] + path.split(separator: slash).joined(separator: [slash])) }
        return paths
    }
}
