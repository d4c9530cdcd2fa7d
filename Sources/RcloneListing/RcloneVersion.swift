import JSON

/// A version of rclone: the numbers before and after the first point.
struct RcloneVersion: Equatable, Comparable, Sendable {
    let major: Int64
    let minor: Int64

    /// The oldest that is asked: older ones have not been tried.
    static let oldest = RcloneVersion(major: 1, minor: 60)

    init(major: Int64, minor: Int64) {
        self.major = major
        self.minor = minor
    }

    /// Reads the answer to `core/version`; nil if it is none.
    init?(_ answer: [UInt8]) {
        let read = JSONValue.read(answer) { value -> RcloneVersion? in
            guard let numbers = value["decomposed"], let major = numbers[0]?.integer, let minor = numbers[1]?.integer
            else { return nil }
            return RcloneVersion(major: major, minor: minor)
        }
        guard let read else { return nil }
        self = read
    }

    var text: String { "\(major).\(minor)" }

    static func < (first: RcloneVersion, second: RcloneVersion) -> Bool {
        (first.major, first.minor) < (second.major, second.minor)
    }
}
