/// Writes a JSON object (RFC 8259) of strings and of values that are JSON already.
struct RcloneObject {
    private(set) var text: [UInt8] = [UInt8(ascii: "{")]

    /// Adds a member whose value is a string.
    ///
    /// - Parameters:
    ///   - key: Its name, of letters only.
    ///   - value: Its value, valid UTF-8.
    /// - Returns: The object with it.
    func adding(_ key: String, _ value: [UInt8]) -> RcloneObject { adding(key, json: Self.string(value)) }

    /// Adds a member whose value is JSON.
    func adding(_ key: String, json: [UInt8]) -> RcloneObject {
        var object = self
        if text.count > 1 { object.text.append(UInt8(ascii: ",")) }
        object.text += Self.string(Array(key.utf8)) + [UInt8(ascii: ":")] + json
        return object
    }

    /// The whole object.
    var bytes: [UInt8] { text + [UInt8(ascii: "}")] }

    /// A string, with what must not stand in one escaped.
    static func string(_ value: [UInt8]) -> [UInt8] {
        var out = [UInt8(ascii: "\"")]
        for byte in value {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: out += Array((byte < 0x10 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
            default: out.append(byte)
            }
        }
        return out + [UInt8(ascii: "\"")]
    }
}

/// What rclone says in words, fit to be told and kept: one line, not long, without what may be a secret.
///
/// Its errors hold the answers of servers, and those whatever was sent: what follows a `?` of an address, long words
/// without a space, and values after words such as `token` are left out.
func rcloneWords(_ text: String, most: Int = 160) -> String {
    var words: [Substring] = []
    let isSpace = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 || (0x7F...0x9F).contains(scalar.value) }
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(where: { !isSpace($0) }), words.count < 64 {
        let end = rest[start...].firstIndex(where: isSpace) ?? rest.endIndex
        words.append(Substring(rest[start..<end]))
        rest = rest[end...]
    }
    var hidesNext = false
    let shown = words.map { word -> String in
        let isHidden = hidesNext
        hidesNext = false
        if isHidden { return "…" }
        let shown = word.contains("://") ? word.prefix { $0 != "?" } : word
        let lower = shown.lowercased()
        hidesNext =
            ["bearer", "basic"].contains { lower.hasSuffix($0) }
            || secretSigns.contains { sign in [":", "=", "\":"].contains { lower.hasSuffix(sign + $0) } }
        if hidesNext { return String(shown) }
        let isSecret =
            secretSigns.contains { sign in [":", "=", "\":"].contains { lower.contains(sign + $0) } }
            || shown.contains("://") && shown.contains("@")
            || shown.unicodeScalars.count > 60 && !shown.contains("/")
        if isSecret { return "…" }
        return shown.endIndex == word.endIndex ? String(shown) : "\(shown)?…"
    }.joined(separator: " ")
    var line = "rclone: "
    for prefix in ["error in ListJSON: ", "error listing: ", "rclone: "] where shown.hasPrefix(prefix) {
        line += shown.dropFirst(prefix.count)
        return String(line.unicodeScalars.prefix(most))
    }
    return String((line + shown).unicodeScalars.prefix(most))
}

/// What stands before values that are nobody's business.
private let secretSigns = ["token", "secret", "password", "pass", "authorization", "key", "signature", "credential"]
