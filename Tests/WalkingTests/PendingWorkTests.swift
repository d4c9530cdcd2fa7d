import Dispatch
import Listing
import TestSupport
import Testing
import Walking

/// What is begun and not finished is bounded by depth and width, not by the tree.
@Suite struct PendingWorkTests {
    private static let manners: [(String, @Sendable () -> ReplyManner)] = [
        ("at once", { .immediate }), ("later", { .later(on: DispatchQueue(label: "replies")) }),
        ("mixed", { .mixed(DispatchQueue(label: "replies")) }),
    ]

    @Test("in a broad tree of 110,001 folders few are begun at once", arguments: [2, 16])
    func broad(width: Int) async {
        var tree = TestTree()
        for number in 0..<10_000 {
            let folder = tree.addFolder("\(number)".utf8)
            for below in 0..<10 { tree.addFolder("\(below)".utf8, in: folder) }
        }
        let visitor = RecordingVisitor(keepsEvents: false)
        let walk = await Walk(MemoryLister(tree), width: width, visitor: visitor)
        #expect(walk.end.isFinished && visitor.complaints == [])
        // The loop of each folder begins at most `width`; a memory may live on until its lane lets go of it.
        #expect(visitor.memories.most <= 1 + width + width * width + width)
    }

    @Test("in a deep and bushy tree few are begun at once, whenever visits reply", arguments: [1, 2, 8], 0..<3)
    func bushy(width: Int, manner: Int) async {
        // Two subfolders in each folder, 14 levels: 32,767 folders.
        let depth = 14
        var tree = TestTree()
        var level = [0]
        for _ in 0..<depth {
            level = level.flatMap { folder in ["a", "b"].map { tree.addFolder($0.utf8, in: folder) } }
        }
        let visitor = RecordingVisitor(manner: Self.manners[manner].1(), keepsEvents: false)
        let walk = await Walk(MemoryLister(tree), width: width, visitor: visitor)
        #expect(walk.end.isFinished && visitor.complaints == [])
        print("width \(width), replies \(Self.manners[manner].0): at most \(visitor.memories.most) folders begun")
        // Usually less than 3 * depth * width; without a bound it is some 15,000.
        #expect(visitor.memories.most <= (1 + depth) * (1 + depth) * width)
    }

    @Test("no more folders are between listing and visit than there are lanes", arguments: [1, 2, 5], 0..<3)
    func openFolders(width: Int, manner: Int) async {
        var generator = SeededGenerator("open folders \(width) \(manner)")
        let tree = TestTree.random(folders: 300, using: &generator)
        let underWay = Tally()
        let lister = MemoryLister(tree, manner: Self.manners[manner].1()) { _ in underWay.add(1) }
        let visitor = RecordingVisitor(
            manner: Self.manners[manner].1(),
            onEvent: { event in if case .visit = event { underWay.add(-1) } }
        )
        let walk = await Walk(lister, width: width, visitor: visitor)
        #expect(walk.end.isFinished && underWay.now == 0)
        #expect(underWay.most <= width)
    }

    @Test("at width 1 only the folders on the way down are begun")
    func single() async {
        var tree = TestTree()
        var folder = 0
        for _ in 0..<100 {
            tree.addFolder("a".utf8, in: folder)
            folder = tree.addFolder("b".utf8, in: folder)
            tree.addFolder("c".utf8, in: folder)
        }
        for manner in [ReplyManner.immediate, .later(on: DispatchQueue(label: "replies"))] {
            let visitor = RecordingVisitor(manner: manner)
            _ = await Walk(MemoryLister(tree, manner: manner), width: 1, visitor: visitor)
            #expect((101...103).contains(visitor.memories.most))
        }
    }
}
