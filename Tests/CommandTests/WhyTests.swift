import TestSupport
import Testing

/// `imgindex why`: what is told of a path of each kind, from the index alone.
@Suite struct WhyTests {
    private func made() throws -> Scene {
        let scene = try Scene()
        try scene.add("x.jpg", "s/b.jpg", "@eaDir/c.jpg", "raw/d.nef", "raw/e.nef", "gone/g.jpg")
        try writeFile(scene.path("notes.txt"), [1])
        try writeFile(scene.path("s/.imgindexignore"), bytes("b*\n"))
        try scene.tree.makeFolder(bytes("bad"))
        try writeFile(scene.path("bad/.imgindexignore"), Array(repeating: 10, count: 1 << 20 + 1))
        try scene.run("--exclude=*.nef")
        try scene.folder("gone").remove(bytes("g.jpg"))
        try scene.run("--exclude=*.nef")
        return scene
    }

    private func why(_ path: [UInt8], in scene: Scene) throws -> (code: Int32?, lines: [String]) {
        let end = try scene.command([bytes("why"), bytes("--index=index.db"), path], folder: scene.place.path)
        return (
            end.exitCode,
            end.outputText.split(separator: "\n").dropFirst().map { $0.trimmingPrefix("  ") }.map(String.init)
        )
    }

    @Test("each kind of path has its answer, and each folder above it its state")
    func kinds() throws {
        let scene = try made()
        let root = text(scene.root)
        let answers: [(String, Int32, String)] = [
            ("x.jpg", 0, "image 1: present; first seen in run 1"),
            ("s/b.jpg", 0, "kept out by 'b*', line 1 of \(root)/s/.imgindexignore"),
            ("@eaDir", 0, "folder: excluded by the default exclude '@eaDir'"),
            ("raw/d.nef", 0, "kept out, if it was there, by --exclude '*.nef', as 2 files in its folder are"),
            (
                "notes.txt", 0,
                "no image by its extension: run 2 found 1 such items in its folder, of which no names are kept"
            ),
            ("bad/y.jpg", 0, "not known: its folder is failed since run 1: .imgindexignore: read: File too large"),
            ("new.jpg", 1, "never seen: run 2 listed its folder to its end, and it was not there"),
            ("no/where", 1, "never seen: run 2 listed its folder to its end, and it was not there"),
        ]
        for (name, code, line) in answers {
            let answer = try why(scene.path(name), in: scene)
            #expect(answer.code == code && answer.lines.first == line, "\(name): \(answer)")
            #expect(answer.lines.last == "in root \(root): listed to its end in run 2", "\(name): \(answer)")
        }
        let gone = try why(scene.path("gone/g.jpg"), in: scene)
        #expect(
            gone.code == 0 && gone.lines.first?.contains("missing since run 2, proof listed:\(root)/gone") == true,
            "\(gone)"
        )
    }

    @Test("a path outside all roots is never seen, and the roots are named")
    func outside() throws {
        let scene = try made()
        let answer = try why(bytes("/nowhere/x.jpg"), in: scene)
        #expect(answer.code == 1)
        #expect(answer.lines == ["never seen: it is in none of the roots", "root \(text(scene.root))"])
    }

    @Test("relative paths and names that are not UTF-8 are found, of an index that may only be read")
    func oddNames() throws {
        let scene = try Scene()
        let name: [UInt8] = [0xFF, 0x0A] + bytes(".jpg")
        try writeFile(scene.root + bytes("/") + name, [1])
        try scene.run()
        _ = try scene.shell("chmod 400 index.db")
        let before = try scene.shell("ls").outputText
        for path in [bytes("tree/") + name, bytes("./home/../tree//") + name] {
            let answer = try why(path, in: scene)
            #expect(answer.code == 0 && answer.lines.first == "image 1: present; first seen in run 1", "\(answer)")
        }
        #expect(try scene.shell("ls").outputText == before)
    }
}
