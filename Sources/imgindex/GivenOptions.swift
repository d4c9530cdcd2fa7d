/// The options and operands of one command line, in the order given.
///
/// An option that is given twice means what it was last given.
struct GivenOptions {
    /// The command they were given to.
    let command: Command
    /// The arguments that are no options.
    var operands: [[UInt8]] = []
    private var options: [(name: OptionName, value: [UInt8]?)] = []

    /// Nothing given yet.
    init(command: Command) {
        self.command = command
    }

    /// Notes an option.
    mutating func add(_ name: OptionName, value: [UInt8]?) {
        options.append((name, value))
    }

    /// Whether an option was given.
    func has(_ name: OptionName) -> Bool {
        options.contains { $0.name == name }
    }

    /// All values of an option.
    func values(_ name: OptionName) -> [[UInt8]] {
        options.compactMap { $0.name == name ? $0.value : nil }
    }

    /// The file that an option names, or `nil` when it was not given.
    ///
    /// - Throws: `UsageError` when any name given to it is empty.
    func file(_ name: OptionName) throws(UsageError) -> [UInt8]? {
        let values = values(name)
        if values.contains([]) { throw UsageError(.emptyFile(name), in: command) }
        return values.last
    }

    /// The number given to an option, or `nil` when it was not given.
    ///
    /// - Throws: `UsageError` when any value of it is no number within the
    ///   bounds of the table.
    func number(_ name: OptionName) throws(UsageError) -> Int? {
        var last: Int?
        for row in OptionTable.rows where row.name == name {
            guard case .number(_, let bounds) = row.kind else { continue }
            for value in values(name) {
                guard let number = Self.number(value), bounds.contains(number) else {
                    throw UsageError(.badNumber(name, value, bounds), in: command)
                }
                last = number
            }
        }
        return last
    }

    /// The time given to an option, in seconds, or `nil` when it was not given.
    ///
    /// - Throws: `UsageError` when any value of it is none.
    func seconds(_ name: OptionName) throws(UsageError) -> Int? {
        var last: Int?
        for value in values(name) {
            let units: [UInt8: Int] = [UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3_600]
            let unit = value.last.flatMap { units[$0] }
            let digits = unit == nil ? value : value.dropLast()
            // A century is enough, and no sum of it with the time of day overflows.
            guard let number = Self.number(digits), (1...1_000_000).contains(number) else {
                throw UsageError(.badDuration(name, value), in: command)
            }
            last = number * (unit ?? 1)
        }
        return last
    }

    /// The number from 0 to 100 given to an option, or `nil` when it was not given.
    ///
    /// - Throws: `UsageError` when any value of it is no such number.
    func percent(_ name: OptionName) throws(UsageError) -> Double? {
        var last: Double?
        for value in values(name) {
            let parts = value.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && Self.isDigits($0) }),
                let number = Double(String(decoding: value, as: UTF8.self)), number <= 100
            else { throw UsageError(.badPercent(name, value), in: command) }
            last = number
        }
        return last
    }

    /// Refuses options that contradict each other.
    ///
    /// - Throws: `UsageError` for the first pair of the table that was given.
    func refuseConflicts() throws(UsageError) {
        for conflict in OptionTable.conflicts where has(conflict.first) && has(conflict.second) {
            throw UsageError(.conflict(conflict), in: command)
        }
    }

    private static func isDigits(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }

    /// Reads decimal digits and nothing else, or gives `nil`, also when they overflow.
    private static func number(_ bytes: [UInt8]) -> Int? {
        guard isDigits(bytes) else { return nil }
        return Int(String(decoding: bytes, as: UTF8.self))
    }
}
