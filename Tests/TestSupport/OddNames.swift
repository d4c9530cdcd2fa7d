/// Names that programs like to stumble over.
public enum OddName {
    /// One of each sort, none twice.
    public static let all: [[UInt8]] =
        [
            "two\nlines.jpg", "\n", "tab\t.jpg", "\u{1B}[31mred.jpg", "bell\u{7}.jpg", "delete\u{7F}.jpg",
            "-rf", "--help.jpg", "-", " leading.jpg", "trailing ", "...", "..a", ".jpg",
            "q?*[x].jpg", "[a-z]", "{a,b}", "$(id).jpg", "`id`", "%s%n.jpg", "100% \"x\".jpg", "it's.jpg",
            "back\\slash", "CZ | Prague", "a:b", "a;b&c", "#1", "~", "a=b", "\\n",
            "caf\u{E9}.jpg", "cafe\u{301}.jpg", "\u{212B}", "\u{C5}", "A\u{30A}", "\u{AC00}", "\u{1100}\u{1161}",
            "photo\u{202E}gpj.exe", "a\u{200B}.jpg", "a.jpg", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}.jpg", "\u{FEFF}bom",
            "\u{2066}isolate\u{2069}", "line\u{2028}separator", "\u{1F5BC}\u{FE0F}.png", "I\u{307}.gif", "\u{131}.gif",
        ].map { Array($0.utf8) } + notText + long

    /// Names that are not valid UTF-8.
    public static let notText: [[UInt8]] = [
        [0xA7, 0xFF, 0x01, 0x2E, 0x6A, 0x70, 0x67], [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82],
        [0xF4, 0x90, 0x80, 0x80], [0xCA, 0xFD, 0xC2, 0xEB], [0x80],
    ]

    /// Names of 255 bytes, the most there are.
    public static let long: [[UInt8]] = [
        Array(repeating: UInt8(ascii: "d"), count: 255),
        Array(repeating: UInt8(ascii: "d"), count: 251) + Array(".jpg".utf8),
        Array(repeating: Array("\u{6F22}".utf8), count: 85).flatMap { $0 },
        Array(repeating: 0xFF, count: 255),
    ]

    /// A name that is odd, or made of random bytes, or much like another.
    public static func random(using generator: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: all.randomElement(using: &generator) ?? []
        case 1: randomBytes(1...12, of: Array(1...255), using: &generator)
        case 2: randomBytes(1...12, of: Array("ab".utf8), using: &generator)
        default: randomBytes(1...3, of: Array("abcABC012_".utf8), using: &generator) + Array(".jpg".utf8)
        }
    }

    private static func randomBytes(
        _ length: ClosedRange<Int>,
        of alphabet: [UInt8],
        using generator: inout SeededGenerator
    ) -> [UInt8] {
        let name = (0..<Int.random(in: length, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? 0
        }
        let isUsable = !name.contains(UInt8(ascii: "/")) && name != Array(".".utf8) && name != Array("..".utf8)
        return isUsable ? name : Array("unusable".utf8)
    }
}
