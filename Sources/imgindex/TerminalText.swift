/// Bytes as text that is safe to print on a terminal, always on one line.
///
/// Nothing in it can move the cursor, change the direction of the text, or
/// hide. It reads back to exactly the same bytes:
/// - `\n`, `\r`, `\t` are these characters, `\\` is a backslash;
/// - `\xNN` is one byte: a control character of ASCII, or a byte that is not
///   UTF-8;
/// - `\u{N}` is a character that is unseen or turns the text around.
///
/// - Complexity: linear in the number of bytes.
func terminalText(_ bytes: some Collection<UInt8>) -> String {
    var text = ""
    var rest = bytes[...]
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = rest.makeIterator()
    while true {
        switch parser.parseScalar(from: &iterator) {
        case .valid(let encoded):
            append(Unicode.UTF8.decode(encoded), to: &text)
            rest = rest.dropFirst(encoded.count)
        case .error(let length):
            for byte in rest.prefix(length) { text += escape(byte: byte) }
            rest = rest.dropFirst(length)
        case .emptyInput:
            return text
        }
    }
}

/// Whether a character would act on a terminal, or deceive the reader, rather than be seen.
///
/// These are the control characters, the line and paragraph separators, the
/// bidirectional controls, and what Unicode calls default ignorable: zero-width
/// and other unseen characters. Variation selectors are not among them, as they
/// only choose a form of the character before.
func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    // Almost every character of almost every name.
    if (0x20...0x7E).contains(scalar.value) { return false }
    return unseen.contains { $0.contains(scalar.value) }
}

private let unseen: [ClosedRange<UInt32>] = [
    0x0...0x1F,  // C0
    0x7F...0x9F,  // DEL and C1
    0xAD...0xAD,  // soft hyphen
    0x34F...0x34F,  // combining grapheme joiner
    0x61C...0x61C,  // Arabic letter mark
    0x115F...0x1160,  // Hangul fillers
    0x17B4...0x17B5,  // Khmer inherent vowels
    0x180E...0x180E,  // Mongolian vowel separator
    0x200B...0x200F,  // zero width space, joiners, direction marks
    0x2028...0x202E,  // line and paragraph separator, embeddings and overrides
    0x2060...0x206F,  // word joiner, unseen operators, isolates, old format controls
    0x3164...0x3164,  // Hangul filler
    0xFEFF...0xFEFF,  // byte order mark
    0xFFA0...0xFFA0,  // half-width Hangul filler
    0xFFF0...0xFFFB,  // unassigned, interlinear annotation
    0x1_BCA0...0x1_BCA3,  // shorthand format controls
    0x1_D173...0x1_D17A,  // musical format controls
    0xE_0000...0xE_00FF,  // tags
    0xE_01F0...0xE_0FFF,  // unassigned, ignorable
]

private func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where !isUnseen(scalar): text.unicodeScalars.append(scalar)
    case _ where scalar.isASCII: text += escape(byte: UInt8(truncatingIfNeeded: scalar.value))
    default: text += "\\u{\(hexadecimal(scalar.value, digits: 1))}"
    }
}

private func escape(byte: UInt8) -> String {
    "\\x\(hexadecimal(UInt32(byte), digits: 2))"
}

/// A number in capital hexadecimal digits, with zeros in front if it has too few.
func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
