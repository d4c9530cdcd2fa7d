/// Splits arguments into options and operands, as GNU `getopt_long` does.
///
/// `--name=value`, `--name value`, `-xvalue`, `-x value`, bundled flags `-xy`;
/// `--` ends the options, a lone `-` is an operand, operands and options may
/// be mixed. A value is taken as it stands, also when it begins with a hyphen.
/// Long names count only when written out.
struct ArgumentScanner {
    /// What was found.
    enum Item: Equatable {
        /// An option, and its value when it takes one.
        case option(OptionName, value: [UInt8]?)
        /// An argument that is no option.
        case operand([UInt8])
    }

    private static let hyphen = UInt8(ascii: "-")

    private let scope: OptionRow.Scope
    private let rows: [OptionRow]
    private var optionsEnded = false
    /// The argument whose letters are being read, and those not read yet.
    private var bundle: (word: [UInt8], letters: ArraySlice<UInt8>)?

    /// The arguments not looked at yet.
    private(set) var remaining: ArraySlice<[UInt8]>

    /// A scanner for the options of one scope.
    init(_ arguments: ArraySlice<[UInt8]>, scope: OptionRow.Scope) {
        remaining = arguments
        self.scope = scope
        rows = OptionTable.rows(in: scope)
    }

    /// The next option or operand, or `nil` after the last.
    ///
    /// - Throws: `UsageError` for an option that is unknown here, lacks its
    ///   value, or has one that it does not take.
    mutating func next() throws(UsageError) -> Item? {
        if let (word, letters) = bundle, let letter = letters.first {
            return try option(letter: letter, of: word, rest: letters.dropFirst())
        }
        bundle = nil
        guard let word = remaining.popFirst() else { return nil }
        guard !optionsEnded, word.count > 1, word[0] == Self.hyphen else { return .operand(word) }
        guard word[1] == Self.hyphen else {
            return try option(letter: word[1], of: word, rest: word.dropFirst(2))
        }
        guard word.count > 2 else {
            optionsEnded = true
            return try next()
        }
        return try longOption(word)
    }

    /// Reads `--name` or `--name=value`.
    private mutating func longOption(_ word: [UInt8]) throws(UsageError) -> Item {
        let body = word.dropFirst(2)
        let name = body.prefix { $0 != UInt8(ascii: "=") }
        guard let row = rows.first(where: { $0.name.rawValue.utf8.elementsEqual(name) }) else {
            throw UsageError(.unknownOption(Array(word.prefix(2 + name.count))), in: scope)
        }
        let attached = name.endIndex < body.endIndex ? Array(body[(name.endIndex + 1)...]) : nil
        guard !row.kind.standsAlone else {
            if let attached, !row.kind.allows(attached) {
                throw UsageError(.unwantedValue(row.name, attached), in: scope)
            }
            return .option(row.name, value: attached)
        }
        if let attached { return .option(row.name, value: attached) }
        return .option(row.name, value: try followingValue(of: row))
    }

    /// Reads one letter of `-abc`; what follows it is its value, if it takes one, or more letters.
    private mutating func option(
        letter: UInt8,
        of word: [UInt8],
        rest: ArraySlice<UInt8>
    ) throws(UsageError) -> Item {
        guard let row = rows.first(where: { $0.letter == Unicode.Scalar(letter) }) else {
            throw UsageError(.unknownLetter(letter, word), in: scope)
        }
        guard !row.kind.standsAlone else {
            bundle = (word, rest)
            return .option(row.name, value: nil)
        }
        bundle = nil
        return .option(row.name, value: rest.isEmpty ? try followingValue(of: row) : Array(rest))
    }

    /// Takes the next argument as the value of an option.
    private mutating func followingValue(of row: OptionRow) throws(UsageError) -> [UInt8] {
        guard let value = remaining.popFirst() else {
            throw UsageError(.missingValue(row.name, row.kind), in: scope)
        }
        return value
    }
}

extension OptionKind {
    /// Whether an option that may stand alone may have a value after `=`.
    fileprivate func allows(_ value: [UInt8]) -> Bool {
        if case .choice(let words) = self { words.contains { $0.utf8.elementsEqual(value) } } else { false }
    }
}
