import TestSupport
import Testing

@testable import imgindex

@Suite("JSON")
struct JSONTextTests {
    @Test("of runs keeps the order of the members")
    func runs() {
        let run = JSONValue.object([
            JSONMember(key: "root", value: .text([UInt8]("/photos"))),
            JSONMember(key: "images", value: .integer(-3)),
            JSONMember(key: "ended", value: .null),
        ])
        let value = JSONValue.object([JSONMember(key: "runs", value: .list([run, .object([]), .list([])]))])
        #expect(value.json == #"{"runs": [{"root": "/photos", "images": -3, "ended": null}, {}, []]}"#)
    }

    @Test("holds whole numbers to their ends")
    func numbers() {
        #expect(JSONValue.integer(.min).json == "-9223372036854775808")
        #expect(JSONValue.integer(.max).json == "9223372036854775807")
    }

    @Test(
        "escapes what a text may not hold, and what deceives",
        arguments: [
            ([UInt8]("a\"b\\c/d"), #""a\"b\\c/d""#),
            ([UInt8]("\n\r\t\u{0}\u{1F}\u{7F}"), #""\n\r\t\u0000\u001F\u007F""#),
            ([UInt8]("漢é"), "\"漢é\""),
            ([UInt8]("\u{202E}\u{E0041}"), #""\u202E\uDB40\uDC41""#),
            ([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\""),
            ([], "\"\""),
        ] as [([UInt8], String)]
    )
    func texts(bytes: [UInt8], json: String) {
        #expect(JSONValue.text(bytes).json == json)
    }

    @Test("of random bytes is one line in quotation marks that reads back to the repaired text")
    func randomBytes() {
        var random = SeededGenerator()
        let likely = [UInt8]("\"\\u0{}\n\u{202E}\u{E0041}é漢".utf8)
        for _ in 0..<5_000 {
            let bytes = random.bytes(upTo: 24, likely: likely)
            let json = JSONValue.text(bytes).json
            #expect(json.unicodeScalars.allSatisfy { !isUnseen($0) }, "seed \(random.seed): \(bytes)")
            let repaired = Array(String(decoding: bytes, as: UTF8.self).utf16)
            #expect(units(of: json) == repaired, "seed \(random.seed): \(bytes)")
        }
    }
}

/// Reads a JSON text back into UTF-16, or gives `nil` when it is not one.
private func units(of json: String) -> [UInt16]? {
    let short: [UInt16: UInt16] = [0x22: 0x22, 0x5C: 0x5C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09]
    var rest = Array(json.utf16)[...]
    guard rest.popFirst() == 0x22, rest.popLast() == 0x22 else { return nil }
    var units: [UInt16] = []
    while let unit = rest.popFirst() {
        if unit == 0x22 || unit < 0x20 { return nil }
        guard unit == 0x5C else {
            units.append(unit)
            continue
        }
        guard let kind = rest.popFirst() else { return nil }
        if let meant = short[kind] {
            units.append(meant)
        } else {
            let digits = String(decoding: rest.prefix(4), as: UTF16.self)
            guard kind == 0x75, rest.count >= 4, let meant = UInt16(digits, radix: 16) else { return nil }
            units.append(meant)
            rest = rest.dropFirst(4)
        }
    }
    return units
}
