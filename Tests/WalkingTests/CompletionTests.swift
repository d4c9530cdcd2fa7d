import AsyncLoop
import Dispatch
import Listing
import TestSupport
import Testing
import Walking

/// The completion of a walk comes once, after everything.
@Suite struct CompletionTests {
    @Test("nothing runs on the lanes after the completion, and nothing is remembered", arguments: [1, 2, 8, 64])
    func nothingAfterwards(width: Int) async {
        var generator = SeededGenerator("completion \(width)")
        let tree = TestTree.random(folders: 100, using: &generator)
        let isOver = Flag()
        let late = Tally()
        let queue = DispatchQueue(label: "replies", attributes: .concurrent)
        let visitor = RecordingVisitor(
            manner: .mixed(queue),
            onEvent: { _ in if isOver.isRaised { late.add(1) } }
        )
        let lister = MemoryLister(tree, manner: .mixed(queue))
        let lanes = Lanes(width: width)
        let root = TreePath(root: Array("/".utf8))
        let walker = Walker(lister: lister, lanes: lanes, stop: LoopStop(), visitor: visitor)
        let completions = Tally()
        await withCheckedContinuation { continuation in
            walker.walk(root, as: visitor.makeMemory(of: root), on: DispatchQueue(label: "end")) { _ in
                isOver.raise()
                completions.add(1)
                continuation.resume()
            }
        }
        let callsAtTheEnd = visitor.events.count
        // All lanes are passed once: whatever were left on them would come before.
        let passed = Rendezvous(width)
        for _ in 0..<width { lanes.submit { passed.arrive() } }
        passed.wait()
        queue.sync(flags: .barrier) {}
        #expect(completions.now == 1 && late.now == 0)
        #expect(visitor.events.count == callsAtTheEnd)
        #expect(CallCounts(visitor) == CallCounts(tree))
        #expect(visitor.memories.now == 0)
    }

    @Test("the completion is called on the queue it was given")
    func queue() async {
        let queue = DispatchQueue(label: "completion")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let root = TreePath(root: Array("/".utf8))
        let visitor = RecordingVisitor()
        let walker = Walker(
            lister: MemoryLister(TestTree()),
            lanes: Lanes(width: 1),
            stop: LoopStop(),
            visitor: visitor
        )
        let isThere = await withCheckedContinuation { continuation in
            walker.walk(root, as: visitor.makeMemory(of: root), on: queue) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isThere)
    }

    @Test("a walk waits for a visit that has not replied")
    func heldUp() async {
        // The walk                             The test
        // visit / -> asked.open()
        //                                      asked.wait()
        //                                      nothing was decided: the subfolder waits
        //                                      let it reply
        // decide /a …
        var tree = TestTree()
        tree.addFolder("a".utf8)
        let asked = Gate()
        let replies = DispatchQueue(label: "held up", attributes: .initiallyInactive)
        let visitor = RecordingVisitor(
            manner: .later(on: replies),
            onEvent: { event in if case .visit(let visit) = event, visit.path.depth == 0 { asked.open() } }
        )
        let lister = MemoryLister(tree)
        async let walk = Walk(lister, width: 2, visitor: visitor)
        DispatchQueue(label: "watch").async {
            asked.wait()
            #expect(trace(of: visitor) == ["visit /"])
            replies.activate()
        }
        #expect(await walk.end.isFinished)
        #expect(visitor.complaints == [])
    }

    @Test("all calls of a walk are on its lanes", arguments: [1, 3])
    func onLanes(width: Int) async {
        var generator = SeededGenerator("lanes \(width)")
        let tree = TestTree.random(folders: 50, using: &generator)
        let lanes = Lanes(width: width)
        let elsewhere = Tally()
        let queue = DispatchQueue(label: "replies")
        let visitor = RecordingVisitor(manner: .mixed(queue), onEvent: { _ in if !lanes.isOnLane { elsewhere.add(1) } })
        let lister = MemoryLister(tree, manner: .mixed(queue)) { _ in if !lanes.isOnLane { elsewhere.add(1) } }
        let root = TreePath(root: Array("/".utf8))
        let walker = Walker(lister: lister, lanes: lanes, stop: LoopStop(), visitor: visitor)
        await withCheckedContinuation { continuation in
            walker.walk(root, as: visitor.makeMemory(of: root), on: queue) { _ in continuation.resume() }
        }
        #expect(elsewhere.now == 0)
    }
}
