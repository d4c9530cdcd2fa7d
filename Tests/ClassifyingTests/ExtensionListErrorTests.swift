import Classifying
import Testing

/// Lists that are refused, and what is said about them.
@Suite struct ExtensionListErrorTests {
    @Test(
        "a wrong list is refused with what, where and why",
        arguments: [
            ("", "it is empty"),
            (",", "item 1 '': it names no extension"),
            ("jpg,", "item 2 '': it names no extension"),
            ("jpg,,png", "item 2 '': it names no extension"),
            (".", "item 1 '.': it names no extension"),
            ("+", "item 1 '+': it names no extension"),
            ("jpg,-.", "item 2 '-.': it names no extension"),
            ("++a", "item 1 '++a': an extension cannot start with + or -"),
            (".-a", "item 1 '.-a': an extension cannot start with + or -"),
            ("..jpg", "item 1 '..jpg': there is more than one dot, or it is not in front"),
            ("a,tar.gz", "item 2 'tar.gz': there is more than one dot, or it is not in front"),
            ("*.jpg", "item 1 '*.jpg': patterns are not understood, only plain extensions"),
            ("jp?", "item 1 'jp?': patterns are not understood, only plain extensions"),
            ("a/b", "item 1 'a/b': an extension cannot hold '/'"),
            ("jpg, png", "item 2 ' png': an extension cannot hold a space"),
            ("a\u{A0}", "item 1 'a\u{A0}': an extension cannot hold a space"),
            ("a\0b", "item 1 'a\0b': an extension cannot hold a control character"),
            ("a\n", "item 1 'a\n': an extension cannot hold a control character"),
            ("a\u{7F}", "item 1 'a\u{7F}': an extension cannot hold a control character"),
            ("a\u{85}", "item 1 'a\u{85}': an extension cannot hold a control character"),
            ("abcdefghijklmnopq", "item 1 'abcdefghijklmnopq': 17 bytes are too many, at most 16"),
            ("-xyz", "item 1 '-xyz': it cannot be taken away, it is not in the list"),
            ("jpg,-PNG", "item 2 '-PNG': it cannot be taken away, it is not in the list"),
            ("-jpg,-jpg", "item 2 '-jpg': it cannot be taken away, it is not in the list"),
            ("a,-b,+b", "item 2 '-b': it cannot be taken away, it is not in the list"),
            ("jpg,-jpg", "no extension is left"),
        ]
    )
    func refused(list: String, message: String) {
        let error = #expect(throws: ExtensionListError.self) { try ExtensionSet(parsing: list) }
        #expect(error?.description == "bad list of extensions: \(message)")
    }

    @Test("bytes that are not UTF-8 are refused and kept as they were written")
    func notUTF8() {
        let item: [UInt8] = [0x2B, 0x61, 0xFF]
        let error = #expect(throws: ExtensionListError.self) { try ExtensionSet(parsing: Array("jpg,".utf8) + item) }
        #expect(error?.reason == .notUTF8)
        #expect(error?.item == item)
        #expect(error?.number == 2)
    }

    @Test("a table taken away to the last extension is refused")
    func nothingLeft() {
        let list = ExtensionSet.standard.extensions.map { "-" + $0.text }.joined(separator: ",")
        let error = #expect(throws: ExtensionListError.self) { try ExtensionSet(parsing: list) }
        #expect(error?.reason == .nothingLeft)
        #expect(error?.item == nil)
    }
}
