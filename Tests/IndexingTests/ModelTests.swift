import SQLite
import TestSupport
import Testing

@testable import Indexing

/// Random sequences of changes and runs against a simple model of what the index has to say.
@Suite struct ModelTests {
    @Test("after every run of a random sequence the index says what the model says", arguments: 0..<4)
    func sequences(part: Int) throws {
        var generator = SeededGenerator("sequences(part: \(part))")
        for _ in 0..<50 {
            // A generator of its own for each, so that one sequence can be repeated alone.
            let seed = generator.next()
            try sequence(SeededGenerator(seed: seed), "IMGINDEX_SEED=\(generator.seed), sequence \(seed)")
        }
    }

    private func sequence(_ seeded: SeededGenerator, _ comment: Comment) throws {
        var generator = seeded
        let index = try ScratchIndex()
        var disk = Disk(using: &generator)
        var model = IndexModel()
        let roots = ["/m", "/m/a", "/m/a/b", "/m/c", "/ma"].shuffled(using: &generator)
        for _ in 0..<20 {
            for _ in 0..<Int.random(in: 0...4, using: &generator) { disk.change(using: &generator) }
            let root = roots[min(Int.random(in: 0...4, using: &generator), Int.random(in: 0...4, using: &generator))]
            guard var found = disk.folder(root) else { continue }
            let isWhole = generator.chance(2, in: 3)
            if !isWhole { for _ in 0..<2 { found.breakSomewhere(using: &generator) } }
            let counts = try index.run(found, of: root, state: isWhole ? .complete : .partial)
            model.run(found, of: root)

            #expect(counts == model.counts, "\(comment), counts of \(root)")
            let images = try index.images()
            #expect(images == model.images, "\(comment), images after \(root)")
            #expect(try index.folderStates() == model.folders, "\(comment), folders after \(root)")
            try index.expectSound(comment)
            if isWhole {
                let present = images.filter { $0.value.state == "present" && isBelow(root, $0.key) }
                #expect(Set(present.keys) == disk.imagePaths(below: root), "\(comment), disk at \(root)")
            }
            let ids = try index.ids()
            #expect(model.ids.allSatisfy { ids[$0.key] == $0.value }, "\(comment), ids")
            model.ids = ids
        }
    }
}

/// Whether a path is in a folder.
func isBelow(_ folder: String, _ path: String) -> Bool {
    path.utf8.starts(with: (folder + "/").utf8)
}

extension ScratchIndex {
    fileprivate func images() throws -> [String: IndexModel.Image] {
        var images: [String: IndexModel.Image] = [:]
        for row in try rows("SELECT path, state, size, modified_ns, error FROM images") {
            guard case .text(let path) = row[0], case .text(let state) = row[1] else { continue }
            images[path] = .init(state: state, size: row[2].number, modified: row[3].number, hasError: row[4] != .null)
        }
        return images
    }

    fileprivate func folderStates() throws -> [String: String] {
        var folders: [String: String] = [:]
        for row in try rows("SELECT path, status FROM folders") {
            if case .text(let path) = row[0], case .text(let status) = row[1] { folders[path] = status }
        }
        return folders
    }

    fileprivate func ids() throws -> [String: Int64] {
        var ids: [String: Int64] = [:]
        for row in try rows("SELECT path, id FROM images UNION ALL SELECT path || '/', id FROM folders") {
            if case .text(let path) = row[0] { ids[path] = row[1].number }
        }
        return ids
    }
}

extension Value {
    fileprivate var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}
