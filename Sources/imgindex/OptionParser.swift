import Indexing

extension Invocation {
    /// Reads a command line.
    ///
    /// Help and version are answered as soon as they are met: what follows
    /// them is not looked at.
    ///
    /// - Parameter arguments: the arguments as bytes, without the name of the
    ///   program.
    /// - Throws: `UsageError` for the first mistake.
    init(arguments: [[UInt8]]) throws(UsageError) {
        guard !arguments.isEmpty else { throw UsageError(.noCommand, in: nil) }
        var scanner = ArgumentScanner(arguments[...], scope: nil)
        guard let item = try scanner.next() else { throw UsageError(.noCommand, in: nil) }
        switch item {
        case .option(.version, _):
            self = .version
        case .option:
            // Before a command stand only help and version.
            self = .help(nil)
        case .operand(let word) where word.elementsEqual(Self.help.utf8):
            self = try Self.help(about: scanner.remaining)
        case .operand(let word):
            self = try Self.run(try Self.command(word), scanner.remaining)
        }
    }

    /// The word that asks for help; no command, as it needs no index.
    static let help = "help"

    /// Reads what follows a command.
    private static func run(_ command: Command, _ arguments: ArraySlice<[UInt8]>) throws(UsageError) -> Invocation {
        var given = GivenOptions(command: command)
        var scanner = ArgumentScanner(arguments, scope: command)
        while let item = try scanner.next() {
            switch item {
            case .option(.help, _): return .help(command)
            case .option(.version, _): return .version
            case .option(let name, let value): given.add(name, value: value)
            case .operand(let operand): given.operands.append(operand)
            }
        }
        try given.refuseConflicts()
        switch command {
        case .index: return .index(try IndexOptions(given))
        case .status: return .status(try StatusOptions(given))
        case .why: return .why(try WhyOptions(given))
        case .accept: return .accept(try AcceptOptions(given))
        case .prune: return .prune(try PruneOptions(given))
        case .cron: return .cron(try CronOptions(given))
        }
    }

    /// Reads what follows `help`.
    private static func help(about arguments: ArraySlice<[UInt8]>) throws(UsageError) -> Invocation {
        var scanner = ArgumentScanner(arguments, scope: nil)
        var subject: Command?
        var operandSeen = false
        while let item = try scanner.next() {
            switch item {
            case .option(.version, _): return .version
            case .option: return .help(nil)
            case .operand(let word):
                if operandSeen { throw UsageError(.unexpectedOperand(word), in: nil) }
                operandSeen = true
                subject = word.elementsEqual(help.utf8) ? nil : try command(word)
            }
        }
        return .help(subject)
    }

    private static func command(_ word: [UInt8]) throws(UsageError) -> Command {
        guard let command = Command.allCases.first(where: { $0.rawValue.utf8.elementsEqual(word) }) else {
            throw UsageError(.unknownCommand(word), in: nil)
        }
        return command
    }
}

extension IndexOptions {
    fileprivate init(_ given: GivenOptions) throws(UsageError) {
        // First the values: in `--width ~/Pictures` it is not the root that is wrong.
        let indexFile = try given.file(.index)
        let width = try given.number(.width)
        let maxTime = try given.seconds(.maxTime)
        let stall = try given.number(.stall)
        let hold = try HoldRules(given)
        let wait = try given.number(.wait) ?? standardWait
        let rate = try given.number(.rate)
        let boxConfig = try given.file(.boxConfig)
        let boxLogin = given.values(.boxLogin).last
        try given.needRoots()
        self.init(
            roots: given.operands,
            indexFile: indexFile,
            width: width,
            extensions: given.values(.extensions),
            excludes: given.values(.exclude),
            defaultExcludes: !given.has(.noDefaultExcludes),
            look: !given.has(.fast) ? .all : given.values(.fast).isEmpty ? .images : .nothing,
            maxTime: maxTime,
            oneFileSystem: given.has(.oneFileSystem),
            stall: stall,
            trace: given.has(.trace),
            json: given.has(.json),
            quiet: given.has(.quiet),
            verbose: given.has(.verbose),
            hold: hold,
            full: given.has(.full),
            rate: rate,
            boxConfig: boxConfig,
            boxLogin: boxLogin,
            wait: wait
        )
    }
}

extension HoldRules {
    fileprivate init(_ given: GivenOptions) throws(UsageError) {
        self.init()
        if let files = try given.number(.holdFiles) { self.files = Int64(files) }
        if let percent = try given.percent(.holdPercent) { self.percent = percent }
        acceptAfter = try given.number(.acceptAfter).map { Int64($0) }
    }
}

extension AcceptOptions {
    fileprivate init(_ given: GivenOptions) throws(UsageError) {
        if given.operands.contains([]) { throw UsageError(.emptyRoot, in: .accept) }
        self.init(
            roots: given.operands,
            indexFile: try given.file(.index),
            wait: try given.number(.wait) ?? standardWait
        )
    }
}

extension PruneOptions {
    fileprivate init(_ given: GivenOptions) throws(UsageError) {
        if let operand = given.operands.first { throw UsageError(.unexpectedOperand(operand), in: .prune) }
        guard let days = try given.number(.olderThan) else { throw UsageError(.missingOption(.olderThan), in: .prune) }
        self.init(
            days: days,
            isDry: given.has(.dryRun),
            indexFile: try given.file(.index),
            wait: try given.number(.wait) ?? standardWait
        )
    }
}

extension CronOptions {
    fileprivate init(_ given: GivenOptions) throws(UsageError) {
        _ = try given.number(.width)
        _ = try given.number(.wait)
        _ = try given.number(.stall)
        _ = try given.number(.rate)
        _ = try given.file(.boxConfig)
        _ = try given.seconds(.maxTime)
        _ = try HoldRules(given)
        let indexFile = try given.file(.index)
        try given.needRoots()
        self.init(
            roots: given.operands,
            indexFile: indexFile,
            extensions: given.values(.extensions),
            excludes: given.values(.exclude)
        )
        for row in OptionTable.rows(in: .cron) where row.name != .index && given.has(row.name) {
            let typed = Array(row.name.typed.utf8)
            let values = given.values(row.name).map { typed + [UInt8(ascii: "=")] + $0 }
            options += values.isEmpty ? [typed] : values
        }
    }
}

extension GivenOptions {
    /// Refuses a command line without a root or with one that is the empty word.
    fileprivate func needRoots() throws(UsageError) {
        if operands.isEmpty { throw UsageError(.noRoot, in: command) }
        if operands.contains([]) { throw UsageError(.emptyRoot, in: command) }
    }
}

extension StatusOptions {
    fileprivate init(_ given: GivenOptions) throws(UsageError) {
        if let operand = given.operands.first { throw UsageError(.unexpectedOperand(operand), in: .status) }
        self.init(indexFile: try given.file(.index), json: given.has(.json))
    }
}

extension WhyOptions {
    fileprivate init(_ given: GivenOptions) throws(UsageError) {
        let indexFile = try given.file(.index)
        guard let path = given.operands.first, !path.isEmpty else { throw UsageError(.noPath, in: .why) }
        if given.operands.count > 1 { throw UsageError(.unexpectedOperand(given.operands[1]), in: .why) }
        self.init(path: path, indexFile: indexFile)
    }
}
