import Classifying
import Testing

/// What a list of extensions asks for.
@Suite struct ExtensionListTests {
    @Test(
        "plain items replace the table, signed items change what is there, in order",
        arguments: [
            ("jpg", "jpg"), ("png,jpg", "jpg,png"), (".jpg,.PNG", "jpg,png"), ("JPG,jpg,Jpg", "jpg"),
            ("jpg,+png", "jpg,png"), ("+png,jpg", "jpg,png"), ("-jpg,jpg,png", "png"), ("jpg,+jpg", "jpg"),
            ("a,b,-a,+c", "b,c"), ("a,-a,+a", "a"), ("a,-a,+b", "b"), ("a,+.b,-.a", "b"), ("a,+B,-b", "a"),
            ("\u{E9}t\u{E9}", "\u{E9}t\u{E9}"), ("abcdefghijklmnop", "abcdefghijklmnop"), ("c++", "c++"),
            ("a-b", "a-b"),
            ("tar_gz,~,1", "1,tar_gz,~"),
        ]
    )
    func lists(list: String, expected: String) throws {
        #expect(try ExtensionSet(parsing: list).text == expected)
    }

    @Test("without a plain item the table is changed")
    func tableChanged() throws {
        let table = Set(ExtensionSet.standard.extensions)
        #expect(Set(try ExtensionSet(parsing: "-svg").extensions) == table.filter { $0.text != "svg" })
        let more = try ExtensionSet(parsing: "+xyz,-svg,+svg").extensions
        #expect(Set(more).subtracting(table).map(\.text) == ["xyz"])
        #expect(try ExtensionSet(parsing: "+jpg") == .standard)
    }

    @Test("equal sets have equal texts, and a text gives its set again")
    func canonicalText() throws {
        #expect(try ExtensionSet(parsing: "png,.JPG") == ExtensionSet(parsing: "+png,jpg"))
        for list in ["png,.JPG", "+png,jpg", "-psd", "+xyz", "\u{E9},e\u{301}"] {
            let set = try ExtensionSet(parsing: list)
            #expect(try ExtensionSet(parsing: set.text) == set)
            #expect(set.description == set.text)
        }
        #expect(try ExtensionSet(parsing: ExtensionSet.standard.text) == .standard)
    }

    @Test("two spellings that only Unicode calls equal are two extensions")
    func bytesNotUnicode() throws {
        let composed = try ExtensionSet(parsing: "\u{E9}")
        let decomposed = try ExtensionSet(parsing: "e\u{301}")
        #expect(composed != decomposed)
        #expect(composed.extensions != decomposed.extensions)
        #expect(try ExtensionSet(parsing: "\u{E9},e\u{301}").extensions.count == 2)
        // Only ASCII folds.
        #expect(try ExtensionSet(parsing: "\u{C9},\u{E9}").extensions.count == 2)
    }

    @Test("extensions are sorted by their bytes and keep their format")
    func sorted() throws {
        let set = try ExtensionSet(parsing: "tiff,tif,\u{E9},3fr,xyz")
        #expect(set.extensions.map(\.text) == ["3fr", "tif", "tiff", "xyz", "\u{E9}"])
        #expect(set.extensions.map(\.format?.name) == ["Hasselblad 3FR", "TIFF", "TIFF", nil, nil])
    }
}
