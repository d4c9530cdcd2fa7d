import TestSupport
import Testing

/// The command line and what is said about it.
@Suite struct FaceTests {
    @Test(
        "help and version go to standard output, with 0",
        arguments: [
            "--help", "-h", "help", "index --help", "index -h tree", "help index", "status --help", "help status",
            "--version", "index --version",
        ]
    )
    func help(line: String) throws {
        let scene = try Scene()
        let end = try scene.command(line.split(separator: " ").map { bytes(String($0)) })
        #expect(end.exitCode == 0 && end.errors == [])
        if line.contains("version") {
            #expect(end.outputText.hasPrefix("imgindex 0.") && end.outputText.split(separator: "\n").count == 1)
        } else {
            #expect(end.outputText.hasPrefix("Usage: imgindex "))
            #expect(end.outputText.contains("\nEXIT CODES\n") && end.outputText.contains("\nENVIRONMENT\n"))
            #expect(end.outputText.split(separator: "\n").allSatisfy { $0.count < 80 })
        }
        #expect(end.output.last == UInt8(ascii: "\n"))
    }

    @Test("no command at all is told how to go on, with 64")
    func nothing() throws {
        let end = try Scene().command()
        #expect(end.exitCode == 64 && end.output == [])
        #expect(
            end.errorText == """
                Usage: imgindex index [OPTION]... ROOT...
                       imgindex status [OPTION]...
                       imgindex why [OPTION]... PATH
                       imgindex accept [OPTION]... [ROOT]...
                       imgindex prune [OPTION]... --older-than=DAYS
                       imgindex cron [OPTION]... ROOT...
                Try 'imgindex --help'.

                """
        )
    }

    /// Command lines that are wrong, and the first line said about each.
    private static let mistakes = [
        "idnex tree": "unknown command: 'idnex': did you mean 'index'?",
        "walk": "unknown command: 'walk': the commands are index, status, why, accept, prune, cron, help",
        "--width=8 index tree":
            "unknown option: '--width': write it after the command; it belongs to 'imgindex index' and 'imgindex cron'",
        "index": "no root: imgindex index: name at least one folder, as in 'imgindex index ~/Pictures'",
        "index --": "no root: imgindex index: name at least one folder, as in 'imgindex index ~/Pictures'",
        "index --wdith=8 tree": "unknown option: '--wdith': did you mean '--width'?",
        "index --width=0 tree": "option '--width': '0': must be a whole number from 1 to 128",
        "index --width=129 tree": "option '--width': '129': must be a whole number from 1 to 128",
        "index --width=+8 tree": "option '--width': '+8': must be a whole number from 1 to 128",
        "index --width=99999999999999999999 tree":
            "option '--width': '99999999999999999999': must be a whole number from 1 to 128",
        "index --width tree": "option '--width': 'tree': must be a whole number from 1 to 128",
        "index -wx tree": "option '--width': 'x': must be a whole number from 1 to 128",
        "index tree --width": "option '--width': no value: needs N, a whole number from 1 to 128",
        "index --json=1 tree": "option '--json': '1': takes no value",
        "index --index= tree": "option '--index': '': must be the name of a file",
        "index --quiet --verbose tree":
            "options conflict: '--quiet' and '--verbose': one asks for less, the other for more",
        "index -x tree": "unknown option: '-x': no such option; put './' before a folder of that name",
        "status tree": "unexpected operand: 'tree': 'imgindex status' takes no such operand",
        "status --width=8": "unknown option: '--width': it belongs to 'imgindex index' and 'imgindex cron'",
        "index \u{1B}[31m --\u{202E}x":
            "unknown option: '--\\u{202E}x': no such option; put './' before a folder of that name",
    ]

    @Test("a wrong command line is told as what, where and why, with 64, and nothing is done", arguments: mistakes)
    func mistake(line: String, message: String) throws {
        let scene = try Scene()
        let end = try scene.command(line.split(separator: " ").map { bytes(String($0)) })
        #expect(end.exitCode == 64 && end.output == [])
        let lines = end.errorText.split(separator: "\n")
        #expect(lines.count == 2 && lines.first.map(String.init) == "imgindex: " + message)
        #expect(lines.last?.hasPrefix("Try 'imgindex ") == true && lines.last?.hasSuffix("--help'.") == true)
        #expect(try scene.shell("find home -type f").output == [])
    }

    @Test("an empty root is no folder")
    func emptyRoot() throws {
        let scene = try Scene()
        let end = try scene.run(roots: [scene.root, []])
        #expect(end.exitCode == 64)
        #expect(
            end.errorText.hasPrefix("imgindex: root: '': an empty name is no folder; write '.' for the current one\n")
        )
    }

    @Test(
        "a value is taken in every way GNU programs take it",
        arguments: ["--width=8", "--width 8", "-w8", "-w 8", "-qw8", "--width=3 -w8"]
    )
    func values(options: String) throws {
        let scene = try Scene()
        let words = options.split(separator: " ").map { bytes(String($0)) }
        // Also after the root.
        #expect(
            try scene.command([bytes("index"), bytes("tree"), bytes("--index"), scene.index] + words).exitCode == 0
        )
        #expect(try scene.lastRun("width") == ["8"])
        #expect(
            try scene.command([bytes("index")] + words + [bytes("--index"), scene.index, bytes("--"), bytes("tree")])
                .exitCode == 0
        )
        #expect(try scene.lastRun("id", "width") == ["2", "8"])
    }

    @Test("control characters of names are escaped on both streams while the index keeps them")
    func safeNames() throws {
        let scene = try Scene()
        try scene.add("\u{1B}[2J\r\u{7}/x.jpg")
        let end = try scene.run("--trace", roots: [scene.path("\u{1B}[2J\r\u{7}"), scene.path("\u{9B}31m")])
        #expect(end.exitCode == 66)
        for output in [end.outputText, end.errorText] {
            #expect(
                output.unicodeScalars.allSatisfy {
                    $0 == "\n" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value))
                }
            )
        }
        #expect(end.outputText.contains("/\\x1B[2J\\r\\x07/x.jpg\n") && end.errorText.contains("/\\u{9B}31m: "))
        #expect(try scene.names("path") == [scene.path("\u{1B}[2J\r\u{7}/x.jpg")])
    }
}
