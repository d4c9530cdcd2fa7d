import Classifying
import TestSupport
import Testing

/// The fast classifier against the naive one.
@Suite struct RandomNamesTests {
    private static let lists = [
        "jpg", "j,jp,jpg,jpeg", "+jpgjpgjp", "jpgjpgj,jpgjpgjp,jpgjpgjpg,jpgjpgjpgjpgjpgj,g", "+\u{E9}t\u{E9},-png",
    ]

    @Test("every name of up to six bytes over a small alphabet is judged as the plain rule says", arguments: lists)
    func exhaustively(list: String) throws {
        let set = try ExtensionSet(parsing: list)
        let fast = NameClassifier(set)
        let naive = NaiveClassifier(set)
        let alphabet = Array(".jPg_\0".utf8)
        var names: [[UInt8]] = [[]]
        for _ in 1...6 {
            for name in names where fast.imageExtension(of: name)?.index != naive.index(of: name) {
                Issue.record("\(name)")
            }
            names = names.flatMap { name in alphabet.map { name + [$0] } }
        }
    }

    @Test("random names are judged as the plain rule says", arguments: lists)
    func random(list: String) throws {
        var generator = SeededGenerator()
        let set = try ExtensionSet(parsing: list)
        let fast = NameClassifier(set)
        let naive = NaiveClassifier(set)
        var found = 0
        for _ in 0..<20_000 {
            let name = randomName(of: set, using: &generator)
            let answer = fast.imageExtension(of: name)
            if answer != nil { found += 1 }
            if answer?.index != naive.index(of: name) { Issue.record("\(name)") }
        }
        #expect((1_000..<19_000).contains(found))
    }

    /// Half the time a name that could be an image's, now and then changed in one byte.
    private func randomName(of set: ExtensionSet, using generator: inout SeededGenerator) -> [UInt8] {
        let alphabet = Array("..jJpPgG_a\0\u{E9}".utf8)
        var name = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? 0
        }
        if Bool.random(using: &generator), let item = set.extensions.randomElement(using: &generator) {
            let isBig = Bool.random(using: &generator)
            name += [UInt8(ascii: ".")] + item.bytes.map { isBig && (97...122).contains($0) ? $0 - 32 : $0 }
        }
        if Int.random(in: 0..<4, using: &generator) == 0, let index = name.indices.randomElement(using: &generator) {
            name[index] = UInt8.random(in: .min ... .max, using: &generator)
        }
        return name
    }
}
