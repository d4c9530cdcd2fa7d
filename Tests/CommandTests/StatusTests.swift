import TestSupport
import Testing

/// `imgindex status`: some lines for people, and no trace of having looked.
@Suite struct StatusTests {
    @Test("roots, last runs and problems are told in a few lines")
    func snapshot() throws {
        let scene = try Scene()
        try scene.add("a/1.jpg", "a/b/2.jpg", "c\u{1B}/3.jpg")
        for root in ["a", "a/b", "c\u{1B}"] { try scene.run(roots: [scene.path(root)]) }
        try scene.tree.rename(bytes("c\u{1B}"), to: bytes("away"))
        try scene.run(roots: [scene.path("c\u{1B}")])
        let end = try scene.command("status", "--index=index.db")
        #expect(end.exitCode == 0 && end.errors == [])
        #expect(
            withoutTimes(end.outputText) == """
                Index index.db

                Root \(text(scene.root))/a
                  2 images, 340 bytes
                  last run 1: complete, ended TIME, TIME s
                  2 folders listed, 2 added, 0 unchanged, 0 errors

                Root \(text(scene.root))/a/b (inside \(text(scene.root))/a)
                  1 images, 170 bytes
                  last run 2: complete, ended TIME, TIME s
                  1 folders listed, 1 unchanged, 0 errors

                Root \(text(scene.root))/c\\x1B
                  1 images, 170 bytes
                  last run 4: failed, ended TIME, TIME s
                  0 folders listed, 0 unchanged, 1 errors
                  the root cannot be found: No such file or directory
                  oldest folder: \(text(scene.root))/c\\x1B: listed last in run 3, TIME

                1 problem
                  root \(text(scene.root))/c\\x1B: the root cannot be found: No such file or directory (since run 4)

                """
        )
    }

    @Test("held images are told with what to do, and the folder that was not listed for longest")
    func heldAndOldest() throws {
        let scene = try Scene()
        try scene.add("x.jpg", "a/1.jpg", "b/2.jpg")
        try scene.run()
        for folder in ["a", "b"] { try scene.folder(folder).remove(bytes(folder == "a" ? "1.jpg" : "2.jpg")) }
        try scene.tree.remove(bytes("x.jpg"))
        try scene.run()
        _ = try scene.query("UPDATE folder SET listed_run = 1 WHERE name = 'b'")
        let lines = try scene.command("status", "--index=index.db").outputText.split(separator: "\n").map(String.init)
        let root = text(scene.root)
        #expect(
            lines.contains(
                "  3 images are held; if they are really gone, this calls them missing: imgindex accept "
                    + "--index=\(text(scene.index)) \(root)"
            )
        )
        #expect(lines.contains { $0.hasPrefix("  oldest folder: \(root)/b: listed last in run 1, 20") })
        _ = try scene.query("UPDATE folder SET listed_run = NULL WHERE name = 'a'")
        #expect(try scene.command("status", "--index=index.db").outputText.contains("\(root)/a: not listed yet\n"))
    }

    @Test("of many problems ten are shown and the question for all of them", .enabled(if: OtherUser.canRun))
    func manyProblems() throws {
        var scene = try Scene()
        try scene.letOtherUserIn()
        try scene.makeShutFolders("no")
        try scene.runAsOtherUser()
        let lines = try scene.command("status", "--index=others/index.db").outputText.split(separator: "\n")
        #expect(lines.contains("15 problems"))
        #expect(lines.filter { $0.hasSuffix(": denied: openat: Permission denied (since run 1)") }.count == 10)
        #expect(lines.last == "  ... all of them: sqlite3 \(text(scene.index)) 'SELECT * FROM problems'")
    }

    @Test("without an index there is an error and nothing is made")
    func noIndex() throws {
        let scene = try Scene()
        let end = try scene.command("status")
        #expect(end.exitCode == 73 && end.output == [])
        #expect(
            end.errorText.hasPrefix(
                "imgindex: cannot read index: \(text(scene.place.path))/home/.local/share/imgindex/index.db: "
            )
        )
        #expect(end.errorText.hasSuffix(": No such file or directory\n"))
        #expect(try scene.shell("find home").outputText == "home\n")
    }

    @Test("an empty file is no index, and stays empty")
    func emptyFile() throws {
        let scene = try Scene()
        try writeFile(scene.index, [])
        let end = try scene.command("status", "--index=index.db")
        #expect(
            end.exitCode == 73
                && end.errorText.hasPrefix("imgindex: cannot read index: index.db: it is not an index of imgindex")
        )
        #expect(try scene.shell("wc -c <index.db; ls index.db*").outputText == "0\nindex.db\n")
        // To write it is another matter: nothing is lost in an empty file.
        #expect(try scene.run().exitCode == 0)
    }

    @Test("an index without roots says how to add one")
    func noRoots() throws {
        let scene = try Scene()
        #expect(try scene.run(roots: [scene.path("no")]).exitCode == 66)
        let end = try scene.command("status", "--index=index.db")
        #expect(
            end.exitCode == 0
                && end.outputText == """
                    Index index.db
                    No roots yet; this adds one: imgindex index --index=\(text(scene.index)) ROOT

                    """
        )
    }

    @Test(
        "a copy that may only be read, in a folder that may only be read, is told as well",
        .enabled(if: OtherUser.canRun)
    )
    func readOnlyCopy() throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        try scene.run()
        _ = try scene.shell("chmod 755 .; mkdir copy; cp index.db copy; chmod 444 copy/index.db; chmod 555 copy")
        let end = try scene.commandAsOtherUser([bytes("status"), bytes("--index=copy/index.db")])
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(end.outputText.contains("  1 images, 170 bytes\n"))
        #expect(try scene.shell("ls copy").outputText == "index.db\n")
    }

    @Test(
        "a copy with its log, in a folder that may only be read, is told to be copied elsewhere",
        .enabled(if: OtherUser.canRun)
    )
    func readOnlyLog() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let held = try HeldRun(scene)
        _ = try scene.shell(
            "chmod 755 .; mkdir copy; cp index.db index.db-wal copy; chmod 444 copy/*; cp -r copy other; chmod 555 copy"
        )
        #expect(try held.letGo().end.exitCode == 0)
        let end = try scene.commandAsOtherUser([bytes("status"), bytes("--index=copy/index.db")])
        #expect(end.exitCode == 73 && end.output == [])
        #expect(
            end.errorText == """
                imgindex: cannot read index: copy/index.db: its log, the file with -wal at the end, can be read only \
                where SQLite may write; copy both files to such a folder and name the copy\n
                """
        )
        #expect(try scene.shell("ls copy").outputText == "index.db\nindex.db-wal\n")
        #expect(try scene.command("status", "--index=other/index.db").outputText.contains("under way or killed\n"))
    }

    @Test("while a run is on the last one that ended is told, and that one is under way")
    func duringRun() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        let fresh = try scene.command("status", "--index=index.db")
        #expect(fresh.exitCode == 0 && fresh.outputText.contains("  no run has ended yet\n"))
        #expect(fresh.outputText.contains("under way or killed\n"))
        #expect(try first.letGo().end.exitCode == 0)
        let second = try HeldRun(scene)
        let during = try scene.command("status", "--index=index.db")
        #expect(during.exitCode == 0 && during.outputText.contains("  last run 1: complete, "))
        #expect(during.outputText.contains("under way or killed\n"))
        #expect(try second.letGo().end.exitCode == 0)
        #expect(try !scene.command("status", "--index=index.db").outputText.contains("under way"))
    }

    /// The lines with what differs from run to run taken out.
    private func withoutTimes(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("  oldest folder: "), let comma = line.lastIndex(of: ",") {
                return line[...comma] + " TIME"
            }
            guard line.hasPrefix("  last run "), let ended = line.firstRange(of: ", ended ") else {
                return String(line)
            }
            return line[..<ended.upperBound] + "TIME, TIME s"
        }.joined(separator: "\n")
    }
}
