import TestSupport

@testable import imgindex

extension SeededGenerator {
    /// Bytes, mostly those in `likely`, sometimes any.
    mutating func bytes(upTo most: Int, likely: [UInt8]) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in
            guard let byte = likely.randomElement(using: &self), Bool.random(using: &self) else {
                return UInt8.random(in: 0...255, using: &self)
            }
            return byte
        }
    }
}

extension Array where Element == UInt8 {
    /// The UTF-8 of a text.
    init(_ text: StaticString) {
        self = text.withUTF8Buffer { [UInt8]($0) }
    }
}

/// Words as the bytes of arguments.
func arguments(_ words: String...) -> [[UInt8]] {
    words.map { [UInt8]($0.utf8) }
}

/// Arguments without which a command is refused.
func neededArguments(of command: Command) -> [[UInt8]] {
    switch command {
    case .index, .cron, .why: arguments("x")
    case .prune: arguments("--older-than=3")
    case .status, .accept: []
    }
}
