import AsyncLoop
import Dispatch
import Listing
import TestSupport
import Testing
import Walking

/// Stopping a walk from outside, at any moment.
@Suite struct StopTests {
    @Test("whatever was begun when a walk is stopped is visited and finished, once", arguments: 0..<40)
    func randomMoments(round: Int) async {
        var generator = SeededGenerator("stop \(round)")
        let tree = TestTree.random(folders: Int.random(in: 1...100, using: &generator), using: &generator)
        let calls = tree.folders.reduce(0) { $0 + $1.count } + 2 * tree.folders.count
        let moment = Int.random(in: 1...calls, using: &generator)
        let width = [1, 2, 3, 8, 64].randomElement(using: &generator) ?? 1
        let queue = DispatchQueue(label: "replies")
        let manner: ReplyManner = generator.chance(1, in: 2) ? .immediate : .mixed(queue)
        let lister = MemoryLister(tree, manner: generator.chance(1, in: 2) ? .immediate : .mixed(queue))

        let stop = LoopStop()
        let seen = Tally()
        let visitor = RecordingVisitor(
            manner: manner,
            onEvent: { _ in if seen.add(1) == moment { stop.stop() } }
        )
        let walk = await Walk(lister, width: width, stop: stop, visitor: visitor)

        #expect(visitor.complaints == [])
        let counts = CallCounts(visitor)
        #expect(counts.visits == counts.ends && counts.visits == counts.decisions + 1)
        #expect(outcomes(of: visitor).count == counts.ends)
        if walk.end.isFinished { #expect(counts == CallCounts(tree)) }
        if counts != CallCounts(tree) { #expect(!walk.end.isFinished) }
        queue.sync {}
        #expect(visitor.memories.now == 0)
    }

    @Test("a walk that is stopped before it starts visits its root and inspects nothing", arguments: [1, 4])
    func stoppedBefore(width: Int) async {
        var tree = TestTree()
        tree.addFile("a".utf8)
        tree.addFolder("b".utf8)
        let stop = LoopStop()
        stop.stop()
        let walk = await Walk(MemoryLister(tree), width: width, stop: stop)
        #expect(trace(of: walk.visitor) == ["visit /", "finish /"])
        #expect(walk.end == FolderEnd(status: .unfinished, isFinished: false))
        let root = outcomes(of: walk.visitor)[[UInt8(ascii: "/")]]
        #expect(root?.replies == [.neverStarted, .neverStarted])
        #expect(walk.visitor.complaints == [])
    }

    @Test("a folder is cut short if some of its files were not inspected, listed if all were", arguments: 1...4)
    func cutShort(inspected: Int) async {
        var tree = TestTree()
        for name in ["a", "b", "c", "d"] { tree.addFile(name.utf8) }
        let stop = LoopStop()
        let seen = Tally()
        let visitor = RecordingVisitor(onEvent: { _ in if seen.add(1) == inspected { stop.stop() } })
        let walk = await Walk(MemoryLister(tree), width: 1, stop: stop, visitor: visitor)
        let isAll = inspected == 4
        #expect(walk.end == FolderEnd(status: isAll ? .listed : .unfinished, isFinished: isAll))
        for case .visit(let visit) in visitor.events {
            #expect(visit.isCutShort == !isAll)
            #expect(visit.replies.filter { $0 != .neverStarted }.count == inspected)
        }
    }

    @Test("one switch stops two walks on the same lanes")
    func twoWalks() async {
        var tree = TestTree()
        for number in 0..<200 { tree.addChain(3, name: "deep".utf8, in: tree.addFolder("\(number)".utf8)) }
        let made = tree
        let stop = LoopStop()
        let lanes = Lanes(width: 4)
        let seen = Tally()
        let root = TreePath(root: Array("/".utf8))
        let visitors = (0..<2).map { _ in
            RecordingVisitor(onEvent: { _ in if seen.add(1) == 300 { stop.stop() } })
        }
        await withTaskGroup(of: FolderEnd.self) { group in
            for visitor in visitors {
                group.addTask {
                    let walker = Walker(lister: MemoryLister(made), lanes: lanes, stop: stop, visitor: visitor)
                    return await withCheckedContinuation { continuation in
                        walker.walk(root, as: visitor.makeMemory(of: root), on: DispatchQueue(label: "end")) { end in
                            continuation.resume(returning: end)
                        }
                    }
                }
            }
            for await end in group { #expect(!end.isFinished) }
        }
        for visitor in visitors { #expect(visitor.complaints == []) }
    }
}
