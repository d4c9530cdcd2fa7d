/// What the command prints about itself, all of it made from the tables.
enum HelpText {
    /// The answer to `--version`, with its line feed.
    static let version = "imgindex \(versionNumber)\n"

    /// The answer to `imgindex` alone, without a line feed at the end.
    static let shortUsage =
        usageLines(Command.allCases.map { "\($0.rawValue) \($0.operands)" }) + hint(for: nil)

    /// The line that says where to read on.
    static func hint(for command: Command?) -> String {
        "Try 'imgindex \(command.map { $0.rawValue + " " } ?? "")--help'."
    }

    /// The help of a command, or the general one, with its line feed.
    static func text(for command: Command?) -> String {
        let sections = command.map { head(of: $0) + [options(in: $0)] } ?? (generalHead + [options(in: nil)])
        let ends = [environment, ExitCode.table, examples(command?.examples ?? generalExamples)]
        return (sections + ends).joined(separator: "\n")
    }

    private static func head(of command: Command) -> [String] {
        let usage = usageLines(["\(command.rawValue) \(command.operands)"])
        return [usage + paragraph(command.summary)]
    }

    private static let generalHead: [String] = [
        usageLines(Command.allCases.map { "\($0.rawValue) \($0.operands)" } + ["\(Invocation.help) [COMMAND]"])
            + paragraph("Keep one SQLite file true about the image files in trees of folders."),
        HelpSection(
            "COMMANDS",
            rows: Command.allCases.map { HelpRow(label: $0.rawValue, text: $0.summary) }
                + [HelpRow(label: Invocation.help, text: "Print help about a command.")]
        ).text,
    ]

    private static let generalExamples = [
        "imgindex index ~/Pictures",
        "sqlite3 ~/.local/share/imgindex/index.db 'SELECT path FROM images'",
    ]

    private static let environment = HelpSection(
        "ENVIRONMENT",
        rows: [
            HelpRow(label: "IMGINDEX_FILE", text: "the index, when --index is not given"),
            HelpRow(label: "XDG_DATA_HOME", text: "else, if an absolute path: $XDG_DATA_HOME/imgindex/index.db"),
            HelpRow(label: "HOME", text: "else: $HOME/.local/share/imgindex/index.db"),
            HelpRow(label: "BOX_TOKEN", text: "the token to log in to Box with, without --box-config"),
            HelpRow(label: "SSL_CERT_FILE", text: "the certificates to trust, instead of the system's"),
            HelpRow(label: "IMGINDEX_BOX_API", text: "where Box is, for tests: https://HOST"),
        ]
    ).text

    private static func options(in scope: OptionRow.Scope) -> String {
        HelpSection("OPTIONS", rows: OptionTable.rows(in: scope).map(row)).text
    }

    /// The row of help for a row of the table.
    private static func row(_ option: OptionRow) -> HelpRow {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        let placeholder = option.kind.placeholder.map { "=\($0)" } ?? ""
        let value = option.kind.standsAlone && !placeholder.isEmpty ? "[\(placeholder)]" : placeholder
        var text = option.does
        if case .number(let placeholder, let bounds) = option.kind {
            text += "; \(placeholder) is \(UsageError.number(within: bounds))"
        }
        if case .percent(let placeholder) = option.kind { text += "; \(placeholder) is \(UsageError.percent)" }
        if let standard = option.standard { text += " (default: \(standard))" }
        return HelpRow(label: letter + option.name.typed + value, text: text)
    }

    private static func examples(_ commandLines: [String]) -> String {
        "EXAMPLES\n" + commandLines.map { "  \($0)\n" }.joined()
    }

    private static func usageLines(_ forms: [String]) -> String {
        forms.enumerated().map { number, form in
            (number == 0 ? "Usage: " : "       ") + "imgindex \(form)\n"
        }.joined()
    }

    private static func paragraph(_ text: String) -> String {
        HelpSection.wrapped(text, columns: HelpSection.columns).map { $0 + "\n" }.joined()
    }
}
