import AsyncLoop
import Dispatch
import Listing
import TestSupport
import Testing
import Walking

/// Descend, skip, stop.
@Suite struct DecisionTests {
    @Test("a skipped folder is not listed, and those above it are finished", arguments: [1, 4])
    func skip(width: Int) async {
        var tree = TestTree()
        let skipped = tree.addFolder("skip".utf8)
        tree.addFolder("below".utf8, in: skipped)
        tree.addFolder("walk".utf8)
        let listings = Tally()
        let visitor = RecordingVisitor(choose: { $0.name == Array("skip".utf8) ? .skip : .descend })
        let walk = await Walk(MemoryLister(tree) { _ in listings.add(1) }, width: width, visitor: visitor)
        #expect(listings.now == 2)
        #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
        #expect(visitor.complaints == [])
        let replies = outcomes(of: visitor)[[UInt8(ascii: "/")]]?.replies
        #expect(replies?.first == .replied(.folder(FolderEnd(status: .skipped, isFinished: true))))
    }

    @Test("a stop at a folder leaves it and all after it in the order undone")
    func stop() async {
        var tree = TestTree()
        for name in ["a", "b", "c"] {
            let folder = tree.addFolder(name.utf8)
            tree.addFolder("x".utf8, in: folder)
            tree.addFolder("y".utf8, in: folder)
        }
        let stop = LoopStop()
        let visitor = RecordingVisitor(choose: { $0.bytes == Array("/b/x".utf8) ? .stop : .descend })
        let walk = await Walk(MemoryLister(tree), width: 1, stop: stop, visitor: visitor)
        #expect(
            trace(of: visitor) == [
                "visit /",
                "decide /a", "visit /a", "decide /a/x", "visit /a/x", "finish /a/x",
                "decide /a/y", "visit /a/y", "finish /a/y", "finish /a",
                "decide /b", "visit /b", "decide /b/x", "finish /b",
                "finish /",
            ]
        )
        #expect(stop.isStopped)
        #expect(walk.end == FolderEnd(status: .listed, isFinished: false))
        let unfinished = Outcome.replied(ItemReply.folder(FolderEnd(status: .unfinished, isFinished: false)))
        let outcomes = outcomes(of: visitor)
        #expect(outcomes[Array("/b".utf8)]?.replies == [unfinished, .neverStarted])
        #expect(outcomes[Array("/a".utf8)]?.end.isFinished == true)
        #expect(outcomes[[UInt8(ascii: "/")]]?.replies.last == .neverStarted)
        #expect(visitor.complaints == [])
    }

    @Test("random decisions are obeyed at every width", arguments: 0..<10)
    func random(round: Int) async {
        var generator = SeededGenerator("decisions \(round)")
        let tree = TestTree.random(folders: 100, using: &generator)
        let salt = Int.random(in: 0..<7, using: &generator)
        let choose: @Sendable (TreePath) -> RecordingVisitor.Choice = { path in
            (path.name.reduce(path.depth + salt) { $0 + Int($1) } % 4 == 0) ? .skip : .descend
        }
        let first = await Walk(MemoryLister(tree), width: 1, visitor: RecordingVisitor(choose: choose))
        let expected = outcomes(of: first.visitor)
        for width in [2, 3, 8, 64] {
            let manner = ReplyManner.mixed(DispatchQueue(label: "replies"))
            let visitor = RecordingVisitor(manner: manner, choose: choose)
            let walk = await Walk(MemoryLister(tree), width: width, visitor: visitor)
            #expect(outcomes(of: visitor) == expected)
            #expect(visitor.complaints == [])
            #expect(walk.end == first.end)
        }
    }
}
