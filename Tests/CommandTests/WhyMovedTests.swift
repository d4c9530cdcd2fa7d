import TestSupport
import Testing

/// `imgindex why` of a path that something had once: it is told where that is now.
@Suite struct WhyMovedTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
        try scene.add("keep.jpg", "a/1.jpg", "a/b/2.jpg", "c/3.jpg")
        try scene.run()
    }

    private func why(_ name: String) throws -> (code: Int32?, lines: [String]) {
        let end = try scene.command([bytes("why"), bytes("--index=index.db"), scene.path(name)])
        let lines = end.outputText.replacing(text(scene.root), with: "ROOT").split(separator: "\n")
        return (end.exitCode, lines.dropFirst().map { String($0.trimmingPrefix("  ")) })
    }

    private func id(_ name: String) throws -> String {
        try scene.value("SELECT id FROM images WHERE path = '\(text(scene.path(name)))'")
    }

    @Test("of an image that moved its id and its path now, and what the index knows of it there")
    func image() throws {
        let id = try id("a/1.jpg")
        try scene.folder("a").rename(bytes("1.jpg"), to: bytes("../c/new.jpg"))
        try scene.run()
        let answer = try why("a/1.jpg")
        #expect(answer.code == 0)
        #expect(
            answer.lines == [
                "moved in run 2 to ROOT/c/new.jpg", "image \(id): present; first seen in run 1",
                "in folder ROOT/c: listed to its end in run 2", "in root ROOT: listed to its end in run 2",
            ]
        )
        try scene.folder("c").rename(bytes("new.jpg"), to: bytes("../keep2.jpg"))
        try scene.run()
        #expect(try why("a/1.jpg").lines.first == "moved in run 2 to ROOT/keep2.jpg")
        #expect(try why("c/new.jpg").lines.first == "moved in run 3 to ROOT/keep2.jpg")
        try scene.tree.remove(bytes("keep2.jpg"))
        try scene.run()
        #expect(
            try why("a/1.jpg").lines.dropFirst().first?.hasPrefix("image \(id): missing since run 4, proof ") == true
        )
    }

    @Test("a file that has the name now is told of, not the one that had it")
    func nameTaken() throws {
        try scene.folder("a").rename(bytes("1.jpg"), to: bytes("../c/new.jpg"))
        try scene.run()
        try scene.add("a/1.jpg")
        try scene.run()
        let taken = try why("a/1.jpg")
        #expect(taken.code == 0 && taken.lines.first?.hasSuffix(": present; first seen in run 3") == true)
    }

    @Test("of what is below a folder that moved, and of that folder, where it is now")
    func folder() throws {
        let id = try id("a/b/2.jpg")
        try scene.tree.rename(bytes("a"), to: bytes("c/moved"))
        try scene.run()
        let image = try why("a/b/2.jpg")
        #expect(image.code == 0 && image.lines.first == "moved in run 2 to ROOT/c/moved/b/2.jpg", "\(image)")
        #expect(image.lines.dropFirst().first == "image \(id): present; first seen in run 1")
        let folder = try why("a")
        #expect(folder.code == 0)
        #expect(
            folder.lines.prefix(3) == [
                "moved in run 2 to ROOT/c/moved", "there: ROOT/c/moved", "folder: listed to its end in run 2",
            ]
        )
        let below = try why("a/b")
        #expect(below.code == 0 && below.lines.first == "its folder ROOT/a moved in run 2 to ROOT/c/moved")
        #expect(below.lines.dropFirst().first == "there: ROOT/c/moved/b")
        let never = try why("a/b/none.jpg")
        #expect(never.code == 1 && never.lines.first?.hasPrefix("never seen: ") == true, "\(never)")
    }

    @Test("an image that was touched as its folder moved is found by that folder")
    func touchedBelow() throws {
        try writeFile(scene.path("a/b/2.jpg"), Array(repeating: 1, count: 999))
        try scene.tree.rename(bytes("a"), to: bytes("z"))
        try scene.run()
        let answer = try why("a/b/2.jpg")
        #expect(
            answer.code == 0 && answer.lines.contains { $0.hasPrefix("image ") && $0.contains(": present") },
            "\(answer)"
        )
        #expect(answer.lines.first?.contains("moved in run 2 to ROOT/z") == true, "\(answer)")
    }

    @Test("a link to an image is answered by the image")
    func link() throws {
        try scene.tree.makeLink(bytes("link.jpg"), to: bytes("a/1.jpg"))
        try scene.run()
        let answer = try why("link.jpg")
        #expect(
            answer.code == 0 && answer.lines.first?.hasSuffix(": present; first seen in run 1") == true,
            "\(answer)"
        )
    }
}
