import Testing

@testable import imgindex

private let subjects: [Command?] = [nil] + Command.allCases

@Suite("Help")
struct HelpTextTests {
    @Test("fits a terminal of 80 columns and has no tab or blank end", arguments: subjects)
    func fits(subject: Command?) {
        let text = HelpText.text(for: subject)
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(line.count < 80, "\(line)")
            #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    @Test("shows every option of the table, and no other; each one that it shows is read", arguments: subjects)
    func options(subject: Command?) throws {
        var shown: [OptionName] = []
        for line in optionLines(of: HelpText.text(for: subject)) {
            let words = line.split(whereSeparator: { " ,=[".contains($0) }).map(String.init)
            let long = try #require(words.first { $0.hasPrefix("--") })
            shown.append(try #require(OptionName(rawValue: String(long.dropFirst(2)))))
            let takesValue = line.contains(long + "=")
            var forms = [long + (takesValue ? "=7" : "")]
            if let short = words.first, short != long { forms.append(short + (takesValue ? "7" : "")) }
            for form in forms {
                let before = subject.map { arguments($0.rawValue) } ?? []
                let after: [[UInt8]] = if let subject { neededArguments(of: subject) } else { [] }
                #expect(throws: Never.self) {
                    try Invocation(arguments: before + arguments(form) + after)
                }
            }
        }
        #expect(shown == OptionTable.rows(in: subject).map(\.name))
    }

    @Test("explains every exit code, the environment, and shows examples", arguments: subjects)
    func sections(subject: Command?) {
        let text = HelpText.text(for: subject)
        #expect(text.contains(ExitCode.table))
        for word in ["ENVIRONMENT\n", "IMGINDEX_FILE", "XDG_DATA_HOME", "HOME ", "EXAMPLES\n"] {
            #expect(text.contains(word))
        }
    }

    @Test("shows examples that the parser reads", arguments: Command.allCases)
    func examples(command: Command) {
        #expect(command.examples.count == 2)
        for example in command.examples {
            let words = example.split(separator: " ").map { [UInt8]($0.utf8) }
            #expect(throws: Never.self) { try Invocation(arguments: Array(words.dropFirst())) }
        }
    }

    @Test("of index begins as it should")
    func indexHelp() {
        let expected = """
            Usage: imgindex index [OPTION]... ROOT...
            Walk the tree under each ROOT and make the index true about its image files.

            OPTIONS
                  --index=FILE           the index is FILE (default: see ENVIRONMENT)
              -w, --width=N              work on at most N items at once; 1 walks in the
                                         documented order; N is a whole number from 1 to
                                         128 (default: twice the processors, 2 to 16)

            """
        #expect(HelpText.text(for: .index).hasPrefix(expected))
    }

    @Test("wraps between words and leaves a long one whole")
    func wrapping() {
        #expect(HelpSection.wrapped("aa bb cc", columns: 5) == ["aa bb", "cc"])
        #expect(HelpSection.wrapped("a longword b", columns: 4) == ["a", "longword", "b"])
        #expect(HelpSection.wrapped("", columns: 4) == [])
    }

    @Test("puts a very wide label on a line of its own")
    func wideLabel() {
        let label = String(repeating: "x", count: 30)
        let section = HelpSection("T", rows: [HelpRow(label: label, text: "one"), HelpRow(label: "y", text: "two")])
        #expect(section.text == "T\n  \(label)\n     one\n  y  two\n")
    }

    @Test("says the version in one line")
    func version() {
        #expect(HelpText.version == "imgindex 0.1.0\n")
    }

    /// The lines in which an option begins.
    private func optionLines(of text: String) -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != "OPTIONS" }.dropFirst().prefix { !$0.isEmpty }
            .filter { $0.drop { $0 == " " }.first == "-" }
    }
}
