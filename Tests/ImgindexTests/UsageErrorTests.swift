import Testing

@testable import imgindex

/// What the command says about a command line that it refuses, or nothing.
private func complaint(_ words: [String]) -> String? {
    do {
        _ = try Invocation(arguments: words.map { [UInt8]($0.utf8) })
        return nil
    } catch {
        return error.description
    }
}

@Suite("A wrong command line")
struct UsageErrorTests {
    @Test(
        "is refused in one line of what, where and why, and one that says where to read on",
        arguments: [
            (
                ["index"], "no root: imgindex index: name at least one folder, as in 'imgindex index ~/Pictures'",
                "index "
            ),
            (["index", ""], "root: '': an empty name is no folder; write '.' for the current one", "index "),
            (["index", "--widht=3", "x"], "unknown option: '--widht': did you mean '--width'?", "index "),
            (["index", "--ext", "x"], "unknown option: '--ext': did you mean '--extensions'?", "index "),
            (["index", "-json", "x"], "unknown option: '-j' in '-json': did you mean '--json'?", "index "),
            (
                ["index", "-qx", "y"],
                "unknown option: '-x' in '-qx': no such option; put './' before a folder of that name", "index "
            ),
            (
                ["index", "--\u{1B}[31m"],
                "unknown option: '--\\x1B[31m': no such option; put './' before a folder of that name", "index "
            ),
            (
                ["status", "--width"], "unknown option: '--width': it belongs to 'imgindex index' and 'imgindex cron'",
                "status "
            ),
            (
                ["status", "-w1"], "unknown option: '-w' in '-w1': it belongs to 'imgindex index' and 'imgindex cron'",
                "status "
            ),
            (["status", "x"], "unexpected operand: 'x': 'imgindex status' takes no such operand", "status "),
            (
                ["--json", "status"],
                "unknown option: '--json': write it after the command; it belongs to 'imgindex index' and 'imgindex status'",
                ""
            ),
            (["index", "--json=1", "x"], "option '--json': '1': takes no value", "index "),
            (
                ["index", "x", "--width"],
                "option '--width': no value: needs N, a whole number from 1 to 128", "index "
            ),
            (["index", "x", "--index"], "option '--index': no value: needs FILE, the name of a file", "index "),
            (["index", "x", "--index="], "option '--index': '': must be the name of a file", "index "),
            (
                ["index", "x", "-qv"],
                "options conflict: '--quiet' and '--verbose': one asks for less, the other for more", "index "
            ),
            (
                ["index", "x", "--json", "--trace"],
                "options conflict: '--trace' and '--json': both write to standard output", "index "
            ),
            (
                ["index", "x", "-q", "--trace"],
                "options conflict: '--trace' and '--quiet': one asks for lines that the other forbids", "index "
            ),
            (["indx", "x"], "unknown command: 'indx': did you mean 'index'?", ""),
            (
                ["/photos"],
                "unknown command: '/photos': the commands are index, status, why, accept, prune, cron, help", ""
            ),
            (["help", "stats"], "unknown command: 'stats': did you mean 'status'?", ""),
            (["help", "index", "x"], "unexpected operand: 'x': 'imgindex help' takes no such operand", ""),
        ] as [([String], String, String)]
    )
    func messages(words: [String], message: String, command: String) {
        #expect(complaint(words) == "imgindex: \(message)\nTry 'imgindex \(command)--help'.")
    }

    @Test(
        "has a width that is no number within its bounds, which the message names",
        arguments: [
            "", "0", "-1", "+8", " 8", "8 ", "8k", "0x8", "129", "99999999999999999999999999", "--json", "=8", "٣",
            "1.0",
        ]
    )
    func width(value: String) {
        let shown = value == "٣" ? value : terminalText(value.utf8)
        let expected = "imgindex: option '--width': '\(shown)': must be a whole number from 1 to 128"
        for words in [["index", "--width=" + value, "x"], ["index", "--width", value, "x"]] {
            #expect(complaint(words)?.split(separator: "\n").first.map(String.init) == expected)
        }
    }

    @Test("has a bad value even when a good one follows")
    func badValueFirst() {
        #expect(complaint(["index", "-w0", "-w1", "x"]) != nil)
        #expect(complaint(["index", "--index=", "--index=a", "x"]) != nil)
    }

    @Test("without any argument gets the short usage")
    func noArguments() {
        #expect(
            complaint([]) == """
                Usage: imgindex index [OPTION]... ROOT...
                       imgindex status [OPTION]...
                       imgindex why [OPTION]... PATH
                       imgindex accept [OPTION]... [ROOT]...
                       imgindex prune [OPTION]... --older-than=DAYS
                       imgindex cron [OPTION]... ROOT...
                Try 'imgindex --help'.
                """
        )
        #expect(complaint(["--"]) == complaint([]))
    }

    @Test("never prints a control byte, whatever was typed")
    func safeMessages() {
        let words = ["index", "status", "help"].map { [UInt8]($0.utf8) }
        for byte in UInt8.min...UInt8.max {
            for first in words {
                for second in [[0x2D, byte], [0x2D, 0x2D, byte], [byte], [0x2D, 0x77, byte]] as [[UInt8]] {
                    do {
                        _ = try Invocation(arguments: [first, second, second])
                    } catch {
                        let line = error.description.split(separator: "\n").first ?? ""
                        #expect(line.unicodeScalars.allSatisfy { !isUnseen($0) }, "byte \(byte)")
                    }
                }
            }
        }
    }
}
