import JSON
import Listing
import Testing

@testable import RcloneListing

/// What is read of what rclone answers and writes.
@Suite struct RcloneReadingTests {
    private func items(_ text: String) -> (items: [RcloneItem], odd: Int)? { RcloneItem.all(in: Array(text.utf8)) }

    private func item(_ text: String) -> RcloneItem? { items("[{\(text)}]")?.items.first }

    @Test("a listing is an array, or in an object as `list`; an empty one is one, and nothing else is")
    func listings() {
        #expect(items("[]")?.items.isEmpty == true)
        #expect(items(#"{"list": []}"#)?.items.isEmpty == true)
        #expect(items(#"{"list": [{"Name": "a", "IsDir": false}]}"#)?.items.map(\.name) == [Array("a".utf8)])
        for text in ["", "{}", #"{"list": null}"#, "null", #""[]""#, "[", "[] x", #"{"error": "x", "status": 500}"#] {
            #expect(items(text) == nil, "\(text)")
        }
    }

    @Test(
        "what has no name that can be one of a path is no item",
        arguments: [
            #""Name": "a/b", "IsDir": false"#, #""Name": ".", "IsDir": true"#, #""Name": "..", "IsDir": true"#,
            #""Name": "", "IsDir": true"#, #""IsDir": false"#, #""Name": "a""#, #""Name": 7, "IsDir": false"#,
        ]
    )
    func odd(text: String) {
        let read = items("[{\(text)}, {\"Name\": \"b\", \"IsDir\": false}]")
        #expect(read?.odd == 1 && read?.items.count == 1)
        // A zero byte makes the whole no text that is read.
        #expect(items(#"[{"Name": "a\u0000b", "IsDir": false}]"#) == nil)
    }

    @Test(
        "times that are made up or none are unknown",
        arguments: [
            ("2020-01-01T00:00:00Z", 1_577_836_800_000_000_000),
            ("2020-01-01T01:00:00.5+01:00", 1_577_836_800_500_000_000),
            ("2000-01-01T00:00:00Z", nil), ("", nil), ("0001-01-01T00:00:00Z", nil), ("1970-01-01T00:00:00Z", nil),
            ("yesterday", nil),
        ] as [(String, Int64?)]
    )
    func times(text: String, nanoseconds: Int64?) {
        #expect(item(#""Name": "a", "IsDir": false, "ModTime": "\#(text)""#)?.modified == nanoseconds)
    }

    @Test("sizes that nobody knows are negative")
    func sizes() {
        for (size, read) in [("3", 3), ("0", 0), ("-1", -1), ("-9", -1), ("1.5", -1), (#""3""#, -1)]
            as [(String, Int64)]
        {
            #expect(item(#""Name": "a", "IsDir": false, "Size": \#(size)"#)?.size == read)
        }
        #expect(item(#""Name": "a", "IsDir": false"#)?.size == -1)
    }

    @Test("strings are written so that they are read as they were", arguments: 0..<0x300)
    func strings(scalar: Int) throws {
        let character = try #require(Unicode.Scalar(scalar))
        if scalar == 0 { return }
        let text = "a\(character)\"\\b"
        let object = RcloneObject().adding("x", Array(text.utf8)).adding("y", json: Array("[1]".utf8)).bytes
        #expect(JSONValue.read(object) { $0["x"]?.string } == text)
        #expect(JSONValue.read(object) { $0["y"]?.count } == 1)
    }

    @Test("the port is found in the line that tells it, written as text or as JSON")
    func ports() {
        for (line, port) in [
            ("2026/01/01 00:00:00 NOTICE: Serving remote control on http://127.0.0.1:4711/", 4_711),
            (#"{"level":"warning","msg":"Serving remote control on http://127.0.0.1:80/","time":"x"}"#, 80),
            ("Serving remote control on http://127.0.0.1:99999/", nil),
            ("Serving remote control on http://10.0.0.1:1/", nil),
            ("", nil),
        ] as [(String, Int?)] {
            #expect(RcloneLine.port(in: Array(line.utf8)) == port)
        }
    }

    @Test(
        "a line about an item concerns the listing of the folder that it is in, of the one above, and no other",
        arguments: [
            ("a", true), ("", true), ("a/b", true), ("a/bc", false), ("c", false),
        ]
    )
    func lines(folder: String, concerns: Bool) {
        let ignoring = "Entry doesn't belong in directory (too short) - ignoring"
        let line = RcloneLine(
            Array(#"{"level":"error","msg":"\#(ignoring)","object":"a/b/","objectType":"*fs.Dir"}"#.utf8)
        )
        #expect(line.concerns(Array(folder.utf8)) == concerns)
    }

    @Test("errors of a call, of the configuration and without an item are none of a listing")
    func otherLines() {
        for line in [
            #"{"level":"error","msg":"rc: \"operations/list\": error: directory not found"}"#,
            #"{"level":"error","msg":"Failed to save config after 10 tries","object":"x","objectType":"string"}"#,
            #"{"level":"warning","msg":"Can't follow symlink without -L/--copy-links","object":"l","objectType":"*local.Object"}"#,
            #"{"level":"error","msg":"something"}"#, "2026/01/01 00:00:00 NOTICE: hello", "",
        ] {
            #expect(!RcloneLine(Array(line.utf8)).concerns([]), "\(line)")
        }
        let top = #"{"level":"error","msg":"... - ignoring","object":"","objectType":"*fs.Dir"}"#
        #expect(RcloneLine(Array(top.utf8)).concerns([]))
        #expect(RcloneLine(Array("2026/01/01 00:00:00 ERROR : x: Failed to read".utf8)).isComplaint)
    }

    @Test("a line without an end is kept no longer than some, and what follows it is read")
    func longLines() {
        var lines = RcloneLines()
        let part = [UInt8](repeating: 0x61, count: 65_536)
        for _ in 0..<100 { #expect(lines.take(part) == []) }
        #expect(lines.take(Array("b\nc\n".utf8)).map(\.count) == [RcloneLines.longest, 1])
        #expect(lines.take(Array("d".utf8)) == [])
        #expect(lines.take([]) == [Array("d".utf8)])
    }

    @Test("words of rclone are short, on one line, and without what may be a secret")
    func words() {
        #expect(rcloneWords("error in ListJSON: directory not found") == "rclone: directory not found")
        #expect(rcloneWords("a\nb\u{1B}[31mc\t d") == "rclone: a b [31mc d")
        #expect(rcloneWords(String(repeating: "word ", count: 200)).utf8.count <= 160)
        let secret = "hunter2secret"
        for text in [
            "Get https://host/path?token=\(secret)&x: refused", "token: \(secret)", "Bearer \(secret) is bad",
            "password=\(secret)", #"{"access_token":"\#(secret)"}"#, #"{"access_token": "\#(secret)"}"#,
            "dial https://user:\(secret)@host/ failed", String(repeating: "x", count: 70) + secret,
        ] {
            #expect(!rcloneWords(text).contains(secret), "\(rcloneWords(text))")
        }
    }

    @Test("what an error in words means")
    func codes() {
        for (words, meaning) in [
            ("error in ListJSON: directory not found", .vanished), ("open x: permission denied", .denied),
            ("AccessDenied: no", .denied), ("something else", .failed),
        ] as [(String, ListingError.Meaning)] {
            #expect(ListingError(call: "x", code: ListingError.code(ofRclone: words)).meaning == meaning)
        }
    }
}
