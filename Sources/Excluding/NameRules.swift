/// The rules about names of one source, sorted by how they are found.
///
/// Plain names are looked up in a sorted list; the others are tried from the
/// last on. Names that cannot match by their first and last byte are done with
/// at once.
struct NameRules: Sendable {
    private struct PlainName: Sendable {
        let bytes: [UInt8]
        /// The last rule with this name about items of any kind.
        var any: Int?
        /// The last rule with this name about folders.
        var folder: Int?
    }

    private struct Wildcard: Sendable {
        let rule: Int
        let foldersOnly: Bool
        /// The byte that every match starts with, if there is one.
        let first: UInt8?
        /// The byte that every match ends with, if there is one.
        let last: UInt8?
        let pattern: ExcludePattern
    }

    /// Sorted by their lengths, then by their bytes; none twice.
    private var plain: [PlainName] = []
    /// The last rule first.
    private var wildcards: [Wildcard] = []

    /// Lets pass every name that one of the rules matches.
    private(set) var filter = NameFilter()

    init(_ rules: [ExcludeRule]) {
        var plainRules: [(bytes: [UInt8], rule: Int, foldersOnly: Bool)] = []
        for (number, rule) in rules.enumerated() {
            switch rule.pattern.matcher {
            case .nothing, .path: continue
            case .name(let bytes):
                plainRules.append((bytes, number, rule.pattern.foldersOnly))
                filter.insert(first: bytes.first, last: bytes.last)
            case .suffix(let bytes): note(rule.pattern, number, first: nil, last: bytes.last)
            case .glob(let glob): note(rule.pattern, number, first: glob.first, last: glob.last)
            }
        }
        wildcards.reverse()
        plainRules.sort { Self.isBefore($0.bytes, $1.bytes) || $0.bytes == $1.bytes && $0.rule < $1.rule }
        for (bytes, number, foldersOnly) in plainRules {
            if plain.last?.bytes != bytes { plain.append(PlainName(bytes: bytes)) }
            let end = plain.count - 1
            if foldersOnly { plain[end].folder = number } else { plain[end].any = number }
        }
    }

    /// The number of the last rule that matches a name.
    ///
    /// - Parameters:
    ///   - name: The bytes of the name.
    ///   - isFolder: Whether it is a folder's.
    ///   - floor: A rule that is known to match: earlier ones do not count.
    /// - Returns: The number, or `floor` when there is no later rule.
    /// - Complexity: Logarithmic in the number of plain names, linear in that of
    ///   rules with wildcards. No allocation.
    func lastRule(matching name: UnsafeRawBufferPointer, isFolder: Bool, after floor: Int?) -> Int? {
        guard let first = name.first, let last = name.last, filter.passes(name) else { return floor }
        var best = floor ?? -1
        if let place = plainPlace(of: name) {
            best = max(best, plain[place].any ?? -1, isFolder ? plain[place].folder ?? -1 : -1)
        }
        for place in wildcards.indices {
            if wildcards[place].rule < best { break }
            guard isFolder || !wildcards[place].foldersOnly, wildcards[place].first ?? first == first,
                wildcards[place].last ?? last == last, wildcards[place].pattern.matches(name: name)
            else { continue }
            best = wildcards[place].rule
            break
        }
        return best < 0 ? nil : best
    }

    private mutating func note(_ pattern: ExcludePattern, _ rule: Int, first: UInt8?, last: UInt8?) {
        wildcards.append(
            Wildcard(rule: rule, foldersOnly: pattern.foldersOnly, first: first, last: last, pattern: pattern)
        )
        filter.insert(first: first, last: last)
    }

    private func plainPlace(of name: UnsafeRawBufferPointer) -> Int? {
        var range = plain.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let order = plain[middle].bytes.withUnsafeBytes { Self.order(name, $0) }
            if order == 0 { return middle }
            range = order < 0 ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return nil
    }

    private static func isBefore(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.withUnsafeBytes { one in other.withUnsafeBytes { order(one, $0) < 0 } }
    }

    private static func order(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
        if one.count != other.count { return one.count - other.count }
        for place in 0..<one.count where one[place] != other[place] { return Int(one[place]) - Int(other[place]) }
        return 0
    }
}
