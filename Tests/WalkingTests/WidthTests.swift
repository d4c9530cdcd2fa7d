import Dispatch
import Listing
import TestSupport
import Testing
import Walking

/// The same result at every width.
@Suite struct WidthTests {
    @Test("every width gives the result of width 1, and each folder its calls in their order", arguments: 0..<15)
    func randomTrees(round: Int) async {
        var generator = SeededGenerator("widths \(round)")
        let tree = TestTree.random(folders: Int.random(in: 1...200, using: &generator), using: &generator)
        let expected = outcomes(of: await Walk(MemoryLister(tree), width: 1).visitor)
        #expect(expected.count == tree.folders.count)
        for width in [2, 3, 8, 64] {
            let walk = await Walk(MemoryLister(tree), width: width)
            #expect(outcomes(of: walk.visitor) == expected)
            #expect(walk.visitor.complaints == [])
            #expect(CallCounts(walk.visitor) == CallCounts(tree))
            #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
        }
    }

    @Test("replies and listings that come later from other queues change nothing", arguments: 0..<15)
    func asynchronous(round: Int) async {
        var generator = SeededGenerator("asynchronous \(round)")
        let tree = TestTree.random(folders: Int.random(in: 1...100, using: &generator), using: &generator)
        let expected = outcomes(of: await Walk(MemoryLister(tree), width: 1).visitor)
        let first = DispatchQueue(label: "listings")
        let second = DispatchQueue(label: "replies", attributes: .concurrent)
        for width in [1, 2, 3, 8, 64] {
            let lister = MemoryLister(tree, manner: generator.chance(1, in: 2) ? .later(on: first) : .mixed(first))
            let manner: ReplyManner = generator.chance(1, in: 2) ? .later(on: second) : .mixed(second, every: 3)
            let walk = await Walk(lister, width: width, visitor: RecordingVisitor(manner: manner))
            #expect(outcomes(of: walk.visitor) == expected)
            #expect(walk.visitor.complaints == [])
        }
    }

    @Test("errors are the same data at every width", arguments: 0..<15)
    func errors(round: Int) async {
        var generator = SeededGenerator("errors \(round)")
        var tree = TestTree.random(folders: Int.random(in: 2...100, using: &generator), using: &generator)
        for folder in tree.folders.indices where generator.chance(1, in: 3) {
            tree.addFile("unreadable".utf8, in: folder, size: MemoryLister.unreadable)
        }
        var faults: [Int: MemoryLister.Fault] = [:]
        for folder in tree.folders.indices where generator.chance(1, in: 6) {
            let error = ListingError(call: "made up", code: Int32.random(in: 1...40, using: &generator))
            let count = Int.random(in: 0...3, using: &generator)
            faults[folder] = generator.chance(1, in: 2) ? .fails(error) : .breaksOff(error, after: count)
        }
        let expected = outcomes(of: await Walk(MemoryLister(tree, faults: faults), width: 1).visitor)
        for width in [2, 3, 8, 64] {
            let walk = await Walk(MemoryLister(tree, faults: faults), width: width)
            #expect(outcomes(of: walk.visitor) == expected)
            #expect(walk.visitor.complaints == [])
        }
    }

    @Test("the folders of a walk are listed on as many lanes as there are, at once")
    func allLanesAtOnce() async {
        // Each listing below the root waits until as many have begun as there are lanes:
        //
        //     lane 1    lane 2    lane 3    lane 4
        //     list /
        //     list a    list b    list c    list d
        //     meet ---- meet ---- meet ---- meet
        let width = 4
        var tree = TestTree()
        for name in ["a", "b", "c", "d"] { tree.addFolder(name.utf8) }
        let meeting = Rendezvous(width)
        let lister = MemoryLister(tree) { path in
            if path.depth > 0 { meeting.arrive() }
        }
        let walk = await Walk(lister, width: width)
        #expect(walk.end.isFinished)
    }
}
