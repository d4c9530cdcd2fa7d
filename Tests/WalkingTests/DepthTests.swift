import AsyncLoop
import Dispatch
import Listing
import TestSupport
import Testing
import Walking

/// Depth and breadth without bounds.
@Suite struct DepthTests {
    @Test("a chain of 20,000 folders in memory is walked to its end", arguments: [1, 2, 8])
    func chain(width: Int) async {
        var tree = TestTree()
        tree.addFile("x.jpg".utf8, in: tree.addChain(20_000, name: "deep".utf8))
        for manner in [ReplyManner.immediate, .mixed(DispatchQueue(label: "replies"))] {
            let lister = MemoryLister(tree, manner: manner)
            let visitor = RecordingVisitor(manner: manner)
            let walk = await Walk(lister, width: width, visitor: visitor)
            #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
            #expect(CallCounts(visitor) == CallCounts(tree))
            #expect(visitor.complaints == [])
            manner.settle()
            #expect(visitor.memories.now == 0)
        }
    }

    @Test("a chain of 20,000 folders that is stopped at its end is finished up to its root")
    func stoppedChain() async {
        var tree = TestTree()
        tree.addChain(20_000, name: "deep".utf8)
        let visitor = RecordingVisitor(choose: { $0.depth == 20_000 ? .stop : .descend })
        let walk = await Walk(MemoryLister(tree), width: 4, visitor: visitor)
        #expect(walk.end == FolderEnd(status: .listed, isFinished: false))
        #expect(CallCounts(visitor) == CallCounts(visits: 20_000, decisions: 20_000, ends: 20_000))
        #expect(visitor.complaints == [])
    }

    @Test("a chain of 5,000 folders on disk is walked to its end", arguments: [1, 4])
    func chainOnDisk(width: Int) async throws {
        try await withTemporaryFolder { folder in
            try folder.folder.makeChain(5_000, name: "d".utf8).makeFile("x.jpg".utf8)
            let walk = await Walk(try LocalFolderLister(root: folder.path), width: width)
            #expect(
                CallCounts(walk.visitor) == CallCounts(inspections: 1, visits: 5_001, decisions: 5_000, ends: 5_001)
            )
            #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
        }
    }

    @Test("a file below a path of 125,000 bytes is inspected")
    func longPath() async throws {
        try await withTemporaryFolder { folder in
            let name = [UInt8](repeating: UInt8(ascii: "d"), count: 250)
            try folder.folder.makeFile("top.jpg".utf8, size: 1)
            try folder.folder.makeChain(500, name: name).makeFile("deep.jpg".utf8, size: 2)
            let root = TreePath(root: folder.path)
            let walk = await Walk(try LocalFolderLister(root: folder.path), width: 2, root: root)
            #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
            let deepest = folder.path + (0..<500).flatMap { _ in [UInt8(ascii: "/")] + name }
            let outcome = outcomes(of: walk.visitor)[deepest]
            #expect(outcome?.items == [Array("deep.jpg".utf8)])
            guard case .replied(.kept(let facts, _)) = outcome?.replies.first else {
                Issue.record("not inspected")
                return
            }
            #expect(facts.size == 2)
        }
    }

    @Test("a flat folder of 100,000 files has its replies in the order of its names", arguments: [1, 8])
    func flat(width: Int) async {
        var tree = TestTree()
        for number in 0..<100_000 { tree.addFile("\(number).jpg".utf8, size: Int64(number)) }
        let visitor = RecordingVisitor(keepsEvents: true)
        let walk = await Walk(MemoryLister(tree), width: width, visitor: visitor)
        #expect(walk.end.isFinished && visitor.complaints == [])
        let sizes = tree.sortedItems(of: 0).map(\.content)
        let replies = outcomes(of: visitor)[[UInt8(ascii: "/")]]?.replies ?? []
        #expect(replies.count == 100_000)
        for (content, reply) in zip(sizes, replies) {
            guard case .file(let size, _) = content, case .replied(.kept(let facts, _)) = reply, facts.size == size
            else {
                Issue.record("a reply at another's place")
                return
            }
        }
    }

    @Test("100,000 subfolders of one folder are walked", arguments: [1, 8])
    func flatFolders(width: Int) async {
        var tree = TestTree()
        for number in 0..<100_000 { tree.addFolder("\(number)".utf8) }
        let visitor = RecordingVisitor()
        let walk = await Walk(MemoryLister(tree), width: width, visitor: visitor)
        #expect(walk.end.isFinished && visitor.complaints == [])
        #expect(CallCounts(visitor) == CallCounts(tree))
    }
}
