import TestSupport
import Testing

/// Order is free at every width but 1, the result is not.
@Suite struct WidthTests {
    @Test("a random tree has the same index at every width, and after re-runs at other widths", arguments: 0..<6)
    func sameIndex(round: Int) throws {
        var generator = SeededGenerator("same index at every width \(round)")
        let tree = TestTree.random(folders: Int.random(in: 1...60, using: &generator), using: &generator)
        let scene = try Scene()
        try tree.make(in: scene.tree)
        var expected: [String]?
        for width in [1, 2, 3, 8, 64] {
            var copy = scene
            copy.index = scene.place.path(of: bytes("width\(width).db"))
            let end = try copy.run("--width=\(width)")
            #expect(end.exitCode == 0)
            let content = try copy.content()
            #expect(try copy.damage() == [])
            if let expected { #expect(content == expected) } else { expected = content }
            let again = try copy.run("--width=\([64, 3, 1, 2, 8][width % 5])")
            #expect(
                again.counts["images"] == end.counts["images"] && again.changes.keys.allSatisfy { $0 == "unchanged" }
            )
            #expect(try copy.content() == content)
        }
    }
}
