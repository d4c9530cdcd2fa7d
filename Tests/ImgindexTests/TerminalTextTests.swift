import TestSupport
import Testing

@testable import imgindex

@Suite("Text for a terminal")
struct TerminalTextTests {
    @Test(
        "shows what can be seen, and escapes the rest",
        arguments: [
            ([UInt8]("plain name.jpg"), "plain name.jpg"),
            ([UInt8]("漢字 é e\u{301} 🏳️ שלום.jpg"), "漢字 é e\u{301} 🏳️ שלום.jpg"),
            ([UInt8]("two\nlines\r\t.jpg"), "two\\nlines\\r\\t.jpg"),
            ([UInt8]("\u{0}\u{1B}[31mred\u{7F}"), "\\x00\\x1B[31mred\\x7F"),
            ([UInt8]("back\\slash \\n"), "back\\\\slash \\\\n"),
            ([UInt8]("\u{85}\u{9B}"), "\\u{85}\\u{9B}"),
            ([0x61, 0xFF, 0x80, 0x62], "a\\xFF\\x80b"),
            ([0xE6, 0xBC], "\\xE6\\xBC"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0xC0, 0x80], "\\xC0\\x80"),
            ([0xF0, 0x9F, 0x98, 0x41], "\\xF0\\x9F\\x98A"),
            ([UInt8]("photo\u{202E}gpj.exe"), "photo\\u{202E}gpj.exe"),
            ([UInt8]("a\u{200B}b\u{FEFF}\u{AD}\u{E0041}"), "a\\u{200B}b\\u{FEFF}\\u{AD}\\u{E0041}"),
            ([UInt8]("\u{2028}\u{2029}"), "\\u{2028}\\u{2029}"),
            ([], ""),
        ] as [([UInt8], String)]
    )
    func examples(bytes: [UInt8], text: String) {
        #expect(terminalText(bytes) == text)
        #expect(original(of: text) == bytes)
    }

    @Test("escapes every bidirectional control and default ignorable but the variation selectors, and nothing else")
    func unseenCharacters() {
        let variationSelectors: [ClosedRange<UInt32>] = [0x180B...0x180F, 0xFE00...0xFE0F, 0xE_0100...0xE_01EF]
        let vowelSeparator: UInt32 = 0x180E
        let annotation: ClosedRange<UInt32> = 0xFFF9...0xFFFB
        var wrong: [String] = []
        // Only to U+FFFFF: what follows is private use.
        for value in UInt32(0)...0xF_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let selects = value != vowelSeparator && variationSelectors.contains { $0.contains(value) }
            let expected =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                default:
                    scalar.properties.isBidiControl || scalar.properties.isDefaultIgnorableCodePoint && !selects
                        || annotation.contains(value)
                }
            if isUnseen(scalar) != expected { wrong.append(hexadecimal(value, digits: 4)) }
        }
        #expect(wrong == [])
    }

    @Test("of random bytes has no control byte, is one line, and reads back to the same bytes")
    func randomBytes() {
        var random = SeededGenerator()
        let likely = [UInt8]("\\xu{n}0a\n\u{202E}\u{E0041}é漢".utf8)
        for _ in 0..<5_000 {
            let bytes = random.bytes(upTo: 24, likely: likely)
            let text = terminalText(bytes)
            #expect(text.unicodeScalars.allSatisfy { !isUnseen($0) }, "seed \(random.seed): \(bytes)")
            #expect(original(of: text) == bytes, "seed \(random.seed): \(bytes)")
        }
    }

    @Test("is the same for a slice that does not begin at 0")
    func slice() {
        let bytes: [UInt8] = [0xFF, 0x61, 0x0A, 0xFF]
        #expect(terminalText(bytes[1...]) == "a\\n\\xFF")
    }
}

/// Reads escaped text back, or gives `nil` when it is not in the form.
private func original(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
        guard scalar == "\\" else {
            bytes += String(scalar).utf8
            continue
        }
        switch rest.popFirst() {
        case "\\": bytes.append(0x5C)
        case "n": bytes.append(0x0A)
        case "r": bytes.append(0x0D)
        case "t": bytes.append(0x09)
        case "x":
            guard let byte = UInt8(String(rest.prefix(2)), radix: 16) else { return nil }
            bytes.append(byte)
            rest.removeFirst(2)
        case "u":
            let digits = rest.dropFirst().prefix { $0 != "}" }
            guard let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
            bytes += String(scalar).utf8
            rest.removeFirst(digits.count + 2)
        default: return nil
        }
    }
    return bytes
}
