/// Bytes as one word of a command line of bash, zsh or ksh, safe for a terminal, to be copied from there.
///
/// In quotation marks only where needed; a name with control characters, or that is not UTF-8, is written as `$'…'`,
/// which plain `sh` may not know.
func shellWord(_ word: [UInt8]) -> String {
    if !word.isEmpty && word.allSatisfy(isPlainInShell) { return String(decoding: word, as: UTF8.self) }
    let text = String(decoding: word, as: UTF8.self)
    if text.utf8.elementsEqual(word) && !text.unicodeScalars.contains(where: isUnseen) {
        return "'"
            + word.split(separator: quote, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "'\\''") + "'"
    }
    var quoted = "$'"
    for byte in word {
        switch byte {
        case quote: quoted += "\\'"
        case UInt8(ascii: "\\"): quoted += "\\\\"
        case 0x20...0x7E: quoted.unicodeScalars.append(Unicode.Scalar(byte))
        default: quoted += "\\x\(hexadecimal(UInt32(byte), digits: 2))"
        }
    }
    return quoted + "'"
}

private let quote = UInt8(ascii: "'")

/// Whether a byte means itself to shells, and to cron and systemd.
func isPlainInShell(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "+"):
        true
    default: false
    }
}
