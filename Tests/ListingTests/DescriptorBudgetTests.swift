import Glibc
import Listing
import TestSupport
import Testing

/// How many folders are held open, and what happens when no more can be.
@Suite struct DescriptorBudgetTests {
    @Test("a deep and bushy tree is the same with one folder held open as with many", arguments: 0..<4)
    func smallBudget(round: Int) throws {
        var generator = SeededGenerator("small budget \(round)")
        var tree = TestTree.random(folders: 150, using: &generator)
        // On the way back up every folder of the chain still has subfolders, long given up.
        var deepest = 0
        for _ in 0..<150 {
            tree.addFolder("z".utf8, in: tree.addFolder("chain".utf8, in: deepest))
            deepest = tree.folders.count - 2
        }
        try withTemporaryFolder { folder in
            try tree.make(in: folder.folder)
            let expected = try names(folder.path, openFolders: 10_000)
            #expect(expected.count == tree.folders.count)
            for budget in [0, 1, 2, 7, 64] {
                #expect(try names(folder.path, openFolders: budget) == expected)
            }
        }
    }

    @Test("a chain of 5,000 folders is listed to its end with one folder held open")
    func chain() throws {
        try withTemporaryFolder { folder in
            try folder.folder.makeChain(5_000, name: "deep".utf8).makeFile("x.jpg".utf8)
            var files = 0
            try listAll(folder.path, openFolders: 1) { _, result in
                files += try result.get().listing.items.files.count
            }
            #expect(files == 1)
        }
    }

    @Test("no descriptor is left when the lister and its folders are let go of")
    func nothingLeft() async throws {
        try await withTemporaryFolder { folder in
            try Self.someTree().make(in: folder.folder)
            await #expect(processExitsWith: .success) { [root = folder.path as [UInt8]] in
                var most = 0
                try listAll(root, openFolders: 5) { _, result in
                    _ = try result.get()
                    most = max(most, try openDescriptorCount(in: root))
                }
                #expect(try openDescriptorCount(in: root) == 0)
                // The root, those held open, the one just listed.
                #expect((6...7).contains(most))
            }
        }
    }

    @Test("under a limit of 24 descriptors a lister that would hold 1,000 still lists all")
    func lowLimit() async throws {
        try await withTemporaryFolder { folder in
            try Self.someTree().make(in: folder.folder)
            await #expect(processExitsWith: .success) { [root = folder.path as [UInt8]] in
                let expected = try names(root, openFolders: 64)
                try limitDescriptors(24)
                #expect(try names(root, openFolders: 1_000) == expected)
            }
        }
    }

    @Test("a folder for which no descriptor is left is an error, never an empty folder")
    func exhausted() async throws {
        try await withTemporaryFolder { folder in
            try folder.folder.makeFolder("full".utf8).makeFile("x.jpg".utf8)
            await #expect(processExitsWith: .success) { [root = folder.path as [UInt8]] in
                let lister = try LocalFolderLister(root: root)
                let path = TreePath(root: root)
                let below = TreePath(Array("full".utf8), in: path)
                _ = try list(path, with: lister).get()

                try limitDescriptors(32)
                var taken: [Int32] = []
                while case let number = dup(0), number >= 0 { taken.append(number) }
                // The last one is that of the root's listing, kept for the listing of `full`; it is given up for it.
                #expect(try list(below, with: lister).get().listing.items.count == 1)
                while case let number = dup(0), number >= 0 { taken.append(number) }
                for folder in [path, below] {
                    guard case .failure(let error) = try list(folder, with: lister) else {
                        Issue.record("listed without a descriptor")
                        continue
                    }
                    #expect(error == ListingError(call: "openat", code: EMFILE) && error.meaning == .failed)
                }
                for number in taken { close(number) }
                #expect(try list(below, with: lister).get().listing.items.count == 1)
            }
        }
    }

    private static func someTree() -> TestTree {
        var tree = TestTree()
        var deepest = 0
        for _ in 0..<60 {
            for name in ["a", "b", "c"] { tree.addFile("x.jpg".utf8, in: tree.addFolder(name.utf8, in: deepest)) }
            deepest = tree.addFolder("deep".utf8, in: deepest)
        }
        return tree
    }
}

/// The names in each folder of a tree, by the folder's path.
private func names(_ root: [UInt8], openFolders: Int) throws -> [[UInt8]: [[UInt8]]] {
    var names: [[UInt8]: [[UInt8]]] = [:]
    try listAll(root, openFolders: openFolders) { path, result in
        names[path.bytes] = try result.get().listing.items.map(\.name)
    }
    return names
}

private func limitDescriptors(_ number: rlim_t) throws {
    var limit = rlimit(rlim_cur: number, rlim_max: number)
    guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        throw CallError(call: "setrlimit", code: errno)
    }
}
