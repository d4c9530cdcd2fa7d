import TestSupport
import Testing

/// Files that cannot be the index: exit code 73, and they are left as they are.
@Suite struct UnusableIndexTests {
    /// Scripts that make `index.db`, and a part of what is said about it.
    private static let foreign = [
        "echo hello >index.db": "it is not an SQLite file",
        "head -c 5000 /dev/zero >index.db": "it is not an SQLite file",
        "sqlite3 index.db 'CREATE TABLE other (x); PRAGMA application_id = 1'":
            "it is an SQLite file of another application",
        "sqlite3 index.db 'CREATE TABLE other (x)'": "it is an SQLite file with tables of something else",
        "mkdir index.db": "Is a directory",
    ]

    @Test("a file that is not an index is refused and left as it is", arguments: foreign)
    func refused(script: String, reason: String) throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        #expect(try scene.shell(script).exitCode == 0)
        let look = "ls -d index.db*; [ -d index.db ] || cksum <index.db"
        let before = try scene.shell(look).outputText
        let end = try scene.run()
        #expect(end.exitCode == 73 && end.output == [])
        #expect(end.errorText.hasPrefix("imgindex: cannot use index: \(text(scene.index)): "))
        #expect(end.errorText.contains(reason) && end.errorText.split(separator: "\n").count == 1, "\(end.errorText)")
        let status = try scene.command("status", "--index=index.db")
        #expect(
            status.exitCode == 73 && status.output == []
                && status.errorText.hasPrefix("imgindex: cannot read index: index.db: ")
        )
        #expect(try scene.shell(look).outputText == before)
    }

    @Test("an index of a newer version is refused and left as it is")
    func newer() throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        try scene.run()
        _ = try scene.query("PRAGMA user_version = 9999")
        let before = try scene.shell("cksum <index.db").outputText
        let end = try scene.run()
        #expect(end.exitCode == 73 && end.errorText.contains("9999"), "\(end.errorText)")
        #expect(try scene.command("status", "--index=index.db").exitCode == 73)
        #expect(try scene.shell("cksum <index.db").outputText == before)
    }

    @Test("a folder that is not there, or in which nothing may be made, is told", .enabled(if: OtherUser.canRun))
    func noFolder() throws {
        var scene = try Scene()
        try scene.letOtherUserIn()
        try scene.place.folder.setMode(0o555, of: bytes("others"))
        let denied = try scene.runAsOtherUser()
        #expect(denied.exitCode == 73)
        #expect(denied.errorText == "imgindex: cannot use index: \(text(scene.index)): open: Permission denied\n")
        scene.index = scene.place.path(of: bytes("no/index.db"))
        let missing = try scene.run()
        #expect(missing.exitCode == 73)
        #expect(
            missing.errorText == "imgindex: cannot use index: \(text(scene.index)): open: No such file or directory\n"
        )
    }

    @Test("an index that may not be written is told, and is still readable", .enabled(if: OtherUser.canRun))
    func readOnly() throws {
        var scene = try Scene()
        try scene.add("a.jpg")
        try scene.letOtherUserIn()
        try scene.runAsOtherUser()
        _ = try scene.shell("chmod 444 others/index.db; chmod 555 others")
        let end = try scene.runAsOtherUser()
        #expect(end.exitCode == 73 && end.errorText.split(separator: "\n").count == 1, "\(end.errorText)")
        #expect(try scene.commandAsOtherUser([bytes("status"), bytes("--index=others/index.db")]).exitCode == 0)
    }

    @Test("an index that cannot grow is told, keeps what it has, and grows later", arguments: [100, 700, 900])
    func cannotGrow(blocks: Int) throws {
        let scene = try Scene()
        for number in 0..<100 {
            let folder = try scene.tree.makeFolder(bytes("folder\(number)"))
            for image in 0..<50 { try folder.makeFile(bytes("\(image) with a name of some length.jpg")) }
        }
        // The limit of POSIX sh is in blocks of 512 bytes.
        let end = try scene.runLimited("ulimit -f \(blocks)", variables: ["LLVM_PROFILE_FILE": bytes("/dev/null")])
        #expect(end.exitCode == 73 && end.signal == nil && end.output == [], "\(end)")
        #expect(end.errorText.split(separator: "\n").count == 1, "\(end.errorText)")
        if blocks > 600 { #expect(try scene.damage() == []) }
        let next = try scene.run()
        #expect(next.exitCode == 0 && next.counts["images"] == 5_000, "\(next.errorText)")
        #expect(try scene.run().changes == ["unchanged": 5_000])
        #expect(try scene.damage() == [])
    }
}
