import AsyncLoop
import Dispatch
import Listing
import TestSupport
import Testing
import Walking

/// Walks of a tree that somebody changes meanwhile.
///
/// One after the other: on few cores many who change trees leave the walks no time.
@Suite(.serialized) struct ChangingTreeTests {
    @Test("a walk through a changing tree ends, and reports the part that stays as it is", arguments: 0..<8)
    func mutated(round: Int) async throws {
        var generator = SeededGenerator("changing tree \(round)")
        let kept = TestTree.random(folders: 120, using: &generator)
        let changing = TestTree.random(folders: 60, using: &generator)
        let width = [1, 2, 4, 8, 16].randomElement(using: &generator) ?? 1
        try await withTemporaryFolder { folder in
            try kept.make(in: folder.folder.makeFolder("kept".utf8))
            try changing.make(in: folder.folder.makeFolder("changing".utf8))
            let mutator = Mutator(try folder.folder.open("changing".utf8), seed: generator.next())
            mutator.start()
            for _ in 0..<5 {
                let lister = try LocalFolderLister(root: folder.path, openFolders: 4)
                let walk = await Walk(lister, width: width)
                #expect(walk.visitor.complaints == [])
                let root = ends(walk.visitor)
                #expect(root["/"]?.status == .listed)
                #expect(root["/kept"] == FolderEnd(status: .listed, isFinished: true))
                #expect(folderCount(walk.visitor, below: "/kept") == kept.folders.count)
                #expect(itemCount(walk.visitor, below: "/kept") == kept.folders.reduce(0) { $0 + $1.count })
            }
            mutator.stop()
            print("width \(width): \(mutator.changes) changes while it was walked")

            // Once nobody changes it any more it is what it is.
            let walk = await Walk(try LocalFolderLister(root: folder.path), width: width)
            #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
            if let found = try Found(in: folder.path) { #expect(Found(walk.visitor) == found) }
        }
    }

    @Test("a walk that is stopped while its tree changes ends with all that was begun", arguments: 0..<8)
    func stopped(round: Int) async throws {
        var generator = SeededGenerator("stopped in a changing tree \(round)")
        let tree = TestTree.random(folders: 150, using: &generator)
        let moment = Int.random(in: 1...300, using: &generator)
        let width = [1, 3, 16].randomElement(using: &generator) ?? 1
        try await withTemporaryFolder { folder in
            try tree.make(in: folder.folder)
            let mutator = Mutator(try MadeFolder(path: folder.path), seed: generator.next())
            mutator.start()
            let stop = LoopStop()
            let seen = Tally()
            let visitor = RecordingVisitor(onEvent: { _ in if seen.add(1) == moment { stop.stop() } })
            _ = await Walk(try LocalFolderLister(root: folder.path), width: width, stop: stop, visitor: visitor)
            mutator.stop()
            #expect(visitor.complaints == [])
            #expect(visitor.memories.now == 0)
        }
    }

    private func ends(_ visitor: RecordingVisitor) -> [String: FolderEnd] {
        var ends: [String: FolderEnd] = [:]
        for case .finish(let end, let visit, _) in visitor.events where visit.path.depth < 2 {
            ends[String(decoding: visit.path.bytes, as: UTF8.self)] = end
        }
        return ends
    }

    private func folderCount(_ visitor: RecordingVisitor, below path: String) -> Int {
        visits(visitor, below: path).count
    }

    private func itemCount(_ visitor: RecordingVisitor, below path: String) -> Int {
        visits(visitor, below: path).reduce(0) { $0 + ((try? $1.listing.get().items.count) ?? 0) }
    }

    private func visits(_ visitor: RecordingVisitor, below path: String) -> [FolderVisit] {
        visitor.events.compactMap { event in
            guard case .visit(let visit) = event else { return nil }
            let bytes = visit.path.bytes
            return bytes == Array(path.utf8) || bytes.starts(with: Array("\(path)/".utf8)) ? visit : nil
        }
    }
}
