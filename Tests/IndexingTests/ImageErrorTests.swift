import Indexing
import Listing
import SQLite
import Testing

/// Images that cannot be inspected.
@Suite struct ImageErrorTests {
    private let index: ScratchIndex
    private var tree = Found(["a.jpg": 1, "b.jpg": 2])

    init() throws {
        index = try ScratchIndex()
    }

    private func image(_ name: String) throws -> [Value]? {
        try index.rows("SELECT state, size, error, changed_run FROM images WHERE name = ?", [.text(name)]).first
    }

    private let why: Value = "statx: Input/output error"

    @Test("an image that never could be inspected is present without facts, and has them once it can")
    mutating func fromTheBeginning() throws {
        tree["b.jpg"] = .failed(.unreadable)
        let counts = try index.run(tree, state: .partial)
        #expect(counts.added == 2 && counts.imageErrors == 1 && counts.errors == 1)
        #expect(try image("b.jpg") == ["present", nil, why, nil])
        try index.expectSound()
        let again = try index.run(tree, state: .partial)
        #expect(again.unchanged == 2 && again.errors == 1)
        #expect(try index.rows("SELECT * FROM problems") == [["image", "/r/b.jpg", why, 1]])
        tree["b.jpg"] = .image(.of(2))
        #expect(try index.run(tree).changed == 1)
        #expect(try image("b.jpg") == ["present", 2, nil, 3])
        try index.expectSound()
    }

    @Test("an image that cannot be inspected any more keeps its facts; the error is cleared when it can be")
    mutating func laterOn() throws {
        try index.run(tree)
        try index.run(tree)
        tree["b.jpg"] = .failed(.unreadable)
        let counts = try index.run(tree, state: .partial)
        #expect(counts.unchanged == 2 && counts.imageErrors == 1 && counts.missing == 0)
        #expect(try image("b.jpg") == ["present", 2, why, nil])
        #expect(try index.rows("SELECT since_run FROM problems") == [[3]])
        try index.run(tree, state: .partial)
        #expect(try index.rows("SELECT since_run FROM problems") == [[3]])
        try index.expectSound()
        tree["b.jpg"] = .image(.of(2))
        #expect(try index.run(tree).unchanged == 2)
        #expect(try image("b.jpg") == ["present", 2, nil, nil])
        tree["b.jpg"] = .failed(.unreadable)
        try index.run(tree, state: .partial)
        #expect(try index.rows("SELECT since_run FROM problems") == [[6]])
        try index.expectSound()
    }

    @Test("an image with an error that is missing has no problem any more")
    mutating func errorThenMissing() throws {
        try index.run(tree)
        tree["b.jpg"] = .failed(.unreadable)
        try index.run(tree, state: .partial)
        tree["b.jpg"] = nil
        #expect(try index.run(tree).missing == 1)
        #expect(try index.rows("SELECT * FROM problems") == [])
        try index.expectSound()
    }

    @Test("a missing image that is back but cannot be inspected has returned, with the facts it had")
    mutating func returnedWithError() throws {
        try index.run(tree)
        tree["b.jpg"] = nil
        try index.run(tree)
        tree["b.jpg"] = .failed(.unreadable)
        let counts = try index.run(tree, state: .partial)
        #expect(counts.returned == 1 && counts.imageErrors == 1)
        #expect(try image("b.jpg") == ["present", 2, why, nil])
        try index.expectSound()
    }

    @Test("an error of an image is not an absence, whatever the error", arguments: [1, 5, 13, 40, 110])
    mutating func everyError(code: Int32) throws {
        try index.run(tree)
        tree["b.jpg"] = .failed(ListingError(call: "statx", code: code))
        #expect(try index.run(tree, state: .partial).missing == 0)
        #expect(try image("b.jpg")?[0] == "present")
        try index.expectSound()
    }

    @Test("files of any size add up to totals that do not overflow")
    mutating func hugeSizes() throws {
        for name in ["x.jpg", "y.jpg", "z.jpg"] {
            tree[name] = .image(FileFacts(size: .max, modified: 0, changed: 0, inode: 0, device: 0))
        }
        #expect(try index.run(tree).added == 5)
        #expect(try index.value("SELECT max(size) FROM images") == .integer(.max))
        #expect(try index.value("SELECT tree_image_bytes FROM folders") == .integer(3 << 43 + 3))
        for name in ["x.jpg", "y.jpg", "z.jpg"] { tree[name] = nil }
        #expect(try index.run(tree).missing == 3)
        try index.expectSound()
        #expect(try index.value("SELECT tree_image_bytes FROM folders") == 3)
    }
}
