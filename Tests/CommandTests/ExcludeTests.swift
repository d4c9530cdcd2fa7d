import TestSupport
import Testing

/// What patterns, ignore files and `.nomedia` keep out, row by row.
@Suite struct ExcludeTests {
    private func made() throws -> Scene {
        let scene = try Scene()
        try scene.add("a.jpg", "s/b.jpg", "s/t/c.jpg", "raw/d.nef", "raw/e.nef")
        try scene.run()
        return scene
    }

    @Test("a pattern keeps out rows that are there, and they are back with their ids when it goes")
    func pattern() throws {
        let scene = try made()
        let ids = try scene.query("SELECT id, path FROM images ORDER BY id")
        let with = try scene.run("--exclude=*.nef", "--exclude=/s/t/")
        #expect(with.exitCode == 0 && with.changes == ["excluded": 3, "unchanged": 2])
        #expect(try scene.presentImages() == ["a.jpg", "s/b.jpg"])
        #expect(
            try scene.query("SELECT name, count, reason, rule FROM skipped WHERE rule IS NOT NULL ORDER BY rule")
                == ["|2|exclude|*.nef", "t|1|exclude|/s/t/"]
        )
        #expect(
            try scene.value(
                "SELECT excludes LIKE '%' || char(10) || 'exclude *.nef' || char(10) || 'exclude /s/t/' FROM last_run"
            ) == "1"
        )
        let skips = try scene.query("SELECT * FROM skip")
        #expect(try scene.run("--exclude=*.nef", "--exclude=/s/t/").changes == ["unchanged": 2])
        #expect(try scene.query("SELECT * FROM skip") == skips)
        #expect(try scene.run().changes == ["returned": 3, "unchanged": 2])
        #expect(try scene.query("SELECT id, path FROM images ORDER BY id") == ids)
        #expect(try scene.query("SELECT * FROM skip") == [])
        #expect(try scene.damage() == [])
    }

    @Test("an ignore file is in force below its folder, line by line, and its edits in the next run")
    func ignoreFile() throws {
        let scene = try made()
        try writeFile(scene.path("s/.imgindexignore"), bytes("# mine\n*.jpg\n!b.jpg\n"))
        #expect(try scene.run().changes == ["excluded": 1, "unchanged": 4])
        #expect(
            try scene.query("SELECT name, reason, rule, line FROM skipped WHERE rule IS NOT NULL") == [
                "c.jpg|ignore-file|*.jpg|2"
            ]
        )
        #expect(try scene.names("file", from: "skip") == [scene.path("s/.imgindexignore")])
        try writeFile(scene.path("s/.imgindexignore"), bytes("\n\n\n*.jpg\n"))
        #expect(try scene.run().changes == ["excluded": 1, "unchanged": 3])
        #expect(try scene.query("SELECT DISTINCT line FROM skip") == ["4"])
        try writeFile(scene.path("s/.imgindexignore"), [])
        #expect(try scene.run().changes == ["returned": 2, "unchanged": 3])
        #expect(try scene.query("SELECT * FROM skip") == [])
    }

    @Test("a root whose ignore file is too large ends the run with why, and its rows stay as they are")
    func rootTooLarge() throws {
        let scene = try Scene()
        try scene.add("a.jpg", "b/c.jpg")
        try scene.run()
        try writeFile(scene.path(".imgindexignore"), Array(repeating: 10, count: 1 << 20 + 1))
        let end = try scene.run()
        let why = ".imgindexignore: read: File too large; what it keeps out is not known, so nothing is taken"
        #expect(end.exitCode == 66)
        #expect(
            end.errorText.contains(
                "imgindex: cannot read root: \(text(scene.root)): \(why): mend that file or remove it\n"
            ),
            "\(end.errorText)"
        )
        #expect(try scene.query("SELECT DISTINCT state FROM images") == ["present"])
        try scene.tree.remove(bytes(".imgindexignore"))
        #expect(try scene.run().changes == ["unchanged": 2])
    }

    @Test("a .nomedia keeps out its folder and all below as long as it is there")
    func noMedia() throws {
        let scene = try made()
        try writeFile(scene.path("s/.nomedia"), [])
        #expect(try scene.run().changes == ["excluded": 2, "unchanged": 3])
        #expect(
            try scene.query("SELECT name, count, reason FROM skip ORDER BY name") == [
                "b.jpg|1|no-media", "t|1|no-media",
            ]
        )
        try scene.folder("s").remove(bytes(".nomedia"))
        #expect(try scene.run().changes == ["returned": 2, "unchanged": 3])
        #expect(try scene.damage() == [])
    }

    @Test("a bad pattern is refused with what is wrong and nothing is done", arguments: ["", "/", "[a", "a\\"])
    func refused(pattern: String) throws {
        let scene = try Scene()
        let end = try scene.run("--exclude=\(pattern)")
        #expect(end.exitCode == 64 && end.errorText.hasPrefix("imgindex: option '--exclude': "), "\(end.errorText)")
        #expect(try scene.shell("test -e index.db").exitCode == 1)
    }

    @Test("a folder whose ignore file is too large is failed, nothing in it changes, nothing below it is walked")
    func tooLarge() throws {
        let scene = try made()
        try writeFile(scene.path("s/.imgindexignore"), Array(repeating: 10, count: 1 << 20 + 1))
        try scene.add("s/t/new.jpg")
        let end = try scene.run()
        #expect(end.exitCode == 1 && end.changes == ["errors": 1, "unchanged": 3])
        #expect(try scene.presentImages() == ["a.jpg", "raw/d.nef", "raw/e.nef", "s/b.jpg", "s/t/c.jpg"])
        #expect(try scene.query("SELECT problem FROM problems") == ["failed: .imgindexignore: read: File too large"])
        try scene.folder("s").remove(bytes(".imgindexignore"))
        #expect(try scene.run().changes == ["added": 1, "unchanged": 5])
        #expect(try scene.query("SELECT * FROM problems") == [])
    }

    @Test("a folder whose ignore file may not be read is failed", .enabled(if: OtherUser.canRun))
    func unreadable() throws {
        var scene = try made()
        try scene.letOtherUserIn()
        try scene.runAsOtherUser()
        try writeFile(scene.path("s/.imgindexignore"), bytes("*.jpg\n"))
        try scene.folder("s").setMode(0o000, of: bytes(".imgindexignore"))
        let end = try scene.runAsOtherUser()
        #expect(end.exitCode == 1 && end.changes == ["errors": 1, "unchanged": 3])
        #expect(
            try scene.query("SELECT problem FROM problems") == ["failed: .imgindexignore: openat: Permission denied"]
        )
        #expect(try scene.value("SELECT count(*) FROM images WHERE state <> 'present'") == "0")
    }
}
