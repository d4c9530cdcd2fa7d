extension TestTree {
    /// A tree with odd names, many shapes and all kinds of items.
    ///
    /// - Parameters:
    ///   - folderCount: The number of folders, at least 1.
    ///   - generator: Decides all.
    /// - Returns: A tree that is deep or broad or both.
    public static func random(folders folderCount: Int, using generator: inout SeededGenerator) -> TestTree {
        var tree = TestTree()
        // The more often a folder is put into the newest one, the deeper the tree.
        let newest = Int.random(in: 0...10, using: &generator)
        while tree.folders.count < folderCount {
            let count = tree.folders.count
            let parent = generator.chance(newest, in: 11) ? count - 1 : Int.random(in: 0..<count, using: &generator)
            tree.addFolder(tree.freeName(in: parent, using: &generator), in: parent)
        }
        for folder in tree.folders.indices where !generator.chance(1, in: 5) {
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                let name = tree.freeName(in: folder, using: &generator)
                tree.add(name, randomContent(using: &generator), in: folder)
            }
        }
        return tree
    }

    private func freeName(in folder: Int, using generator: inout SeededGenerator) -> [UInt8] {
        for _ in 0..<20 {
            let name = OddName.random(using: &generator)
            if !has(name, in: folder) { return name }
        }
        return Array("item \(folders[folder].count)".utf8)
    }

    private static func randomContent(using generator: inout SeededGenerator) -> Content {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: .link(to: Array("/".utf8))
        case 1: .link(to: Array("..".utf8))
        case 2: .link(to: OddName.random(using: &generator))
        case 3: .pipe
        default: .file(size: randomSize(using: &generator), modified: randomStamp(using: &generator))
        }
    }

    private static func randomSize(using generator: inout SeededGenerator) -> Int64 {
        let most: [Int64] = [0, 1, 4_096, 5_000_000_000]
        return Int64.random(in: 0...(most.randomElement(using: &generator) ?? 0), using: &generator)
    }

    /// Between 1910 and 2030, which all file systems keep; before 1970 in whole
    /// seconds, as programs differ in how they write the others.
    private static func randomStamp(using generator: inout SeededGenerator) -> TimeStamp {
        if generator.chance(1, in: 5) {
            return TimeStamp(seconds: Int64.random(in: -1_893_456_000..<0, using: &generator))
        }
        return TimeStamp(
            seconds: Int64.random(in: 0...1_893_456_000, using: &generator),
            nanoseconds: Int64.random(in: 0...999_999_999, using: &generator)
        )
    }
}
