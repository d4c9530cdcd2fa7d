import Classifying
import Testing

/// Which names are images, case by case.
@Suite struct NameClassifierTests {
    private func text(_ name: String, _ classifier: NameClassifier = NameClassifier()) -> String? {
        classifier.imageExtension(of: Array(name.utf8)).map { classifier[$0].text }
    }

    @Test(
        "an extension in capitals or an alias is seen",
        arguments: [
            ("a.jpg", "jpg"), ("a.JPG", "jpg"), ("a.Jpg", "jpg"), ("a.jpeg", "jpeg"), ("a.JPEG", "jpeg"),
            ("a.jpe", "jpe"), ("a.jfif", "jfif"), ("b.tif", "tif"), ("b.TIFF", "tiff"), ("c.PNG", "png"),
            ("d.HIF", "hif"), ("x.CR2", "cr2"), ("x.3FR", "3fr"), ("x.x3f", "x3f"),
        ]
    )
    func capitalsAndAliases(name: String, expected: String) {
        #expect(text(name) == expected)
    }

    @Test(
        "a name without an image extension is not an image",
        arguments: [
            "", ".", "..", "jpg", ".jpg", ".JPEG", "a.", "a.jpg.", "e.jpg_", "f.jpg.txt", "a jpg", "jpg.a", "a.jp",
            "a.jpgg", "a.jpg ", "a.jpg\0", "a.\0", "a.\0jpg", "a.\0\0\0\0\0\0\0", "longer name.jpg\0", ".\0",
            "photo\u{202E}gpj.exe", "a.jpegjpegjpeg", "a.jpg/", "x.txt", "a name of more than eight bytes", ".jpgjpgj",
        ]
    )
    func notImages(name: String) {
        #expect(text(name) == nil)
    }

    @Test(
        "what stands before the last dot does not matter",
        arguments: [
            "a..jpg", "..jpg", "...jpg", ".a.jpg", "a.b.jpg", "a.png.jpg", " .jpg", "\n.jpg", "-.jpg", "1.jpg",
            "12345678.jpg", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}.jpg", "a\u{200B}.jpg", "a.txt.jpg", "two\nlines.jpg",
        ]
    )
    func beforeTheDot(name: String) {
        #expect(text(name) == "jpg")
    }

    @Test("a name that is not UTF-8 is classified by its bytes")
    func notUTF8() {
        let classifier = NameClassifier()
        #expect(classifier.imageExtension(of: [0xA7, 0xFF, 0x01] + Array(".jpg".utf8)) != nil)
        #expect(classifier.imageExtension(of: Array("a.jp".utf8) + [0xE7]) == nil)
        // 0xCA is a capital J with the highest bit set, 0x0A is one without 0x40.
        #expect(classifier.imageExtension(of: Array("a.".utf8) + [0xCA] + Array("pg".utf8)) == nil)
        #expect(classifier.imageExtension(of: Array("a.\u{0A}pg".utf8)) == nil)
    }

    @Test("case is folded in ASCII only", arguments: ["a.t\u{131}f", "a.T\u{130}F", "a.g\u{131}f", "a.\u{212A}25"])
    func turkish(name: String) {
        #expect(text(name) == nil)
        #expect(text("a.TIF") == "tif")
        #expect(text("a.GIF") == "gif")
    }

    @Test("only letters are folded, not what stands 32 beside them", arguments: ["@", "[", "`", "{", "1"])
    func neighboursOfLetters(character: String) throws {
        let classifier = NameClassifier(try ExtensionSet(parsing: "x\(character)y"))
        for byte in UInt8.min ... .max {
            let name = Array("a.x".utf8) + [byte] + Array("y".utf8)
            let isSame = [byte] == Array(character.utf8)
            #expect((classifier.imageExtension(of: name) != nil) == isSame)
        }
    }

    @Test(
        "an extension of any length from 1 to 16 is found, and not with a byte more or less",
        arguments: 1...16
    )
    func everyLength(length: Int) throws {
        let wanted = String("abcdefghijklmnop".prefix(length))
        let classifier = NameClassifier(try ExtensionSet(parsing: wanted))
        #expect(text("n.\(wanted)", classifier) == wanted)
        #expect(text("a longer name.\(wanted.uppercased())", classifier) == wanted)
        for name in ["n.\(wanted)x", "n.x\(wanted)", "n.\(wanted.dropFirst())", ".\(wanted)", "n\(wanted)", wanted] {
            #expect(text(name, classifier) == nil, "\(name)")
        }
    }

    @Test("each extension of the table is found, and its id leads back to it")
    func wholeTable() {
        let classifier = NameClassifier()
        for (index, item) in classifier.extensions.enumerated() {
            let id = classifier.imageExtension(of: Array("n.".utf8) + item.bytes)
            #expect(id?.index == index)
            #expect(item.format == ImageFormats.format(ofExtension: item.text))
            #expect(item.format != nil)
        }
    }

    @Test("an extension that only the user knows has no format")
    func unknownExtension() throws {
        let classifier = NameClassifier(try ExtensionSet(parsing: "+xyz"))
        let id = try #require(classifier.imageExtension(of: Array("a.XYZ".utf8)))
        #expect(classifier[id].text == "xyz")
        #expect(classifier[id].format == nil)
    }
}
