import TestSupport

/// Patterns of pieces that have a meaning, or nearly.
enum RandomPattern {
    private static let pieces: [[UInt8]] =
        [
            "a", "a", "b", "ab", "/", "/", "/", "*", "*", "**", "**/", "/**", "/**/", "?", "[ab]", "[!a]", "[^a-]",
            "[]a]",
            "[a-\\b]", "[[:alpha:]]", "[[:punct:]-]", "[[:no:]]", "[a", "[!", "[[:", ":]", "]", "\\", "\\*", "\\[",
            "\\/",
            "!", "#", " ", "\\ ", "-", "\u{E9}", "***", "[b-a]", "[/]", "[!/]",
        ].map { Array($0.utf8) } + [[0xFF], [UInt8](repeating: UInt8(ascii: "a"), count: 70)]

    /// One pattern, which may make no sense.
    static func glob(using generator: inout SeededGenerator) -> [UInt8] {
        var glob: [UInt8] = generator.chance(1, in: 6) ? [UInt8(ascii: "!")] : []
        for _ in 0..<Int.random(in: 1...(generator.chance(1, in: 4) ? 9 : 4), using: &generator) {
            glob += pieces.randomElement(using: &generator) ?? []
        }
        return glob
    }

    /// Patterns that are the same as lines: no comment, no space at the end.
    static func globs(using generator: inout SeededGenerator) -> [[UInt8]] {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in glob(using: &generator) }
            .filter { $0.first != UInt8(ascii: "#") && $0.last != UInt8(ascii: " ") }
    }

    /// The content of an ignore file.
    static func file(using generator: inout SeededGenerator) -> [UInt8] {
        var content: [UInt8] = generator.chance(1, in: 10) ? [0xEF, 0xBB, 0xBF] : []
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            content += glob(using: &generator)
            content +=
                [[10], [10], [13, 10], [32, 10], [32, 13, 10], [10, 10]].randomElement(using: &generator) ?? []
        }
        if generator.chance(1, in: 3) { content.removeLast() }
        return content
    }
}
