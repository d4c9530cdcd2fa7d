import TestSupport
import Testing

/// The command lines that the command tells people to use: they work as they are, in any folder.
@Suite struct AdviceTests {
    /// Runs what stands after a mark in what the command said, as a person does who copies it.
    private func follow(_ said: String, after mark: String, _ scene: Scene) throws -> ProcessEnd {
        let line = try #require(said.split(separator: "\n").first { $0.contains(mark) }, "\(said)")
        let advice = try #require(line.firstRange(of: mark).map { String(line[$0.upperBound...]) })
        let program = try builtProgram("imgindex")
        return try scene.tool(
            [
                bytes("bash"), bytes("-c"), bytes("cd /; imgindex() { \"$program\" \"$@\"; }; program=$1; eval \"$2\""),
                bytes("bash"), program, bytes(advice),
            ]
        )
    }

    private static let oddNames = ["plain", "o k", "it's", "$x `y`", "back\\slash", "-r", "bell\u{7}", "é\u{200B}x"]

    @Test(
        "what is to be done about held images names the root and the index, whatever they are called",
        arguments: oddNames
    )
    func held(name: String) throws {
        var scene = try Scene()
        scene.index = scene.place.path(of: bytes("\(name).db"))
        try scene.add("\(name)/a.jpg")
        let root = [scene.path(name)]
        try scene.run(roots: root)
        try scene.folder(name).remove(bytes("a.jpg"))
        let run = try scene.command(scene.indexArguments([], root))
        #expect(run.exitCode == 2 && !run.errorText.contains("ROOT"))
        let status = try scene.command([bytes("status"), bytes("--index=\(name).db")])
        _ = try scene.shell("cp \"$1\" copy", [scene.index])
        let first = try follow(run.errorText, after: "if they are really gone: ", scene)
        #expect(first.exitCode == 0 && first.outputText.hasSuffix(": 1 images are missing now\n"), "\(run) \(first)")
        _ = try scene.shell("cp copy \"$1\"", [scene.index])
        let second = try follow(status.outputText, after: "this calls them missing: ", scene)
        #expect(
            second.exitCode == 0 && second.outputText.hasSuffix(": 1 images are missing now\n"),
            "\(status) \(second)"
        )
    }

    @Test("an index that is found without --index is advised without it, and one of the environment with it")
    func defaultIndex() throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        for (environment, option) in [([:], ""), (["IMGINDEX_FILE": bytes("mine.db")], "--index=")] {
            let run = { (words: [[UInt8]]) in try scene.command(words, environment: environment) }
            #expect(try run([bytes("index"), scene.root]).exitCode == 0)
            let end = try run([bytes("accept"), bytes("nowhere")])
            let file = option.isEmpty ? "" : " --index=\(text(scene.place.path))/mine.db"
            #expect(end.exitCode == 66 && end.errorText.hasSuffix(": imgindex status\(file)\n"), "\(end)")
        }
    }

    @Test("a line of an ignore file that makes no sense is told with as many backslashes as are meant")
    func backslash() throws {
        let end = try Scene().run("--exclude=[a")
        #expect(end.exitCode == 64 && end.errorText.contains("a backslash before it") && !end.errorText.contains("\\"))
    }
}
