import Glibc
import TestSupport
import Testing

/// What a run tells where nobody looks on: what no run before it told.
@Suite struct NewsTests {
    private func cron(_ scene: Scene, _ options: String...) throws -> ProcessEnd {
        try scene.commandAsOtherUser(scene.indexArguments(options))
    }

    @Test("a problem is told once, and once that it is no more, with how many", .enabled(if: OtherUser.canRun))
    func problems() throws {
        var scene = try Scene()
        try scene.add("a.jpg")
        try scene.letOtherUserIn()
        #expect(try cron(scene).exitCode == 0)
        try scene.makeShutFolders("b")
        let broken = try cron(scene)
        #expect(broken.exitCode == 1 && broken.output == [])
        let lines = broken.errorText.split(separator: "\n")
        #expect(lines.count == 11 && lines.last == "imgindex: 5 further problems: see the view 'problems'")
        #expect(lines.first == "imgindex: cannot read folder: \(text(scene.path("b10"))): openat: Permission denied")
        #expect(try cron(scene).errors == [])
        for number in 10..<13 { try scene.tree.setMode(0o755, of: bytes("b\(number)")) }
        let healed = try cron(scene)
        #expect(healed.exitCode == 1)
        #expect(healed.errorText == "imgindex: healed: \(text(scene.root)): 3 problems are no more\n")
        #expect(try cron(scene).errors == [])
    }

    @Test("a line of an ignore file that makes no sense is told once, is a problem while it is there, and no failure")
    func badLine() throws {
        let scene = try Scene()
        try scene.add("s/a.jpg", "s/b.png")
        try writeFile(scene.path("s/.imgindexignore"), bytes("*.png\n[b\n"))
        let run = { try scene.command(scene.indexArguments(["-q"])) }
        let first = try run()
        let file = text(scene.path("s/.imgindexignore"))
        #expect(first.exitCode == 0 && first.output == [])
        #expect(first.errorText.hasPrefix("imgindex: ignore file: \(file): line 2 keeps nothing out: a '[' has no ']'"))
        #expect(first.errorText.split(separator: "\n").count == 1 && !first.errorText.contains("\\"))
        #expect(try run().errors == [])
        // Its number is no news, and another such line is.
        try writeFile(scene.path("s/.imgindexignore"), bytes("# mine\n*.png\n[b\n"))
        #expect(try run().errors == [])
        try writeFile(scene.path("s/.imgindexignore"), bytes("# mine\n*.png\n[b\n/\n"))
        let second = try run().errorText
        #expect(second.contains(": line 4 keeps nothing out: nothing is left") && !second.contains("line 3"))
        #expect(
            try scene.query("SELECT what, path, substr(problem, 1, 6), since_run FROM problems ORDER BY 3")
                == ["line|\(file)|line 3|1", "line|\(file)|line 4|4"]
        )
        #expect(try scene.command("status", "--index=index.db").outputText.contains("\n2 problems\n"))
        #expect(try scene.query("SELECT count, rule FROM skipped WHERE file IS NOT NULL") == ["1|*.png"])
        #expect(try scene.command([bytes("why"), bytes("--index=index.db"), scene.path("s/b.png")]).exitCode == 0)
        try writeFile(scene.path("s/.imgindexignore"), bytes("*.png\n"))
        let healed = try scene.command(scene.indexArguments([]))
        #expect(healed.errorText == "imgindex: healed: \(text(scene.root)): 2 problems are no more\n")
        #expect(try scene.query("SELECT * FROM problems") == [] && scene.damage() == [])
    }

    @Test("what is held is told by the first run that comes to its end, though runs that broke off came between")
    func heldAfterBrokenOff() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        try scene.add("wiped/a.jpg")
        try scene.run()
        try scene.tree.rename(bytes("wiped"), to: bytes("../away"))
        let options = ["--hold-files=0", "--hold-percent=0"]
        let broken = try HeldRun(scene)
        try broken.send(SIGTERM)
        #expect(try broken.letGo().end.exitCode == 143)
        let told = try scene.command(scene.indexArguments(options))
        #expect(told.exitCode == 2 && told.errorText.contains("1 images are absent, and held"), "\(told)")
        let again = try scene.command(scene.indexArguments(options))
        #expect(again.exitCode == 2 && again.errors == [] && again.output == [], "\(again)")
    }
}
