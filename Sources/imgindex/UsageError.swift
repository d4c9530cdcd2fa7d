/// A command line that cannot be carried out; nothing was done yet.
struct UsageError: Error, Equatable {
    /// What is wrong.
    let mistake: Mistake
    /// The command it was met in, `nil` before one.
    let command: Command?

    /// A mistake met in a command.
    init(_ mistake: Mistake, in command: Command?) {
        self.mistake = mistake
        self.command = command
    }

    /// What can be wrong with a command line.
    enum Mistake: Equatable {
        /// There is no command.
        case noCommand
        /// The first operand is no command.
        case unknownCommand([UInt8])
        /// A long option, with its hyphens and without its value, that is not in the table for this command.
        case unknownOption([UInt8])
        /// A letter that is not in the table for this command, and the argument it is in.
        case unknownLetter(UInt8, [UInt8])
        /// An option at the end that needs a value.
        case missingValue(OptionName, OptionKind)
        /// A flag with a value.
        case unwantedValue(OptionName, [UInt8])
        /// A value that is no number within the bounds.
        case badNumber(OptionName, [UInt8], ClosedRange<Int>)
        /// A value that is no time.
        case badDuration(OptionName, [UInt8])
        /// A value that is no number from 0 to 100.
        case badPercent(OptionName, [UInt8])
        /// An option that the command cannot do without.
        case missingOption(OptionName)
        /// A file option with an empty value.
        case emptyFile(OptionName)
        /// Two options that contradict each other.
        case conflict(OptionConflict)
        /// No tree to walk.
        case noRoot
        /// No path to tell about, or the empty word.
        case noPath
        /// A root that is the empty word.
        case emptyRoot
        /// An operand where none belongs.
        case unexpectedOperand([UInt8])
        /// Neither an option nor the environment says where the index is.
        case noIndexLocation
        /// There is a root on Box, and nothing to log in with.
        case noBoxLogin
        /// None that holds for longer than an hour.
        case noLastingBoxLogin
        /// What BOX_TOKEN holds is no token.
        case badBoxToken
        /// A root on Box that cannot be one.
        case badBoxRoot([UInt8])
        /// A root that rclone is not asked for, and what to write.
        case badRcloneRoot([UInt8], String)
        /// The address in IMGINDEX_BOX_API is none.
        case badBoxAddress([UInt8])
        /// The file of `--box-config` cannot be used.
        case badBoxConfig([UInt8], String)
        /// An item of the values of `--extensions`, and what is wrong with it.
        case badExtensions([UInt8], String)
        /// A value of `--exclude`, and what is wrong with it.
        case badPattern([UInt8], String)
    }
}

extension UsageError: CustomStringConvertible {
    /// The lines for standard error, without a line feed at the end.
    ///
    /// All that was typed is made safe for a terminal.
    var description: String {
        if mistake == .noCommand { return HelpText.shortUsage }
        let (what, place, why) = parts
        return "imgindex: \(what): \(place): \(why)\n\(HelpText.hint(for: command))"
    }

    /// The three parts of the message: what, where, why.
    private var parts: (what: String, place: String, why: String) {
        switch mistake {
        case .noCommand:
            ("no command", "imgindex", "name one")
        case .unknownCommand(let word):
            ("unknown command", quoted(word), Self.why(unknownCommand: word))
        case .unknownOption(let word):
            ("unknown option", quoted(word), why(unknownOption: word))
        case .unknownLetter(let letter, let word):
            ("unknown option", Self.place(of: letter, in: word), why(unknownLetter: letter, in: word))
        case .missingValue(let name, let kind):
            ("option '\(name.typed)'", "no value", Self.need(of: kind))
        case .unwantedValue(let name, let value):
            ("option '\(name.typed)'", quoted(value), Self.why(unwantedValueOf: name))
        case .badNumber(let name, let value, let bounds):
            ("option '\(name.typed)'", quoted(value), "must be \(Self.number(within: bounds))")
        case .badDuration(let name, let value):
            ("option '\(name.typed)'", quoted(value), "must be \(Self.duration)")
        case .badPercent(let name, let value):
            ("option '\(name.typed)'", quoted(value), "must be \(Self.percent)")
        case .missingOption(let name):
            ("no option '\(name.typed)'", commandLine, "say it, as in '\(command?.examples.first ?? commandLine)'")
        case .emptyFile(let name):
            ("option '\(name.typed)'", "''", "must be the name of a file")
        case .conflict(let pair):
            ("options conflict", "'\(pair.first.typed)' and '\(pair.second.typed)'", pair.why)
        case .noRoot:
            ("no root", commandLine, "name at least one folder, as in '\(commandLine) ~/Pictures'")
        case .noPath:
            ("no path", "imgindex why", "name a file or folder, as in 'imgindex why ~/Pictures/bee.jpg'")
        case .emptyRoot:
            ("root", "''", "an empty name is no folder; write '.' for the current one")
        case .unexpectedOperand(let word):
            ("unexpected operand", quoted(word), "'\(commandLine)' takes no such operand")
        case .badExtensions(let item, let why):
            ("option '\(OptionName.extensions.typed)'", quoted(item), why)
        case .badPattern(let pattern, let why):
            ("option '\(OptionName.exclude.typed)'", quoted(pattern), why)
        case .noBoxLogin:
            (
                "no login", "Box",
                "set BOX_TOKEN, or give '\(OptionName.boxConfig.typed)=FILE' or '\(OptionName.boxLogin.typed)=REMOTE'"
            )
        case .noLastingBoxLogin:
            (
                "no login", "Box",
                "a token of BOX_TOKEN holds for an hour; give '\(OptionName.boxConfig.typed)=FILE' or '\(OptionName.boxLogin.typed)=REMOTE'"
            )
        case .badBoxToken:
            ("environment", "BOX_TOKEN", "it has spaces or other characters that no token has")
        case .badRcloneRoot(let root, let why):
            ("root", quoted(root), why)
        case .badBoxRoot(let root):
            ("root", quoted(root), "write box:/PATH, box: for all, or box:#NUMBER for the folder with that id")
        case .badBoxAddress(let address):
            ("environment", "IMGINDEX_BOX_API", "\(quoted(address)) is not https://HOST, nor http:// of this machine")
        case .badBoxConfig(let file, let why):
            ("option '\(OptionName.boxConfig.typed)'", quoted(file), why)
        case .noIndexLocation:
            ("no place for the index", "environment", "set HOME, or name a file with '--index=FILE'")
        }
    }

    /// A number within bounds, in words.
    static func number(within bounds: ClosedRange<Int>) -> String {
        "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
    }

    /// A time, in words.
    static let duration = "a time of at least a second, as 90s, 10m or 2h"
    /// A part, in words.
    static let percent = "a number from 0 to 100, such as 2.5"

    private var commandLine: String {
        command.map { "imgindex \($0.rawValue)" } ?? "imgindex help"
    }

    private static func need(of kind: OptionKind) -> String {
        switch kind {
        case .flag: "needs none"
        case .bytes(let placeholder): "needs \(placeholder)"
        case .file(let placeholder): "needs \(placeholder), the name of a file"
        case .number(let placeholder, let bounds): "needs \(placeholder), \(number(within: bounds))"
        case .duration(let placeholder): "needs \(placeholder), \(duration)"
        case .choice(let words): "may have \(words.joined(separator: " or "))"
        case .percent(let placeholder): "needs \(placeholder), \(percent)"
        }
    }

    private static func why(unwantedValueOf name: OptionName) -> String {
        for row in OptionTable.rows where row.name == name {
            if case .choice(let words) = row.kind { return "takes nothing, or \(words.joined(separator: " or "))" }
        }
        return "takes no value"
    }

    private static func why(unknownCommand word: [UInt8]) -> String {
        let commands = Command.allCases.map(\.rawValue) + [Invocation.help]
        if let near = nearest(to: word, among: commands) { return "did you mean '\(near)'?" }
        return "the commands are \(commands.joined(separator: ", "))"
    }

    private func why(unknownOption word: [UInt8]) -> String {
        let body = Array(word.dropFirst(2))
        if let elsewhere = OptionTable.rows.first(where: { $0.name.rawValue.utf8.elementsEqual(body) }) {
            return Self.why(misplaced: elsewhere, in: command)
        }
        let names = OptionTable.rows(in: command).map(\.name.rawValue)
        if let near = nearest(to: body, among: names) { return "did you mean '--\(near)'?" }
        return noSuchOption
    }

    private func why(unknownLetter letter: UInt8, in word: [UInt8]) -> String {
        if let elsewhere = OptionTable.rows.first(where: { $0.letter == Unicode.Scalar(letter) }) {
            return Self.why(misplaced: elsewhere, in: command)
        }
        // A long option with one hyphen too few: -json.
        let names = OptionTable.rows(in: command).map(\.name.rawValue)
        if word.count > 3, let near = nearest(to: Array(word.dropFirst()), among: names) {
            return "did you mean '--\(near)'?"
        }
        return noSuchOption
    }

    private static func why(misplaced row: OptionRow, in command: Command?) -> String {
        let owners = row.scopes.compactMap { $0 }.map { "'imgindex \($0.rawValue)'" }.joined(separator: " and ")
        return command == nil ? "write it after the command; it belongs to \(owners)" : "it belongs to \(owners)"
    }

    /// A folder may well have a name that begins with a hyphen.
    private var noSuchOption: String {
        command == .index ? "no such option; put './' before a folder of that name" : "no such option"
    }

    /// The letter in its argument, or the whole argument when the letter is no ASCII.
    private static func place(of letter: UInt8, in word: [UInt8]) -> String {
        guard letter < 0x80 else { return quoted(word) }
        let option = quoted([UInt8(ascii: "-"), letter])
        return word.count == 2 ? option : "\(option) in \(quoted(word))"
    }
}

/// Bytes between quotation marks, safe for a terminal.
private func quoted(_ bytes: [UInt8]) -> String {
    "'\(terminalText(bytes))'"
}
