import TestSupport

/// How a run of the command under the interposed library ended.
struct FaultyEnd: Sendable {
    let process: ProcessEnd
    /// The calls that were struck, as `wal.pwrite`.
    let struck: [String]
    /// How many calls there were, by place and call; empty for a run that was killed.
    let counts: [String: Int]

    /// Takes the library's report apart.
    init(_ process: ProcessEnd, report: [UInt8]) {
        self.process = process
        var struck: [String] = []
        var counts: [String: Int] = [:]
        for line in text(report).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let number = Int(words[2]) else { continue }
            if words[0] == "fault" { struck.append(words[1]) } else { counts[words[1]] = number }
        }
        self.struck = struck
        self.counts = counts
    }
}

/// Bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Text of bytes; what is not UTF-8 is replaced.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Bytes in the way that SQLite's `hex` writes them.
func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
    .joined()
}
