import Classifying
import TestSupport
import Testing

/// Lists nobody would write.
@Suite struct RandomListsTests {
    @Test(
        "a random list gives a set that reads back from its text, or an error that says why",
        arguments: ["+-.,", "+-.,jpg\0 /\u{E9}", "ab,,"]
    )
    func neverTraps(alphabet: String) {
        var generator = SeededGenerator()
        // Sometimes any byte at all, so that also invalid UTF-8 comes.
        let bytes = Array(alphabet.utf8)
        var accepted = 0
        var refused = 0
        for _ in 0..<5_000 {
            let list = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                Int.random(in: 0..<50, using: &generator) == 0
                    ? UInt8.random(in: .min ... .max, using: &generator)
                    : bytes.randomElement(using: &generator) ?? 0
            }
            do {
                let set = try ExtensionSet(parsing: list)
                accepted += 1
                if set.extensions.isEmpty || set.extensions != set.extensions.sorted() { Issue.record("\(list)") }
                if try ExtensionSet(parsing: set.text) != set { Issue.record("\(list)") }
            } catch {
                refused += 1
                if error.description.isEmpty { Issue.record("\(list)") }
            }
        }
        #expect(accepted > 0 && refused > 0)
    }

    @Test("a list of a hundred thousand extensions works, each is found")
    func longList() throws {
        let list = (0..<100_000).map { String($0, radix: 36) }.joined(separator: ",")
        let classifier = NameClassifier(try ExtensionSet(parsing: list))
        #expect(classifier.extensions.count == 100_000)
        for (index, item) in classifier.extensions.enumerated() where index % 997 == 0 {
            #expect(classifier.imageExtension(of: Array("n.".utf8) + item.bytes)?.index == index)
        }
    }
}
