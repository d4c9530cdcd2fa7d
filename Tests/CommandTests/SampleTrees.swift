import TestSupport

extension TestTree {
    /// A tree of all kinds of items: pictures, other files, links, pipes, in folders side by side and below each other.
    static func sample() -> TestTree {
        var generator = SeededGenerator(seed: 20_261_202)
        return random(folders: 40, using: &generator)
    }
}
