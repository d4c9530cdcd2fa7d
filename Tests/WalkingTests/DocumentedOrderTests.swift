import Dispatch
import Listing
import TestSupport
import Testing
import Walking

/// The order of calls at width 1, against one written down by a plain recursion.
@Suite struct DocumentedOrderTests {
    @Test("files come first, and a subfolder is finished before the next item starts")
    func smallTree() async {
        var tree = TestTree()
        let b = tree.addFolder("b".utf8)
        let a = tree.addFolder("a.jpg".utf8)
        tree.addFile("z".utf8)
        tree.addFile("c".utf8)
        tree.addFile("in b".utf8, in: b)
        tree.addFile("in a".utf8, in: a)
        tree.addFolder("deep".utf8, in: a)
        let walk = await Walk(MemoryLister(tree), width: 1)
        #expect(
            trace(of: walk.visitor) == [
                "inspect /c", "inspect /z", "visit /",
                "decide /a.jpg", "inspect /a.jpg/in a", "visit /a.jpg",
                "decide /a.jpg/deep", "visit /a.jpg/deep", "finish /a.jpg/deep",
                "finish /a.jpg",
                "decide /b", "inspect /b/in b", "visit /b", "finish /b",
                "finish /",
            ]
        )
        #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
    }

    @Test("the calls of a random tree are in the documented order", arguments: 0..<30)
    func randomTree(round: Int) async {
        var generator = SeededGenerator("documented order \(round)")
        let tree = TestTree.random(folders: Int.random(in: 1...80, using: &generator), using: &generator)
        let queue = DispatchQueue(label: "replies")
        let manner: ReplyManner = generator.chance(1, in: 2) ? .immediate : .mixed(queue, every: 3)
        let lister = MemoryLister(tree, manner: generator.chance(1, in: 2) ? .immediate : .mixed(queue))
        let walk = await Walk(lister, width: 1, visitor: RecordingVisitor(manner: manner))
        #expect(trace(of: walk.visitor) == expectedTrace(tree))
        #expect(walk.visitor.complaints == [])
    }

    @Test("an empty root is visited and finished")
    func emptyRoot() async {
        for width in [1, 4] {
            let walk = await Walk(MemoryLister(TestTree()), width: width)
            #expect(trace(of: walk.visitor) == ["visit /", "finish /"])
            #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
        }
    }

    @Test("the local lister gives the same order as the one from memory", arguments: 0..<5)
    func localLister(round: Int) async throws {
        var generator = SeededGenerator("local order \(round)")
        let tree = TestTree.random(folders: 40, using: &generator)
        try await withTemporaryFolder { folder in
            try tree.make(in: folder.folder)
            // The path of the root is only a name here: the lister has it open.
            let walk = await Walk(try LocalFolderLister(root: folder.path, openFolders: 2), width: 1)
            #expect(trace(of: walk.visitor) == expectedTrace(tree))
            #expect(walk.visitor.complaints == [])
        }
    }
}
