import AsyncLoop
import Listing
import TestSupport
import Testing
import Walking

/// Walks of random trees on disk against what find(1) says of them.
@Suite struct FindTests {
    @Test("a walk sees what find sees, at every width", arguments: 0..<12)
    func randomTree(round: Int) async throws {
        var generator = SeededGenerator("against find \(round)")
        let tree = TestTree.random(folders: Int.random(in: 1...250, using: &generator), using: &generator)
        try await withTemporaryFolder { folder in
            try tree.make(in: folder.folder)
            guard let found = try Found(in: folder.path) else { return }
            #expect(found.entries.count == tree.folders.reduce(1) { $0 + $1.count })
            for width in [1, 2, 3, 5, 8, 16] {
                let openFolders = Int.random(in: 1...64, using: &generator)
                let lister = try LocalFolderLister(root: folder.path, openFolders: openFolders)
                let walk = await Walk(lister, width: width)
                #expect(Found(walk.visitor) == found)
                #expect(walk.visitor.complaints == [])
                #expect(walk.end == FolderEnd(status: .listed, isFinished: true))
            }
        }
    }
}

/// The items of a tree by their paths below its root.
struct Found: Equatable {
    /// What is known of an item.
    struct Entry: Equatable {
        let kind: ItemKind
        /// Of files only.
        let size: Int64?
        let modified: Int64?
    }

    private(set) var entries: [[UInt8]: Entry] = [:]

    /// What find(1) says, or nil if there is none; then says so.
    init?(in folder: [UInt8]) throws {
        let program = Array("/usr/bin/find".utf8)
        guard isProgram(program) else {
            print("skipped: there is no /usr/bin/find to compare with")
            return nil
        }
        // type, size, time, path: each with a zero byte behind it, as names have none.
        let arguments = [".", "-printf", "%y\\0%s\\0%T@\\0%P\\0"].map { Array($0.utf8) }
        let end = try runProcess(program, arguments, folder: folder)
        #expect(end.exitCode == 0 && end.errors.isEmpty)
        let fields = end.output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) }
        for start in stride(from: 0, to: fields.count, by: 4) {
            let kind = Self.kind(fields[start])
            let size = Int64(String(decoding: fields[start + 1], as: UTF8.self))
            entries[fields[start + 3]] = Entry(
                kind: kind,
                size: kind == .file ? size : nil,
                modified: kind == .file ? Self.nanoseconds(fields[start + 2]) : nil
            )
        }
    }

    /// What a walk saw of its root `/`.
    init(_ visitor: RecordingVisitor) {
        for case .finish(_, let visit, let replies) in visitor.events {
            let items = (try? visit.listing.get().items) ?? FolderItems.Builder().finish()
            if visit.path.depth == 0 { entries[[]] = Entry(kind: .folder, size: nil, modified: nil) }
            for (item, reply) in zip(items, replies) {
                var facts: FileFacts?
                if case .replied(.kept(let kept, _)) = reply { facts = kept }
                let path = Array(visit.path.bytes(of: item.name).dropFirst())
                entries[path] = Entry(kind: item.kind, size: facts?.size, modified: facts?.modified)
            }
        }
    }

    private static func kind(_ letter: [UInt8]) -> ItemKind {
        switch letter {
        case [UInt8(ascii: "f")]: .file
        case [UInt8(ascii: "d")]: .folder
        case [UInt8(ascii: "l")]: .link
        default: .special
        }
    }

    /// `1234567890.1234567890` in nanoseconds: find writes ten places of which the last is 0.
    private static func nanoseconds(_ stamp: [UInt8]) -> Int64? {
        let parts = stamp.split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, let seconds = Int64(parts[0]), let fraction = Int64(parts[1].prefix(9)) else {
            return nil
        }
        return seconds * 1_000_000_000 + fraction
    }
}
