import Glibc
import TestSupport
import Testing

@testable import imgindex

/// Order is free at every width but 1, the result is not.
@Suite struct WidthTests {
    @Test("at the greatest width signals are still taken when all lanes stand still")
    func greatest() throws {
        var greatest = 0
        for row in OptionTable.rows {
            if case .number(_, let bounds) = row.kind, row.name == .width { greatest = bounds.upperBound }
        }
        let scene = try Scene()
        // More folders than dispatch has threads, each with so much to trace that the pipe is soon full.
        for number in 0..<400 {
            let folder = try scene.tree.makeFolder(bytes("\(number)"))
            for image in 0..<2 {
                try folder.makeFile(bytes("\(image)" + String(repeating: "-", count: 200) + ".jpg"))
            }
        }
        let held = try HeldRun(scene, width: greatest)
        try held.send(SIGTERM)
        try held.send(SIGTERM)
        let end = try held.wait()
        #expect(end.exitCode == 143, "\(end)")
    }

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
