/// A root that is not a path of this machine, by its spelling: `box:/Photos`, `box:#123`, `rclone:REMOTE:PATH`.
///
/// A local folder of such a name is meant by `./box:`.
public struct RemoteRoot: Equatable, Sendable {
    /// What leads there: the word before the first colon.
    public enum Scheme: String, Sendable, CaseIterable {
        /// Box, by its API.
        case box
        /// Whatever rclone knows.
        case rclone
    }

    /// What leads there.
    public let scheme: Scheme
    /// What follows the colon, in its one spelling.
    public let rest: [UInt8]
    /// Whether the path within a remote of rclone was written with a slash before it.
    ///
    /// Some of its backends begin at the top with one and at the login's home without.
    public let isAbsolute: Bool

    /// The one spelling of the whole.
    ///
    /// As paths of an index are put together with slashes, one without a slash before it begins with a dot:
    /// `rclone:nas:./vol`. Where the slash means nothing the spelling is ``pathWithSlash``.
    public var path: [UInt8] {
        guard scheme == .rclone, !isAbsolute, let end = rest.firstIndex(of: Self.colon) else { return pathWithSlash }
        return Array("\(scheme.rawValue):".utf8) + rest[...end] + [UInt8(ascii: ".")] + rest[(end + 1)...]
    }

    /// The one spelling of the whole where a store does not ask for the slash: `rclone:photos:/vol`.
    public var pathWithSlash: [UInt8] { Array("\(scheme.rawValue):".utf8) + rest }

    /// Reads a root.
    ///
    /// Nil if it is a path of this machine.
    ///
    /// - Parameter text: As somebody wrote it.
    public init?(_ text: [UInt8]) {
        guard let scheme = Scheme.allCases.first(where: { text.starts(with: "\($0.rawValue):".utf8) }) else {
            return nil
        }
        self.scheme = scheme
        let rest = Array(text.dropFirst(scheme.rawValue.utf8.count + 1))
        switch scheme {
        case .box:
            self.rest = Self.boxSpelling(rest)
            isAbsolute = true
        case .rclone:
            self.rest = Self.rcloneSpelling(rest)
            isAbsolute = rest.firstIndex(of: Self.colon).map { rest[$0...].dropFirst().first == Self.slash } ?? false
        }
    }

    /// What leads there when it is read again: for a command line.
    public var typed: [UInt8] {
        guard scheme == .rclone, let end = rest.firstIndex(of: Self.colon) else { return path }
        let names = rest[(end + 1)...].drop { $0 == Self.slash }
        return Array("\(scheme.rawValue):".utf8) + rest[...end] + (isAbsolute ? [Self.slash] : []) + names
    }

    /// The number of the folder on Box, if that is how it is named.
    public var number: Int64? {
        guard scheme == .box, rest.first == UInt8(ascii: "#"),
            let number = Int64(String(decoding: rest.dropFirst(), as: UTF8.self)), number >= 0
        else { return nil }
        return number
    }

    /// The spelling of a folder on Box by its number.
    public static func path(ofNumber number: Int64) -> [UInt8] { Array("\(Scheme.box.rawValue):#\(number)".utf8) }

    private static let slash = UInt8(ascii: "/")
    private static let colon = UInt8(ascii: ":")

    private static func boxSpelling(_ rest: [UInt8]) -> [UInt8] {
        if rest.first == UInt8(ascii: "#") { return Array(rest.reversed().drop { $0 == slash }.reversed()) }
        return cleanNames(rest).reduce([]) { $0 + [slash] + $1 }
    }

    /// `REMOTE:` and each name of the path after a slash, as ``TreePath`` spells what is below a root.
    private static func rcloneSpelling(_ rest: [UInt8]) -> [UInt8] {
        guard let end = rest.firstIndex(of: colon) else { return rest + [colon] }
        return cleanNames(Array(rest[(end + 1)...])).reduce(Array(rest[...end])) { $0 + [slash] + $1 }
    }

    /// The names of a path, without `.` and with what `..` takes back taken back.
    private static func cleanNames(_ path: [UInt8]) -> [[UInt8]] {
        var names: [[UInt8]] = []
        for name in path.split(separator: slash) where !name.elementsEqual(".".utf8) {
            if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(Array(name)) }
        }
        return names
    }
}
