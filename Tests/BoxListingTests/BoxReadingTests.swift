import JSON
import Listing
import Testing

@testable import BoxListing

/// What is made of Box's answers.
@Suite struct BoxReadingTests {
    private static let file = #"""
        {"type": "file", "id": "12", "name": "bee.jpg", "size": 7, "sha1": "85136C79CBF9FE36BB9D05D0639C70C265C18D37",
         "etag": "3", "sequence_id": "4", "content_modified_at": "2012-12-12T10:53:43.5-08:00", "item_status": "active"}
        """#

    private func item(_ text: String) -> BoxItem? { JSONValue.read(Array(text.utf8)) { BoxItem($0) } }

    @Test("a file has its facts")
    func aFile() throws {
        let file = try #require(item(Self.file))
        #expect(file.kind == .file && file.id == 12 && file.size == 7 && file.etag == 3 && file.sequence == 4)
        #expect(file.sha1?.hex == "85136c79cbf9fe36bb9d05d0639c70c265c18d37")
        #expect(file.modified == 1_355_338_423_500_000_000)
        #expect(file.itemKind == .file && file.facts.inode == 12)
    }

    @Test(
        "what Box counts as a change shows in the stamp",
        arguments: [
            (#""etag": "3""#, #""etag": "5""#), (#""sequence_id": "4""#, #""sequence_id": "5""#),
            ("85136C79", "95136C79"), (#""etag": "3", "#, ""),
        ]
    )
    func stamp(old: String, new: String) throws {
        let changed = try #require(item(Self.replacing(old, with: new)))
        #expect(changed.facts.changed != item(Self.file)?.facts.changed)
    }

    /// The file with a part of its text replaced.
    private static func replacing(_ old: String, with new: String) -> String {
        let parts = file.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        return parts.joined(separator: new)
    }

    @Test(
        "an item that makes no sense is none",
        arguments: [
            (#""id": "12""#, #""id": "x""#), (#""id": "12""#, #""id": null"#), (#""name": "bee.jpg", "#, ""),
            (#""size": 7"#, #""size": -1"#), (#""size": 7, "#, ""), (#""type": "file""#, #""type": "cat""#),
        ]
    )
    func senseless(old: String, new: String) {
        #expect(item(Self.replacing(old, with: new)) == nil)
    }

    @Test("a name that cannot be one of a path is told from others", arguments: ["a/b.jpg", "", ".", ".."])
    func unusable(name: String) {
        #expect(item(Self.file)?.hasUsableName == true)
        #expect(item(Self.replacing(#""name": "bee.jpg""#, with: #""name": "\#(name)""#))?.hasUsableName == false)
    }

    @Test("null for what may be null is no fault")
    func nulls() throws {
        let folder = try #require(
            item(
                #"{"type": "folder", "id": "0", "name": "All Files", "etag": null, "sequence_id": null, "modified_at": null}"#
            )
        )
        #expect(folder.etag == nil && folder.modified == nil && folder.itemKind == .folder)
    }

    @Test(
        "pages end with a marker that is null, empty or not there",
        arguments: [
            (#", "next_marker": null"#, nil), (#", "next_marker": """#, nil), ("", nil),
            (#", "next_marker": "x""#, "x"),
        ] as [(String, String?)]
    )
    func markers(member: String, marker: String?) throws {
        let page = try #require(BoxCollection(Array(#"{"entries": [\#(Self.file)]\#(member)}"#.utf8)))
        #expect(page.nextMarker == marker && page.items.map(\.id) == [12])
    }

    @Test(
        "a page with one item that makes no sense is no page, nor is what is no JSON",
        arguments: [
            #"{"entries": [{"type": "file"}]}"#, #"{"entries": {}}"#, "{}", "<html>", "", #"{"entries": ["#, "[1]",
        ]
    )
    func noPages(text: String) {
        #expect(BoxCollection(Array(text.utf8)) == nil)
    }

    @Test(
        "times of RFC 3339 are read, whatever their zone",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2012-12-12T10:53:43-08:00", 1_355_338_423_000_000_000),
            ("1969-12-31T23:59:59.25Z", -750_000_000), ("2020-02-29T23:30:00+05:30", 1_582_999_200_000_000_000),
            ("1970-01-01T00:00:00.1234567891Z", 123_456_789),
        ] as [(String, Int64)]
    )
    func times(text: String, nanoseconds: Int64) {
        #expect(internetTime(text) == nanoseconds)
    }

    @Test(
        "other texts are no times",
        arguments: [
            "", "now", "2012-12-12", "2012-12-12T10:53:43", "2012-12-12T10:53:43+8", "2012-12-12T10:53:43.Z",
            "9999-12-31T23:59:59Z", "2012-12-12T10:53:43-08:77",
        ]
    )
    func noTimes(text: String) {
        #expect(internetTime(text) == nil)
    }

    @Test(
        "positions of the stream are numbers of 64 bits or texts, and events without an item are counted only",
        arguments: [
            ("1152922976252290886", "1152922976252290886"), (#""abc""#, "abc"),
        ]
    )
    func events(written: String, position: String) throws {
        let text = #"""
            {"next_stream_position": \#(written), "entries": [
                {"event_id": "a", "source": {"type": "file", "id": "5", "sequence_id": "2", "parent": {"type": "folder", "id": "0"}}},
                {"event_id": "b", "source": {"type": "user", "id": "7"}}, {"event_id": "c", "source": null}
            ]}
            """#
        let events = try #require(BoxEvents(Array(text.utf8)))
        #expect(events.nextPosition == position && events.count == 3)
        #expect(events.events.map(\.item) == [5] && events.events[0].parent == 0)
    }

    @Test(
        "addresses are https, or http of this machine",
        arguments: [
            ("https://api.box.com", "https://api.box.com"),
            ("https://box.example:8443/2.0/", "https://box.example:8443"),
            ("http://127.0.0.1:80", "http://127.0.0.1:80"), ("http://localhost/", "http://localhost"),
            ("http://api.box.com", nil), ("http://127.0.0.1.example.org", nil), ("ftp://127.0.0.1", nil),
            ("https://user@box.com", nil), ("https://", nil), ("", nil),
        ] as [(String, String?)]
    )
    func endpoints(text: String, url: String?) {
        #expect(BoxEndpoint(text)?.url == url)
    }

    @Test("a token that would end its header line is none", arguments: ["", "a b", "a\r\nX: y", "ä", "a\0"])
    func tokens(text: String) {
        #expect(GivenBoxToken(text) == nil)
    }
}
