import Listing
import TestSupport
import Testing

/// The path of a folder as a chain.
@Suite struct TreePathTests {
    @Test(
        "the bytes of a path have one slash between two names",
        arguments: [
            ("/", ["a"], "/a"), ("/", [], "/"), ("/r", [], "/r"), ("/r", ["a", "b c", "\n"], "/r/a/b c/\n"),
            ("/r/", ["a", "b"], "/r/a/b"), ("//", ["a"], "//a"),
        ]
    )
    func bytes(root: String, names: [String], expected: String) {
        let path = names.reduce(TreePath(root: Array(root.utf8))) { TreePath(Array($1.utf8), in: $0) }
        #expect(path.bytes == Array(expected.utf8))
        #expect(path.length == path.bytes.count)
        #expect(path.depth == names.count)
        #expect(path.chain.map(\.depth) == Array(0...names.count))
        #expect(path.chain.dropFirst().map(\.name) == names.map { Array($0.utf8) })
    }

    @Test("the path of an item has one slash before its name")
    func itemBytes() {
        let root = TreePath(root: [UInt8(ascii: "/")])
        #expect(root.bytes(of: [0xFF, 0x0A]) == [UInt8(ascii: "/"), 0xFF, 0x0A])
        #expect(TreePath([0xFF], in: root).bytes(of: [0x0A]) == Array("/".utf8) + [0xFF] + Array("/\n".utf8))
    }

    @Test("a parent is the folder a path was made in")
    func parent() {
        let root = TreePath(root: Array("/r".utf8))
        let folder = TreePath(Array("a".utf8), in: root)
        #expect(folder.parent === root)
        #expect(root.parent == nil)
    }

    @Test("a chain of a million is let go of from its end without a deep stack")
    func releaseDeepChain() {
        var path = TreePath(root: Array("/".utf8))
        for _ in 0..<1_000_000 { path = TreePath([97], in: path) }
        #expect(path.depth == 1_000_000)
        #expect(path.length == 2_000_000)
    }

    @Test("chains held at random folders are let go of in a random order without a deep stack", arguments: 0..<5)
    func releaseAtRandom(round: Int) {
        var generator = SeededGenerator("release \(round)")
        var path = TreePath(root: Array("/".utf8))
        var held: [TreePath] = []
        for _ in 0..<200_000 {
            // Now and then it goes on from an older folder: chains that share their beginning.
            if generator.chance(1, in: 20_000), let older = held.randomElement(using: &generator) { path = older }
            path = TreePath([97], in: path)
            if generator.chance(1, in: 5_000) { held.append(path) }
        }
        let depths = held.map(\.depth)
        path = TreePath(root: [])
        held.shuffle(using: &generator)
        while let last = held.popLast() {
            #expect(depths.contains(last.depth))
            #expect(last.parent?.depth == last.depth - 1)
        }
    }

    @Test("two threads may let go of two ends of one chain at once", arguments: 0..<20)
    func releaseAtOnce(round: Int) async {
        let shared = (0..<20_000).reduce(TreePath(root: [])) { path, _ in TreePath([97], in: path) }
        let start = Rendezvous(2)
        await withTaskGroup(of: Void.self) { group in
            for name in [UInt8](98...99) {
                let end = (0..<1_000).reduce(TreePath([name], in: shared)) { path, _ in TreePath([name], in: path) }
                group.addTask { letGo(end, after: start) }
            }
        }
    }
}

private func letGo(_ path: consuming TreePath, after start: Rendezvous) {
    start.arriveAndGoOn()
    #expect(path.depth > 20_000)
    _ = consume path
}
