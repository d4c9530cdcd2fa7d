/// One pattern in the syntax of gitignore, on bytes.
///
/// The syntax is that of <https://git-scm.com/docs/gitignore>; where that page
/// leaves something open, the pattern does what git does:
///
/// - `!` in front takes items in that an earlier pattern leaves out; `/` at the
///   end makes it a pattern for folders only. `\!` is a plain `!`.
/// - With another slash, also one in brackets, it is about paths below the
///   folder whose rule it is; without one about the name of an item at any
///   depth.
/// - `*` is any number of bytes but slashes, `?` one **byte** but a slash (so a
///   character of two bytes in UTF-8 takes `??`), `[a-z]` one of a set, see
///   below, and a backslash makes the next byte an ordinary one.
/// - `**/` in front of a path is any number of folders, or none, `/**/` within
///   the same, `/**` at the end everything below. Other `**` are like `*`.
///   (git takes `**` for the long one also when it is a path's first wildcard
///   and a slash or the end follows: `a/b**`. So does this.)
/// - `[!a]` and `[^a]` are all bytes but a slash and the set, `[]a]` has `]` as
///   a member, `[[:alpha:]]` and its like are classes of ASCII.
///
/// Names are compared by their bytes: `é` in one Unicode form is not `é` in
/// the other, `A` is not `a`, and names need not be UTF-8. A pattern that makes
/// no sense has a ``problem`` and matches nothing, as in git; so does one with
/// a zero byte, where git would stop reading (a file in UTF-16 that begins with
/// `*` would leave out everything).
///
/// A pattern is immutable, and can be used from any number of threads.
public struct ExcludePattern: Sendable {
    /// Why a pattern can match nothing.
    public enum Problem: Error, Hashable, Sendable {
        /// Nothing is left without `!` and `/`.
        case empty
        /// A `[` without its `]`, or with the name of a class that there is not.
        case openSet
        /// The backslash at the end has nothing to make ordinary.
        case openEscape
        /// A zero byte, which no name has.
        case zeroByte

        /// What is wrong and what to write instead, in words.
        public var why: String {
            switch self {
            case .empty: "nothing is left without '!' and '/'; write a name or a pattern such as 'cache/' or '*.png'"
            // Without a backslash in them: where text is made safe for a terminal one is shown as two.
            case .openSet:
                "a '[' has no ']', or names no class of characters; a backslash before it makes it a plain one"
            case .openEscape: "the backslash at the end has nothing to make plain; write two for a plain one"
            case .zeroByte: "a zero byte is in no name; a text file in UTF-16 has them: write it in UTF-8"
            }
        }
    }

    /// The pattern as it was written.
    public let text: [UInt8]

    /// Whether it takes items in, with `!` in front, instead of leaving them out.
    public let takesIn: Bool

    /// Whether it is about folders only, with `/` at the end.
    public let foldersOnly: Bool

    /// Why it matches nothing at all; nil when it can match.
    public let problem: Problem?

    let matcher: Matcher

    /// What a pattern compares.
    enum Matcher: Sendable {
        case nothing
        /// The whole name is this.
        case name([UInt8])
        /// The name ends in this.
        case suffix([UInt8])
        case glob(NameGlob)
        case path(TokenList)
    }

    /// A pattern by itself: nothing is a comment, and spaces at the end count.
    ///
    /// - Parameter glob: The bytes of the pattern.
    /// - Complexity: Linear in their number.
    public init(glob: [UInt8]) {
        text = glob
        var rest = glob[...]
        takesIn = rest.first == UInt8(ascii: "!")
        if takesIn { rest.removeFirst() }
        foldersOnly = rest.last == .slash
        if foldersOnly { rest.removeLast() }
        do throws(Problem) {
            matcher = try Self.matcher(of: rest)
            problem = nil
        } catch {
            matcher = .nothing
            problem = error
        }
    }

    /// The pattern in a line of an ignore file; nil when the line is empty or a comment.
    ///
    /// A line that starts with `#` is a comment, `\#` is a plain `#`. Spaces at
    /// the end, but no tabs, do not count unless the backslash is in front.
    ///
    /// - Parameter line: Its bytes, without the end of the line.
    /// - Complexity: Linear in the number of bytes.
    public init?(line: [UInt8]) {
        guard line.first != UInt8(ascii: "#") else { return nil }
        let glob = Self.withoutSpacesAtEnd(line)
        guard !glob.isEmpty else { return nil }
        self.init(glob: Array(glob))
    }

    /// Whether the pattern says something about an item.
    ///
    /// - Parameters:
    ///   - path: The item's path, relative to the folder whose rule this is,
    ///     without a slash at either end.
    ///   - isFolder: Whether it is a folder.
    /// - Returns: Whether it matches; ``takesIn`` tells which way it then goes.
    /// - Complexity: At most the product of both lengths, without recursion.
    public func matches(path: [UInt8], isFolder: Bool) -> Bool {
        if foldersOnly && !isFolder { return false }
        if case .path(let list) = matcher {
            return list.withMachine { machine in
                path.withUnsafeBytes { path in
                    machine.start.withUnsafeBufferPointer { machine.accepts(path, from: $0) }
                }
            }
        }
        let start = path.lastIndex(of: .slash).map { $0 + 1 } ?? 0
        return path.withUnsafeBytes { matches(name: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    /// Whether it matches a name; false for a pattern about paths.
    func matches(name: UnsafeRawBufferPointer) -> Bool {
        switch matcher {
        case .nothing, .path: false
        case .name(let bytes): name.elementsEqual(bytes)
        case .suffix(let bytes):
            name.count >= bytes.count
                && UnsafeRawBufferPointer(rebasing: name[(name.count - bytes.count)...]).elementsEqual(bytes)
        case .glob(let glob): glob.matches(name)
        }
    }

    private static func matcher(of rest: ArraySlice<UInt8>) throws(Problem) -> Matcher {
        if rest.isEmpty { throw .empty }
        guard rest.contains(.slash) else { return nameMatcher(try PatternReader.nameTokens(of: rest)) }
        let list = try PatternReader.pathTokens(of: rest)
        // `**/name` says the same as `name`, which is cheaper: it needs no path.
        let start: [PatternToken] = [.optionalPair, .anything, .byte(.slash)]
        let end = list.tokens.dropFirst(start.count)
        guard list.tokens.starts(with: start), !end.isEmpty, end.allSatisfy({ $0.isWithinName }) else {
            return .path(list)
        }
        return nameMatcher(TokenList(tokens: Array(end), sets: list.sets))
    }

    private static func nameMatcher(_ list: TokenList) -> Matcher {
        if let bytes = list.literal { return .name(bytes) }
        if let bytes = list.suffix { return .suffix(bytes) }
        return .glob(NameGlob(list))
    }

    private static func withoutSpacesAtEnd(_ line: [UInt8]) -> ArraySlice<UInt8> {
        var end = 0
        var place = 0
        while place < line.count {
            let isSpace = line[place] == UInt8(ascii: " ")
            // A backslash keeps what follows, also a space; at the very end it keeps itself.
            place += line[place] == .backslash ? 2 : 1
            if !isSpace { end = min(place, line.count) }
        }
        return line[..<end]
    }
}
