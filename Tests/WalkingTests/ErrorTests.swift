import AsyncLoop
import Listing
import TestSupport
import Testing
import Walking

/// Errors are data: the walk goes on.
@Suite struct ErrorTests {
    private let denied = ListingError(call: "openat", code: 13)

    @Test("a root that cannot be listed is visited with its error and finished", arguments: [1, 4])
    func failedRoot(width: Int) async {
        let walk = await Walk(MemoryLister(TestTree(), faults: [0: .fails(denied)]), width: width)
        #expect(trace(of: walk.visitor) == ["visit /", "finish /"])
        #expect(walk.end == FolderEnd(status: .failed(denied), isFinished: false))
        #expect(walk.visitor.complaints == [])
    }

    @Test("a folder that cannot be listed leaves those above it listed but not finished", arguments: [1, 4])
    func failedInTheMiddle(width: Int) async {
        var tree = TestTree()
        let a = tree.addFolder("a".utf8)
        let b = tree.addFolder("b".utf8)
        let c = tree.addFolder("c".utf8)
        let below = tree.addFolder("below".utf8, in: b)
        tree.addFile("x.jpg".utf8, in: below)
        let walk = await Walk(MemoryLister(tree, faults: [below: .fails(denied)]), width: width)
        let ends = outcomes(of: walk.visitor).mapValues(\.end)
        let paths = tree.paths.map { [UInt8(ascii: "/")] + $0 }
        #expect(ends[paths[a]] == FolderEnd(status: .listed, isFinished: true))
        #expect(ends[paths[b]] == FolderEnd(status: .listed, isFinished: false))
        #expect(ends[paths[c]] == FolderEnd(status: .listed, isFinished: true))
        #expect(ends[paths[below]] == FolderEnd(status: .failed(denied), isFinished: false))
        #expect(walk.end == FolderEnd(status: .listed, isFinished: false))
    }

    @Test("what was listed before a listing broke off is walked", arguments: [1, 4])
    func brokenOff(width: Int) async {
        var tree = TestTree()
        tree.addFile("1".utf8)
        let kept = tree.addFolder("kept".utf8)
        tree.addFile("in kept".utf8, in: kept)
        tree.addFile("lost".utf8)
        let error = ListingError(call: "getdents64", code: 5)
        let walk = await Walk(MemoryLister(tree, faults: [0: .breaksOff(error, after: 2)]), width: width)
        #expect(
            trace(of: walk.visitor) == [
                "inspect /1", "visit /", "decide /kept", "inspect /kept/in kept", "visit /kept", "finish /kept",
                "finish /",
            ]
        )
        #expect(walk.end == FolderEnd(status: .failed(error), isFinished: false))
        #expect(walk.visitor.complaints == [])
    }

    @Test("a file that cannot be inspected is its own error only", arguments: [1, 4])
    func unreadableFile(width: Int) async {
        var tree = TestTree()
        for name in ["a", "c"] { tree.addFile(name.utf8, size: 5) }
        tree.addFile("b".utf8, size: MemoryLister.unreadable)
        let walk = await Walk(MemoryLister(tree), width: width)
        let replies = outcomes(of: walk.visitor)[[UInt8(ascii: "/")]]?.replies.map(\.value)
        #expect(replies?.count == 3)
        #expect(replies?[1] == .failed(ListingError(call: "statx", code: 13)))
        for case .kept(let facts, let tag) in replies ?? [] {
            #expect(facts.size == 5 && tag == 1)
        }
        #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
    }
}
