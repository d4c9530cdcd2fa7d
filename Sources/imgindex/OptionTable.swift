/// The long name of an option, without its two hyphens.
enum OptionName: String, CaseIterable {
    /// The file that holds the index.
    case index
    /// How many tasks are under way at once.
    case width
    /// Which file names are images.
    case extensions
    /// What is left out.
    case exclude
    /// So many images may go missing in one run.
    case holdFiles = "hold-files"
    /// Such a part of the images may.
    case holdPercent = "hold-percent"
    /// After so many runs held images are missing.
    case acceptAfter = "accept-after"
    /// How long to wait for another run.
    case wait
    /// How long what is pruned has been missing.
    case olderThan = "older-than"
    /// Change nothing.
    case dryRun = "dry-run"
    /// Walk also what is left out by default.
    case noDefaultExcludes = "no-default-excludes"
    /// Trust the times of folders.
    case fast
    /// How long a run may take.
    case maxTime = "max-time"
    /// Stay on the root's volume.
    case oneFileSystem = "one-file-system"
    /// How long a call may take.
    case stall
    /// List everything.
    case full
    /// How many requests a second.
    case rate
    /// The login of an application of Box.
    case boxConfig = "box-config"
    /// The remote of rclone that is logged in to Box.
    case boxLogin = "box-login"
    /// Print the order of the walk.
    case trace
    /// Print the result as JSON.
    case json
    /// Print nothing but errors.
    case quiet
    /// Print more.
    case verbose
    /// Print help.
    case help
    /// Print the version.
    case version

    /// The option as it is typed, with its hyphens.
    var typed: String { "--\(rawValue)" }
}

/// What an option takes.
enum OptionKind: Equatable {
    /// Nothing.
    case flag
    /// Any bytes; `placeholder` stands for them in help.
    case bytes(placeholder: String)
    /// The name of a file, so at least one byte.
    case file(placeholder: String)
    /// A whole number within bounds, in decimal digits.
    case number(placeholder: String, bounds: ClosedRange<Int>)
    /// A time of at least a second: a whole number and `s`, `m` or `h`; seconds without a letter.
    case duration(placeholder: String)
    /// Nothing, or after a `=` one of some words.
    case choice([String])
    /// A number from 0 to 100, in decimal digits with or without a point.
    case percent(placeholder: String)

    /// Whether it may be given without a value.
    var standsAlone: Bool {
        switch self {
        case .flag, .choice: true
        case .bytes, .file, .number, .duration, .percent: false
        }
    }

    /// The word that stands for the value in help, or `nil` without a value.
    var placeholder: String? {
        switch self {
        case .flag: nil
        case .choice(let words): words.joined(separator: "|")
        case .bytes(let placeholder), .file(let placeholder), .number(let placeholder, _), .duration(let placeholder),
            .percent(let placeholder):
            placeholder
        }
    }
}

/// One row of the table of options: all that the parser and help know of it.
struct OptionRow {
    /// Where an option may stand: after a command, or (`nil`) before one.
    typealias Scope = Command?

    /// The long name.
    let name: OptionName
    /// The letter after a single hyphen, in ASCII, if there is one.
    let letter: Unicode.Scalar?
    /// What the option takes.
    let kind: OptionKind
    /// Where it may stand.
    let scopes: [Scope]
    /// What it does, for help; bounds of a number are added from `kind`.
    let does: String
    /// What holds without the option, for help, if that is not plain.
    let standard: String?
}

/// Two options that contradict each other.
struct OptionConflict: Equatable {
    /// The one.
    let first: OptionName
    /// The other.
    let second: OptionName
    /// Why they cannot both hold.
    let why: String
}

/// The one table of options; a new option is a new row here and a new name.
///
/// The order is the order in help.
enum OptionTable {
    private static let everywhere: [OptionRow.Scope] = [nil] + Command.allCases

    /// Every option of every command.
    static let rows: [OptionRow] = [
        OptionRow(
            name: .index,
            letter: nil,
            kind: .file(placeholder: "FILE"),
            scopes: [.index, .status, .why, .accept, .prune, .cron],
            does: "the index is FILE",
            standard: "see ENVIRONMENT"
        ),
        // Not more: libdispatch has about 255 threads for queues that block, and needs some for the writer and the rest.
        OptionRow(
            name: .width,
            letter: "w",
            kind: .number(placeholder: "N", bounds: 1...128),
            scopes: [.index, .cron],
            does: "work on at most N items at once; 1 walks in the documented order",
            standard: "twice the processors, 2 to 16"
        ),
        OptionRow(
            name: .extensions,
            letter: nil,
            kind: .bytes(placeholder: "LIST"),
            scopes: [.index, .cron],
            does: """
                file name extensions of images, separated by commas: a,b replaces the built-in ones, +a adds to \
                them, -a takes away; may be given several times
                """,
            standard: nil
        ),
        OptionRow(
            name: .exclude,
            letter: nil,
            kind: .bytes(placeholder: "GLOB"),
            scopes: [.index, .cron],
            does: """
                leave out what GLOB matches, a pattern as in a .gitignore in ROOT; may be given several times, the \
                last that matches decides
                """,
            standard: nil
        ),
        OptionRow(
            name: .holdFiles,
            letter: nil,
            kind: .number(placeholder: "N", bounds: 0...1_000_000_000_000),
            scopes: [.index, .cron],
            does: "hold what is absent if it is more than N images and more than the percentage below",
            standard: "1000"
        ),
        OptionRow(
            name: .holdPercent,
            letter: nil,
            kind: .percent(placeholder: "P"),
            scopes: [.index, .cron],
            does: "hold if more than P hundredths of the root's images, and always if all, are absent",
            standard: "10"
        ),
        OptionRow(
            name: .acceptAfter,
            letter: nil,
            kind: .number(placeholder: "RUNS", bounds: 1...1_000_000),
            scopes: [.index, .cron],
            does: "call held images missing when so many complete runs agree",
            standard: "never"
        ),
        OptionRow(
            name: .wait,
            letter: nil,
            kind: .number(placeholder: "SECONDS", bounds: 0...1_000_000),
            scopes: [.index, .accept, .prune, .cron],
            does: "wait so long for another run to end",
            standard: "1"
        ),
        OptionRow(
            name: .olderThan,
            letter: nil,
            kind: .number(placeholder: "DAYS", bounds: 0...100_000),
            scopes: [.prune],
            does: "what has been missing for more than DAYS days",
            standard: nil
        ),
        OptionRow(
            name: .dryRun,
            letter: nil,
            kind: .flag,
            scopes: [.prune],
            does: "print what would go, and change nothing",
            standard: nil
        ),
        OptionRow(
            name: .noDefaultExcludes,
            letter: nil,
            kind: .flag,
            scopes: [.index, .cron],
            does: "take in also what is left out by default, such as trash and thumbnail caches",
            standard: nil
        ),
        OptionRow(
            name: .fast,
            letter: nil,
            kind: .choice(["trust"]),
            scopes: [.index, .cron],
            does: """
                do not list folders whose times are as stored, only inspect their images; with =trust not even those: \
                images edited in place are missed. Some folders are listed each time all the same, to find file systems \
                where folder times do not tell of changes
                """,
            standard: "list every folder, inspect every image"
        ),
        OptionRow(
            name: .maxTime,
            letter: nil,
            kind: .duration(placeholder: "TIME"),
            scopes: [.index, .cron],
            does: """
                stop cleanly after TIME, as 90s, 10m or 2h; the next run with this option goes on where this one stopped
                """,
            standard: "no limit"
        ),
        OptionRow(
            name: .oneFileSystem,
            letter: nil,
            kind: .flag,
            scopes: [.index, .cron],
            does: "stay out of folders on another volume than the root",
            standard: nil
        ),
        OptionRow(
            name: .stall,
            letter: nil,
            kind: .number(placeholder: "SECONDS", bounds: 0...86_400),
            scopes: [.index, .cron],
            does: """
                give a folder up that does not answer for SECONDS, 0: wait for ever; without this option only where \
                something is mounted that can hang, with it everywhere
                """,
            standard: "60"
        ),
        OptionRow(
            name: .full,
            letter: nil,
            kind: .flag,
            scopes: [.index, .cron],
            does: "list every folder of a tree on Box, also where its events say that nothing has happened",
            standard: "list those in which something has"
        ),
        OptionRow(
            name: .rate,
            letter: nil,
            kind: .number(placeholder: "N", bounds: 0...100_000),
            scopes: [.index, .cron],
            does: "send at most N requests a second to Box, 0: any number",
            standard: "14"
        ),
        OptionRow(
            name: .boxConfig,
            letter: nil,
            kind: .file(placeholder: "FILE"),
            scopes: [.index, .cron],
            does: """
                log in to Box as the application in FILE, a JSON object with client_id, client_secret, \
                box_subject_type and box_subject_id, which only its owner may read
                """,
            standard: "the token in BOX_TOKEN"
        ),
        OptionRow(
            name: .boxLogin,
            letter: nil,
            kind: .bytes(placeholder: "REMOTE"),
            scopes: [.index, .cron],
            does: "log in to Box with the token of REMOTE, a remote of the type box in rclone's configuration",
            standard: nil
        ),
        OptionRow(
            name: .trace,
            letter: nil,
            kind: .flag,
            scopes: [.index],
            does: "print a line when the task of an item ends, and one when a folder is finished",
            standard: nil
        ),
        OptionRow(
            name: .json,
            letter: nil,
            kind: .flag,
            scopes: [.index, .status],
            does: "print the result as JSON, one object for each root",
            standard: nil
        ),
        OptionRow(
            name: .quiet,
            letter: "q",
            kind: .flag,
            scopes: [.index],
            does: "print nothing but errors",
            standard: nil
        ),
        OptionRow(
            name: .verbose,
            letter: "v",
            kind: .flag,
            scopes: [.index],
            does: "print every problem as it is met, and the summary, also where no terminal is",
            standard: nil
        ),
        OptionRow(
            name: .help,
            letter: "h",
            kind: .flag,
            scopes: everywhere,
            does: "print this help and exit",
            standard: nil
        ),
        OptionRow(
            name: .version,
            letter: nil,
            kind: .flag,
            scopes: everywhere,
            does: "print the version and exit",
            standard: nil
        ),
    ]

    /// Pairs of options that may not be given together.
    static let conflicts: [OptionConflict] = [
        OptionConflict(first: .quiet, second: .verbose, why: "one asks for less, the other for more"),
        OptionConflict(first: .boxConfig, second: .boxLogin, why: "each is a login"),
        OptionConflict(first: .trace, second: .json, why: "both write to standard output"),
        OptionConflict(first: .trace, second: .quiet, why: "one asks for lines that the other forbids"),
    ]

    /// The options that may stand in a scope, in the order of the table.
    static func rows(in scope: OptionRow.Scope) -> [OptionRow] {
        rows.filter { $0.scopes.contains(scope) }
    }
}
