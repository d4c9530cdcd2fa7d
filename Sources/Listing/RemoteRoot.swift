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

    /// The one spelling of the whole.
    public var path: [UInt8] { Array("\(scheme.rawValue):".utf8) + rest }

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
        case .box: self.rest = Self.boxSpelling(rest)
        case .rclone: self.rest = Self.rcloneSpelling(rest)
        }
    }

    private static let slash = UInt8(ascii: "/")

    private static func boxSpelling(_ rest: [UInt8]) -> [UInt8] {
        if rest.first == UInt8(ascii: "#") { return Array(rest.reversed().drop { $0 == slash }.reversed()) }
        return cleanNames(rest).reduce([]) { $0 + [slash] + $1 }
    }

    /// `REMOTE:PATH` without slashes at its end, and without two in a row.
    private static func rcloneSpelling(_ rest: [UInt8]) -> [UInt8] {
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return rest + [UInt8(ascii: ":")] }
        let path = rest[(colon + 1)...]
        let names = Array(cleanNames(Array(path)).joined(separator: [slash]))
        return Array(rest[...colon]) + (path.first == slash ? [slash] : []) + names
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
