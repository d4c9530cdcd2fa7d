import JSON

/// A line that rclone writes to its standard error.
struct RcloneLine: Equatable, Sendable {
    /// What a line is about.
    enum Subject: Equatable, Sendable {
        /// Nothing that is named.
        case nothing
        /// A whole remote.
        case remote
        /// An item, by its path below what its remote was opened at; empty: that itself.
        case path([UInt8])
    }

    let subject: Subject
    let isError: Bool
    let message: String

    /// Reads a line, as it is written with `--use-json-log` or without.
    init(_ line: [UInt8]) {
        if line.first == UInt8(ascii: "{") {
            let read = JSONValue.read(line) { value -> RcloneLine? in
                guard let message = value["msg"]?.string else { return nil }
                let isRemote = value["objectType"]?.string?.hasSuffix(".Fs") == true
                return RcloneLine(
                    subject: isRemote ? .remote : value["object"]?.bytes.map(Subject.path) ?? .nothing,
                    isError: ["error", "critical", "fatal", "panic"].contains(value["level"]?.string ?? ""),
                    message: message
                )
            }
            if let read {
                self = read
                return
            }
        }
        let text = String(decoding: line, as: UTF8.self)
        let isError = ["ERROR", "CRITICAL", "Failed to"].contains { text.contains($0) }
        self.init(subject: .nothing, isError: isError, message: Self.withoutTime(text))
    }

    private init(subject: Subject, isError: Bool, message: String) {
        self.subject = subject
        self.isError = isError
        self.message = message
    }

    /// `2026/01/31 12:00:00 ERROR : words` without what is before the words.
    private static func withoutTime(_ text: String) -> String {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count == 3, parts[0].utf8.count == 10, parts[1].utf8.count == 8 else { return text }
        for level in ["ERROR :", "ERROR:", "CRITICAL:", "NOTICE:"] where parts[2].hasPrefix(level) {
            return String(parts[2].dropFirst(level.count).drop { $0 == " " })
        }
        return String(parts[2])
    }

    /// Whether it says that a listing may lack something: an error, or an item that was passed over without one.
    var isComplaint: Bool {
        let lower = message.lowercased()
        // Of the call as a whole, which fails itself, and of the configuration, whatever is listed meanwhile.
        if message.hasPrefix("rc: ") || lower.contains("config") || lower.contains("save") { return false }
        return isError || ["ignoring", "odd name", "skipping"].contains { lower.contains($0) }
    }

    /// Whether it concerns the listing of a folder.
    ///
    /// - Parameter folder: The path of the folder below what its remote was opened at; empty: that itself.
    /// - Returns: Whether that may lack something because of what the line says.
    func concerns(_ folder: [UInt8]) -> Bool {
        guard isComplaint else { return false }
        switch subject {
        // An error without an item comes with many things that are none of a listing's.
        case .nothing: return !isError
        case .remote: return true
        case .path(let path):
            return folder.isEmpty || path == folder || path.starts(with: folder + [UInt8(ascii: "/")])
        }
    }

    private static let serving = Array("Serving remote control on http://127.0.0.1:".utf8)

    /// The port that a line says is served; nil: it says something else.
    static func port(in line: [UInt8]) -> Int? {
        guard line.count >= serving.count else { return nil }
        for start in 0...(line.count - serving.count) where line[start...].starts(with: serving) {
            let digits = line[(start + serving.count)...].prefix { (0x30...0x39).contains($0) }
            return Int(String(decoding: digits, as: UTF8.self)).flatMap { (1...65_535).contains($0) ? $0 : nil }
        }
        return nil
    }
}

/// Cuts what a program writes into lines; of a long one only its beginning is kept.
struct RcloneLines: Sendable {
    static let longest = 16_384

    private var line: [UInt8] = []

    /// Takes what was written.
    ///
    /// - Parameter part: The next bytes; none: there will be no more.
    /// - Returns: The lines that ended.
    mutating func take(_ part: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        if part.isEmpty && !line.isEmpty {
            lines.append(line)
            line = []
        }
        var rest = part[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            line += rest[..<(end ?? rest.endIndex)].prefix(Self.longest - line.count)
            guard let end else { break }
            lines.append(line)
            line = []
            rest = rest[(end + 1)...]
        }
        return lines
    }
}
