import Testing

@testable import imgindex

@Suite("The nearest name")
struct NearestNameTests {
    private let names = ["index", "width", "extensions", "no-default-excludes", "json", "quiet", "verbose"]

    @Test(
        "is found for a slip",
        arguments: [
            ("widht", "width"), ("wdith", "width"), ("width1", "width"), ("WIDTH", "width"), ("ext", "extensions"),
            ("extentions", "extensions"), ("no_default_excludes", "no-default-excludes"), ("jsn", "json"),
            ("quite", "quiet"), ("verbos", "verbose"), ("inedx", "index"),
        ]
    )
    func found(word: String, name: String) {
        #expect(nearest(to: [UInt8](word.utf8), among: names) == name)
    }

    @Test("is none for a word that is far from all", arguments: ["", "j", "photos", "nothing", "w8", "--", "png"])
    func notFound(word: String) {
        #expect(nearest(to: [UInt8](word.utf8), among: names) == nil)
    }

    @Test("is none for a huge word, or when there are no names")
    func bounds() {
        #expect(nearest(to: [UInt8](repeating: 0x77, count: 1_000_000), among: names) == nil)
        #expect(nearest(to: [0x77, 0x77], among: []) == nil)
    }

    @Test(
        "has a distance that counts insertions, deletions, replacements and swaps",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "adc", 1),
            ("kitten", "sitting", 3), ("ca", "abc", 3),
        ]
    )
    func distance(first: String, second: String, expected: Int) {
        #expect(editDistance([UInt8](first.utf8), [UInt8](second.utf8)) == expected)
        #expect(editDistance([UInt8](second.utf8), [UInt8](first.utf8)) == expected)
    }
}
