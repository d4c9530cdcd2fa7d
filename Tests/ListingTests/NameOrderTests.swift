import Listing
import TestSupport
import Testing

/// The order of a folder's items, and finding one of them.
@Suite struct NameOrderTests {
    @Test("files come before folders, each in the order of their bytes", arguments: 0..<50)
    func randomNames(round: Int) {
        var generator = SeededGenerator("random names \(round)")
        var tree = TestTree()
        for _ in 0..<Int.random(in: 0...300, using: &generator) {
            let name = OddName.random(using: &generator)
            if generator.chance(1, in: 3) {
                if !tree.has(name, in: 0) { tree.addFolder(name) }
            } else {
                let file = TestTree.Content.file(size: 0, modified: TimeStamp(seconds: 0))
                tree.add(name, generator.chance(1, in: 4) ? .pipe : file, in: 0)
            }
        }
        let items = folderItems(tree)
        let expected = tree.sortedItems(of: 0)
        #expect(items.map(\.name) == expected.map(\.name))
        #expect(items.map(\.kind) == expected.map(\.content.kind))
        #expect(items.firstFolder == expected.prefix { $0.content.kind != .folder }.count)
        #expect(items.files.map(\.name) + items.folders.map(\.name) == expected.map(\.name))
    }

    @Test("names that begin alike, contain one another or differ in the eighth byte are in order")
    func prefixes() {
        let names =
            [
                "", "a", "aa", "aaaaaaa", "aaaaaaaa", "aaaaaaaaa", "aaaaaaab", "aaaaaaaab", "aaaaaaaaaaaaaaab",
                "aaaaaaaa\u{1}", "b", "\u{7F}", "\u{80}", "\u{FF}",
            ].map { Array($0.utf8) } + [[0xFF], [0xFF, 0x01], [0x01], [0x80], [0x7F, 0xFF]]
        let sorted = names.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
        var tree = TestTree()
        for name in sorted.reversed() { tree.addFile(name) }
        #expect(folderItems(tree).map(\.name) == sorted)
    }

    @Test("a name is found where a search from the beginning finds it, and only there", arguments: 0..<30)
    func positions(round: Int) {
        var generator = SeededGenerator("positions \(round)")
        let tree = TestTree.random(folders: 20, using: &generator)
        for folder in tree.folders.indices {
            let items = folderItems(tree, folder)
            for range in [0..<items.firstFolder, items.firstFolder..<items.count] {
                let asked = items.map(\.name) + (0..<20).map { _ in OddName.random(using: &generator) } + [[], [0xFF]]
                for name in asked {
                    let found = name.withUnsafeBytes { items.position(of: $0, in: range) }
                    #expect(found == range.first { items[$0].name == name })
                }
            }
        }
    }

    @Test("a name is shown with a zero byte behind it, as a C string")
    func cString() {
        var tree = TestTree()
        for name in OddName.all { tree.addFile(name) }
        for item in folderItems(tree) {
            item.withName { bytes in
                #expect(Array(bytes) == item.name)
                #expect(bytes.baseAddress?.load(fromByteOffset: bytes.count, as: UInt8.self) == 0)
            }
        }
    }

    @Test("names that look the same but differ in their bytes are two")
    func normalForms() {
        var tree = TestTree()
        for name in ["caf\u{E9}.jpg", "cafe\u{301}.jpg", "\u{212B}", "\u{C5}"] { tree.addFile(name.utf8) }
        let items = folderItems(tree)
        #expect(items.count == 4)
        #expect("cafe\u{301}.jpg".utf8.elementsEqual(items[0].name))
    }

    @Test("an empty folder has no items and no first folder")
    func empty() {
        let items = folderItems(TestTree())
        #expect(items.isEmpty && items.files.isEmpty && items.folders.isEmpty && items.firstFolder == 0)
    }
}

/// The items of one folder of a tree, put in as the tree has them.
private func folderItems(_ tree: TestTree, _ folder: Int = 0) -> FolderItems {
    var builder = FolderItems.Builder()
    for item in tree.folders[folder] {
        item.name.withUnsafeBytes { builder.append($0, kind: item.content.kind) }
    }
    return builder.finish()
}
