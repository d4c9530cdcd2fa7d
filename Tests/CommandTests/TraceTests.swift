import TestSupport
import Testing

/// The documented order, as `--width 1 --trace` prints it.
@Suite struct TraceTests {
    @Test("files come first, then subfolders, each sorted by bytes, each finished before the next begins")
    func documentedOrder() throws {
        let scene = try Scene()
        try scene.add(
            "z.jpg",
            "B.png",
            "a.txt",
            "b/2.jpg",
            "b/1.jpg",
            "b/c/deep.gif",
            "B.jpg/in.jpg",
            "\u{E9}/x.jpg",
            "~/y.jpg"
        )
        try scene.tree.makeFolder(bytes("empty"))
        try scene.add("@eaDir/thumb.jpg")
        try scene.tree.makeLink(bytes("link.jpg"), to: bytes("z.jpg"))
        try scene.tree.makePipe(bytes("pipe.jpg"))
        let end = try scene.run("--width", "1", "--trace")
        let expected = """
            item image R/B.png
            item other R/a.txt
            item other R/link.jpg
            item other R/pipe.jpg
            item image R/z.jpg
            folder excluded R/@eaDir
            item folder R/@eaDir
            item image R/B.jpg/in.jpg
            folder listed R/B.jpg
            item folder R/B.jpg
            item image R/b/1.jpg
            item image R/b/2.jpg
            item image R/b/c/deep.gif
            folder listed R/b/c
            item folder R/b/c
            folder listed R/b
            item folder R/b
            folder listed R/empty
            item folder R/empty
            item image R/~/y.jpg
            folder listed R/~
            item folder R/~
            item image R/\u{E9}/x.jpg
            folder listed R/\u{E9}
            item folder R/\u{E9}
            folder listed R

            """
        let lines = end.outputText.split(separator: "\n", omittingEmptySubsequences: false)
        let trace = lines.dropLast(2).joined(separator: "\n") + "\n"
        #expect(trace == replacing("R", before: "/", in: expected, by: text(scene.root)))
        #expect(lines.dropLast().last?.contains(": 7 folders, 8 images, 8 added") == true)
        #expect(end.exitCode == 0 && end.errors == [])
        // The second time it is the same, though every folder is known.
        let again = try scene.run("-w1", "--trace").outputText.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(again.dropLast(2) == lines.dropLast(2))
    }

    @Test("at any width the same lines are printed, in some order")
    func sameLines() throws {
        let scene = try Scene()
        try TestTree.sample().make(in: scene.tree)
        let one = try scene.run("--width=1", "--trace").outputText.split(separator: "\n").dropLast()
        let many = try scene.run("--width=16", "--trace").outputText.split(separator: "\n").dropLast()
        #expect(one.sorted() == many.sorted() && one.count > 100)
    }

    /// Puts a path in the place of the last word that begins with a letter in every line.
    private func replacing(_ letter: Character, before next: Character, in lines: String, by path: String) -> String {
        lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.split(separator: " ")
            guard let last = words.last, last.first == letter, last.count == 1 || last.dropFirst().first == next else {
                return String(line)
            }
            return words.dropLast().joined(separator: " ") + " " + path + last.dropFirst()
        }.joined(separator: "\n")
    }
}
