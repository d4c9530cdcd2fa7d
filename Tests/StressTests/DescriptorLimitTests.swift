import AsyncLoop
import Glibc
import Listing
import TestSupport
import Testing
import Walking

/// Walks with few descriptors, in a process of their own.
@Suite struct DescriptorLimitTests {
    @Test("under a limit of 64 descriptors eight lanes see the whole of a deep and bushy tree", arguments: 0..<3)
    func lowLimit(round: Int) async throws {
        var tree = TestTree()
        var deepest = 0
        for _ in 0..<300 {
            for name in ["a", "b", "c"] {
                let folder = tree.addFolder(name.utf8, in: deepest)
                tree.addFile("x.jpg".utf8, in: folder)
                tree.addFolder("below".utf8, in: folder)
            }
            deepest = tree.addFolder("deep".utf8, in: deepest)
        }
        let folderCount = tree.folders.count
        try await withTemporaryFolder { folder in
            try tree.make(in: folder.folder)
            await #expect(processExitsWith: .success) {
                [root = folder.path as [UInt8], folderCount = folderCount as Int] in
                try limitDescriptors(64)
                let lister = try LocalFolderLister(root: root)
                let walk = await Walk(lister, width: 8)
                #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
                var visits = 0
                var failures: [String] = []
                for case .visit(let visit) in walk.visitor.events {
                    visits += 1
                    if case .failure(let error) = visit.listing { failures.append(error.description) }
                }
                #expect(visits == folderCount)
                #expect(failures == [])
            }
        }
    }

    @Test("no descriptor is left open after a walk", arguments: [1, 8])
    func nothingLeft(width: Int) async throws {
        var generator = SeededGenerator("nothing left open \(width)")
        let tree = TestTree.random(folders: 200, using: &generator)
        try await withTemporaryFolder { folder in
            try tree.make(in: folder.folder.makeFolder("root".utf8))
            let root = folder.path(of: "root".utf8)
            await #expect(processExitsWith: .success) { [root = root as [UInt8], width = width as Int] in
                let most = Tally()
                let visitor = RecordingVisitor(onEvent: { event in
                    guard case .visit = event, let count = try? openDescriptorCount(in: root) else { return }
                    most.raise(to: count)
                })
                let walk = try await Walk(LocalFolderLister(root: root, openFolders: 3), width: width, visitor: visitor)
                // The visits of the walk are kept, and hold nothing open.
                #expect(walk.end.isFinished && !visitor.events.isEmpty)
                #expect(try openDescriptorCount(in: root) == 0)
                // The root, those held open, up to three for each lane.
                #expect(most.most <= 1 + 3 + 3 * width)
            }
        }
    }
}

private func limitDescriptors(_ number: rlim_t) throws {
    var limit = rlimit(rlim_cur: number, rlim_max: number)
    guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        throw CallError(call: "setrlimit", code: errno)
    }
}
