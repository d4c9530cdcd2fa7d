import TestSupport
import Testing

/// Where output goes, and what happens when it cannot go there.
@Suite struct StreamTests {
    private func pictures() throws -> Scene {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        return scene
    }

    @Test("without a terminal nothing is on standard error and one line without escapes on standard output")
    func plain() throws {
        let scene = try pictures()
        for options in [[], ["--verbose"], ["-v", "--width=1"]] {
            let end = try scene.command(scene.indexArguments(options))
            #expect(end.exitCode == 0 && end.errors == [] && end.outputText.split(separator: "\n").count == 1)
            #expect(!end.output.contains(0x1B) && !end.output.contains(UInt8(ascii: "\r")))
        }
    }

    @Test("--quiet prints nothing at all, also on a terminal")
    func quiet() throws {
        let scene = try pictures()
        let end = try scene.run("--quiet")
        #expect(end.exitCode == 0 && end.output == [] && end.errors == [])
        #expect(try scene.runOnTerminal("-q").output == [])
        #expect(try scene.run("--quiet", roots: [scene.path("no")]).errorText.hasPrefix("imgindex: cannot read root: "))
    }

    @Test("on a terminal a trace has no progress line between its lines")
    func traceOnTerminal() throws {
        let scene = try pictures()
        let end = try scene.runOnTerminal("--trace")
        #expect(end.exitCode == 0 && !end.output.contains(0x1B))
        #expect(end.outputText.split(separator: "\r\n").count == 1_200 + 60 + 61 + 1)
    }

    @Test(
        "a reader that goes away ends the output, not the run",
        arguments: ["head -n 1", "true", "exec <&-; sleep 0.2"]
    )
    func readerGone(reader: String) throws {
        let scene = try pictures()
        let program = try builtProgram("imgindex")
        let end = try scene.shell(
            "{ \"$@\"; echo $? >code; } | { \(reader); }",
            [program] + scene.indexArguments(["--trace"])
        )
        #expect(end.exitCode == 0 && end.errors == [])
        #expect(try readFile(scene.place.path(of: bytes("code"))) == bytes("0\n"))
        #expect(try scene.lastRun("state", "images_seen") == ["complete", "1200"])
    }

    @Test(
        "closed streams are no streams, and never the index",
        arguments: ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"]
    )
    func closed(streams: String) throws {
        let scene = try pictures()
        let program = try builtProgram("imgindex")
        let roots = [scene.root, scene.path("no"), scene.path("folder10")]
        for _ in 0..<2 {
            let end = try scene.shell("\"$@\" \(streams)", [program] + scene.indexArguments([], roots))
            #expect(end.exitCode == 66)
            #expect(try scene.damage() == [])
        }
        #expect(
            try scene.query("SELECT images_seen, unchanged FROM runs ORDER BY id") == [
                "1200|0", "20|20", "1200|1200", "20|20",
            ]
        )
    }

    @Test("output that cannot be written is told and has a code of its own, but is no reason to stop")
    func fullOutput() throws {
        let scene = try pictures()
        let program = try builtProgram("imgindex")
        for options in [[], ["--trace"], ["--json"]] {
            let end = try scene.shell("\"$@\" >/dev/full", [program] + scene.indexArguments(options))
            #expect(end.exitCode == 74)
            #expect(end.errorText == "imgindex: cannot write: standard output: No space left on device\n")
            #expect(try scene.lastRun("state", "exit_code", "images_seen") == ["complete", "0", "1200"])
        }
        for arguments in [
            ["--help"], ["--version"], ["status", "--index=index.db"], ["status", "--index=index.db", "--json"],
        ] {
            let end = try scene.shell("\"$@\" >/dev/full", [program] + arguments.map { bytes($0) })
            #expect(end.exitCode == 74)
        }
        let gone = try scene.shell(
            "\"$@\" >/dev/full",
            [program] + scene.indexArguments([], [scene.root, scene.path("no")])
        )
        #expect(gone.exitCode == 66)
    }

    @Test(
        "output that is closed is output that cannot be written, where there is some",
        arguments: ["status", "index"]
    )
    func closedOutput(command: String) throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        try scene.run()
        let program = try builtProgram("imgindex")
        let words = ["status", "--index=index.db"].map { bytes($0) }
        let end = try scene.shell("\"$@\" >&-", [program] + (command == "index" ? scene.indexArguments(["-v"]) : words))
        #expect(end.exitCode == 74)
        #expect(end.errorText == "imgindex: cannot write: standard output: Bad file descriptor\n")
        // Nothing is to be said, so nothing is lost.
        #expect(try scene.shell("\"$@\" >&-", [program] + scene.indexArguments([])).exitCode == 0)
    }

    @Test("standard error that cannot be written changes nothing")
    func fullErrors() throws {
        let scene = try pictures()
        let program = try builtProgram("imgindex")
        let noRoot = try scene.shell("\"$@\" 2>/dev/full", [program] + scene.indexArguments([], [scene.path("no")]))
        #expect(noRoot.exitCode == 66)
        #expect(try scene.shell("\"$@\" 2>/dev/full", [program] + scene.indexArguments([])).exitCode == 0)
    }
}
