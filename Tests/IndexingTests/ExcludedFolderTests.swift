import Indexing
import SQLite
import Testing

/// Folders that a rule keeps out, and lets in again.
@Suite struct ExcludedFolderTests {
    private let index: ScratchIndex
    private let tree: Found

    init() throws {
        index = try ScratchIndex()
        let below = Found(["b.jpg": 2], folders: ["t": Found(["c.jpg": 4])])
        tree = Found(["a.jpg": 1], folders: ["s": below])
    }

    private var without: Found {
        var found = tree
        found[folder: "s"] = Found(end: .excluded)
        return found
    }

    @Test("all below a folder that is kept out from now on is excluded, and counts no more")
    func keptOut() throws {
        try index.run(tree)
        let counts = try index.run(without)
        #expect(counts.excluded == 2 && counts.missing == 0 && counts.unchanged == 1)
        #expect(
            try index.rows("SELECT path, state, missing_run FROM images ORDER BY path") == [
                ["/r/a.jpg", "present", nil], ["/r/s/b.jpg", "excluded", nil], ["/r/s/t/c.jpg", "excluded", nil],
            ]
        )
        #expect(
            try index.rows("SELECT path, status, tree_image_count, tree_image_bytes FROM folders ORDER BY path") == [
                ["/r", "listed", 1, 1], ["/r/s", "excluded", 0, 0], ["/r/s/t", "excluded", 0, 0],
            ]
        )
        try index.expectSound()
        #expect(try index.run(without).excluded == 0)
        try index.expectSound()
    }

    @Test("when the rule goes they are back with their ids, and what went meanwhile is missing")
    func letIn() throws {
        try index.run(tree)
        let before = try index.rows("SELECT id, path FROM images ORDER BY id")
        try index.run(without)
        var later = tree
        later[folder: "s"][folder: "t"].files = [:]
        let counts = try index.run(later)
        #expect(counts.returned == 1 && counts.missing == 1 && counts.added == 0 && counts.unchanged == 1)
        #expect(try index.rows("SELECT id, path FROM images ORDER BY id") == before)
        try index.expectSound()
    }

    @Test("a folder that goes while it is kept out is missing, with all that was in it")
    func goes() throws {
        try index.run(tree)
        try index.run(without)
        let counts = try index.run(Found(["a.jpg": 1]))
        #expect(counts.missing == 2)
        #expect(try index.rows("SELECT DISTINCT status FROM folders WHERE path <> '/r'") == [["missing"]])
        try index.expectSound()
    }

    @Test("what is below a root of its own in there stays as it is", arguments: ["/r/s", "/r/s/t"])
    func rootInside(root: String) throws {
        try index.run(tree)
        let inner = root == "/r/s" ? tree[folder: "s"] : tree[folder: "s"][folder: "t"]
        try index.run(inner, of: root)
        let counts = try index.run(without)
        #expect(counts.excluded == (root == "/r/s" ? 0 : 1))
        #expect(try index.value("SELECT state FROM images WHERE name = 'c.jpg'") == "present")
        try index.expectSound()
        #expect(try index.run(inner, of: root).returned == 0)
        try index.expectSound()
    }

    @Test("totals that somebody made untrue become true when the rows of the folder are compared")
    func totalsHeal() throws {
        try index.run(tree)
        try index.execute("DELETE FROM image WHERE name = 'c.jpg'; UPDATE run SET added = 2, images_seen = 2")
        #expect(try index.faults() != [])
        #expect(try index.run(tree).added == 1)
        try index.expectSound()
    }

    @Test("two rows of one name become one that is there and one that is missing, each counted right")
    func doubleRows() throws {
        try index.run(tree)
        try index.execute(
            """
            INSERT INTO image (id, folder, name, extension, size, mtime, ctime, inode, first_run)
            SELECT 900, folder, name, extension, size, mtime, ctime, inode, first_run FROM image WHERE name = 'c.jpg';
            UPDATE next_id SET id = 901 WHERE what = 'image';
            UPDATE folder SET fingerprint = NULL
            """
        )
        #expect(try index.run(tree).missing == 1)
        #expect(
            try index.rows("SELECT id = 900, state, error FROM images WHERE name = 'c.jpg' ORDER BY id")
                == [[0, "present", nil], [1, "missing", nil]]
        )
        #expect(try index.rows("SELECT tree_image_count FROM folders WHERE path = '/r'") == [[3]])
        #expect(try index.run(tree).unchanged == 3)
    }
}
