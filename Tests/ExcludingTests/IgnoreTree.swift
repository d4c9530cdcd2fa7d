import TestSupport

/// A tree on disk of names over a small alphabet, three levels deep.
struct IgnoreTree {
    struct Item: CustomStringConvertible {
        /// Relative to the root.
        let path: [UInt8]
        let isFolder: Bool

        var description: String { String(decoding: path, as: UTF8.self) + (isFolder ? "/" : "") }
    }

    /// All items, in no order.
    private(set) var items: [Item] = []
    /// The paths of all folders, each with a slash at the end; that of the root is empty.
    private(set) var folders: [[UInt8]] = [[]]

    private static let names =
        ["a", "b", "ab", "ba", "aab", "a b", "!a", "#a", "[", "]", "-", "a]", "a ", "\\", "\u{E9}", "*"]
        .map { Array($0.utf8) } + [[0xFF], [UInt8](repeating: UInt8(ascii: "a"), count: 70)]

    init(in temporary: TemporaryFolder, using generator: inout SeededGenerator) throws {
        try fill(temporary.folder, path: [], depth: 0, using: &generator)
    }

    private mutating func fill(
        _ folder: MadeFolder,
        path: [UInt8],
        depth: Int,
        using generator: inout SeededGenerator
    ) throws {
        for name in Self.names.shuffled(using: &generator).prefix(depth == 0 ? Self.names.count : 8) {
            let isFolder = depth < 2 && generator.chance(1, in: 2)
            items.append(Item(path: path + name, isFolder: isFolder))
            if isFolder {
                let path = path + name + [UInt8(ascii: "/")]
                folders.append(path)
                try fill(folder.makeFolder(name), path: path, depth: depth + 1, using: &generator)
            } else {
                try folder.makeFile(name)
            }
        }
    }
}
