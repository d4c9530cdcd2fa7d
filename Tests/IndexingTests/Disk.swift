import Listing
import TestSupport

/// A tree of files in memory that a test changes at random.
struct Disk {
    private static let names = ["a", "b", "c"]
    private static let fileNames = ["x.jpg", "y.jpg", "z.jpg", "a", "b"]

    private var top = Found()

    init(using generator: inout SeededGenerator) {
        top[folder: "m"] = Found()
        top[folder: "ma"] = Found(["x.jpg": 1])
        for _ in 0..<20 { change(using: &generator) }
    }

    /// Changes something somewhere.
    mutating func change(using generator: inout SeededGenerator) {
        var path = ["m"]
        if generator.chance(1, in: 12) { path = ["ma"] }
        while path.count < 5 && generator.chance(3, in: 5) {
            path.append(Self.names.randomElement(using: &generator) ?? "a")
        }
        top.change(at: path[...], using: &generator)
    }

    /// What is at a path; nil if no folder is.
    func folder(_ path: String) -> Found? {
        path.split(separator: "/").reduce(top) { $0?.folders[Array($1.utf8)] }
    }

    /// The paths of all images in a folder and below.
    func imagePaths(below path: String) -> Set<String> {
        var paths: Set<String> = []
        folder(path)?.eachFile(at: path) { path, item in
            switch item {
            case .image, .failed: paths.insert(path)
            case .gone, .other, .link, .unseen: break
            }
        }
        return paths
    }

    fileprivate static func file(using generator: inout SeededGenerator) -> Found.Item {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return .other
        case 1: return .link
        case 2: return .failed(.unreadable)
        case 3:
            var facts = FileFacts.of(5)
            facts.changed += 1
            return .image(facts)
        default: return .image(.of(Int64.random(in: 4...6, using: &generator)))
        }
    }

    fileprivate static func name(using generator: inout SeededGenerator) -> [UInt8] {
        Array((fileNames.randomElement(using: &generator) ?? "x.jpg").utf8)
    }
}

extension Found {
    /// Calls a closure with every file below, and its path.
    func eachFile(at path: String, _ body: (String, Item) -> Void) {
        for (name, item) in files { body("\(path)/\(String(decoding: name, as: UTF8.self))", item) }
        for (name, folder) in folders { folder.eachFile(at: "\(path)/\(String(decoding: name, as: UTF8.self))", body) }
    }

    /// Changes the folder at a path, which is made if it is not there.
    fileprivate mutating func change(at path: ArraySlice<String>, using generator: inout SeededGenerator) {
        facts.modified += 1
        if let name = path.first {
            // A folder takes the place of a file of its name.
            self[name] = nil
            self[folder: name].change(at: path.dropFirst(), using: &generator)
            return
        }
        let name = Disk.name(using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: files = [:]
        case 1, 2:
            if let gone = folders.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }).last { folders[gone] = nil }
        case 3: files[name] = nil
        default:
            folders[name] = nil
            files[name] = Disk.file(using: &generator)
        }
    }

    /// Lets something go wrong in this folder or below.
    ///
    /// - Parameters:
    ///   - excludes: Whether a rule may come to keep a folder out. Default: it may.
    ///   - generator: Decides.
    mutating func breakSomewhere(excludes: Bool = true, using generator: inout SeededGenerator) {
        let names = folders.keys.sorted { $0.lexicographicallyPrecedes($1) }
        if end == .listed, let name = names.randomElement(using: &generator), generator.chance(3, in: 4) {
            folders[name]?.breakSomewhere(excludes: excludes, using: &generator)
            if generator.chance(1, in: 3) { folders[name] = Found(end: Self.randomEnd(excludes, using: &generator)) }
            return
        }
        if end != .listed { return }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            // What is not listed any more is still there.
            end = .brokenOff(.broken)
            for name in files.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) where generator.chance(1, in: 2) {
                files[name] = generator.chance(1, in: 3) ? .gone : nil
            }
            for name in names where generator.chance(1, in: 3) { folders[name] = nil }
        case 1:
            for name in files.keys { files[name] = .unseen }
            for name in names { folders[name] = Found(end: .unfinished) }
        case 2:
            for name in files.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) where generator.chance(1, in: 2) {
                files[name] = .failed(.unreadable)
            }
        default:
            break
        }
    }

    private static func randomEnd(_ excludes: Bool, using generator: inout SeededGenerator) -> End {
        let ends: [End] =
            [.fails(.denied), .fails(.broken), .fails(.vanished), .unfinished] + (excludes ? [.excluded] : [])
        return ends.randomElement(using: &generator) ?? .unfinished
    }
}
