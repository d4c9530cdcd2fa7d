import TestSupport
import Testing

/// Trees on Box.
@Suite struct BoxTests {
    private let scene: Scene
    private let box: FakeBox

    init() throws {
        scene = try Scene()
        box = try FakeBox("--made", "6x4")
    }

    private func ids() throws -> [String] { try scene.query("SELECT remote_id, id FROM images ORDER BY 1") }

    @Test("a first run has what Box has: paths, sizes, digests and numbers; a second one nothing new")
    func firstAndSecond() throws {
        let first = try scene.run(box)
        #expect(first.exitCode == 0, "\(first.errorText)")
        #expect(first.changes == ["added": 24])
        #expect(try scene.boxImages() == box.images())
        #expect(try scene.query("SELECT DISTINCT status, volume LIKE 'box:_%' FROM folders") == ["listed|1"])
        let second = try scene.run(box)
        #expect(second.exitCode == 0 && second.changes == ["unchanged": 24])
        #expect(try scene.damage() == [])
    }

    @Test(
        "what is renamed, moved, changed or both keeps its row, and what goes to the trash is missing",
        arguments: [
            false, true,
        ]
    )
    func identity(isFull: Bool) throws {
        try scene.run(box)
        let before = try ids()
        let folders = try scene.query("SELECT id FROM folders ORDER BY id")
        let files = try scene.query("SELECT remote_id FROM images ORDER BY remote_id")
        let parents = try scene.query(
            "SELECT DISTINCT f.inode FROM folder AS f JOIN image AS i ON i.folder = f.id ORDER BY 1"
        )
        try box.change("rename", #"{"id": "\#(files[0])", "name": "new name.jpg"}"#)
        try box.change("move", #"{"id": "\#(files[1])", "parent": "\#(parents[3])", "name": "moved.jpg"}"#)
        try box.change("modify", #"{"id": "\#(files[2])"}"#)
        try box.change("modify", #"{"id": "\#(files[3])"}"#)
        try box.change("move", #"{"id": "\#(files[3])", "parent": "\#(parents[4])", "name": "both.jpg"}"#)
        try box.change("rename", #"{"id": "\#(parents[5])", "name": "renamed folder"}"#)
        try box.change("move", #"{"id": "\#(parents[2])", "parent": "\#(parents[1])"}"#)
        try box.change("trash", #"{"id": "\#(files[23])"}"#)
        let end = try scene.run(box, isFull ? "--full" : "-v")
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try scene.boxImages() == box.images())
        #expect(try ids() == before)
        #expect(try scene.query("SELECT id FROM folders ORDER BY id") == folders)
        #expect(
            try scene.query(
                "SELECT state, proof IS NOT NULL FROM images AS i JOIN changes AS c ON c.image_id = i.id AND c.what = 'missing' WHERE remote_id = \(files[23])"
            ) == ["missing|1"]
        )
        #expect(
            try scene.query(
                "SELECT what FROM changes WHERE run = 2 AND image_id = (SELECT id FROM images WHERE remote_id = \(files[3])) ORDER BY 1"
            ) == ["changed", "moved"]
        )
        #expect(try scene.damage() == [])
        try box.change("untrash", #"{"id": "\#(files[23])"}"#)
        try scene.run(box, isFull ? "--full" : "-v")
        #expect(try ids() == before)
        #expect(try scene.boxImages() == box.images())
    }

    @Test("prune removes what Box said of files that no image is any more, and of no other")
    func prune() throws {
        try scene.run(box)
        let files = try scene.query("SELECT remote_id FROM images ORDER BY remote_id")
        try box.change("trash", #"{"id": "\#(files[0])"}"#)
        try scene.run(box)
        #expect(try scene.query("SELECT count(*) FROM remote") == ["24"])
        _ = try scene.query("INSERT INTO remote (volume, item) SELECT volume, 1 FROM remote LIMIT 1")
        let end = try scene.command("prune", "--index=index.db", "--older-than=0")
        #expect(end.outputText == "1 images and 0 folders removed\n", "\(end.errorText)")
        #expect(try scene.query("SELECT item FROM remote ORDER BY item") == Array(files.dropFirst()))
        #expect(try scene.damage() == [])
    }

    @Test("content of the same size and time is changed if its digest is")
    func digest() throws {
        try scene.run(box)
        let file = try scene.query("SELECT remote_id, size FROM images ORDER BY remote_id LIMIT 1")[0].split(
            separator: "|"
        )
        let time = try scene.value("SELECT modified FROM images WHERE remote_id = \(file[0])")
        try box.change("modify", #"{"id": "\#(file[0])", "size": \#(file[1]), "content_modified_at": "\#(time)"}"#)
        #expect(try scene.run(box).changes == ["changed": 1, "unchanged": 23])
        try box.change("rename", #"{"id": "\#(file[0])", "name": "IMG_0000000.jpg", "force": true}"#)
        #expect(try scene.run(box).changes == ["touched": 1, "unchanged": 23])
    }

    @Test("a folder is named by its path or its number, and that is one root; a path that leads nowhere is told")
    func roots() throws {
        let folder = try box.change("add", #"{"type": "folder", "name": "My Pictures"}"#)
        let inner = try box.change("add", #"{"type": "folder", "name": "2024", "parent": "\#(folder)"}"#)
        try box.change("add", #"{"name": "bee.jpg", "parent": "\#(inner)"}"#)
        #expect(try scene.run(box, root: "box:/My Pictures/2024").changes == ["added": 1])
        #expect(try scene.run(box, root: "box:#\(inner)").changes == ["unchanged": 1])
        #expect(try scene.run(box, root: "box:My Pictures//2024/").changes == ["unchanged": 1])
        #expect(try scene.run(box, root: "box:/My Pictures").counts["images"] == 1)
        #expect(try scene.query("SELECT path FROM images") == ["box:/My Pictures/2024/bee.jpg"])
        #expect(
            try scene.query("SELECT DISTINCT root FROM runs ORDER BY 1") == [
                "box:/My Pictures", "box:/My Pictures/2024",
            ]
        )
        for odd in ["box:#", "box:#abc", "box:#-1"] {
            let end = try scene.run(box, root: odd)
            #expect(end.exitCode == 64 && end.errorText.contains("box:#NUMBER"), "\(odd): \(end.errorText)")
        }
        let none = try scene.run(box, root: "box:/My Pictures/2023")
        #expect(none.exitCode == 66 && none.errorText.contains("box:/My Pictures/2023: No such file or directory"))
        let why = try scene.command("why", "--index=index.db", "box:/My Pictures/2024/bee.jpg")
        #expect(why.exitCode == 0, "\(why.outputText) \(why.errorText)")
    }

    @Test("bookmarks and what is in the trash are no images, and .nomedia holds")
    func otherItems() throws {
        try box.change("add", #"{"type": "web_link", "name": "link.jpg", "url": "https://example.org"}"#)
        let folder = try box.change("add", #"{"type": "folder", "name": "private"}"#)
        try box.change("add", #"{"name": ".nomedia", "parent": "\#(folder)"}"#)
        try box.change("add", #"{"name": "secret.jpg", "parent": "\#(folder)"}"#)
        let trashed = try box.change("add", #"{"name": "trashed.jpg"}"#)
        try box.change("trash", #"{"id": "\#(trashed)", "listed": true}"#)
        #expect(try scene.run(box).changes == ["added": 24])
        #expect(
            try scene.query("SELECT folder, reason, count FROM skipped ORDER BY 1, 2") == [
                "box:|link|1", "box:/private|no image|1", "box:/private|no-media|1",
            ]
        )
    }

    @Test("answers may be compressed, and an address may name the version of the interface")
    func compressed() throws {
        let other = try FakeBox("--made", "3x3", "--gzip")
        let address = bytes(other.address + "/2.0/")
        #expect(try scene.run(other, environment: ["IMGINDEX_BOX_API": address]).changes == ["added": 9])
    }

    @Test("a run whose time is up goes on in the next, and all is listed in the end")
    func timeLimit() throws {
        let slow = try FakeBox("--made", "40x3", "--latency", "60")
        var runs = 0
        repeat {
            runs += 1
            #expect(try scene.run(slow, "--max-time=1", "--width=1").exitCode == 0)
        } while try scene.lastRun("state") == ["interrupted"] && runs < 30
        #expect(try scene.boxImages() == slow.images())
        #expect(try slow.requests().compactMap(\.folder).count <= 41 + 4 * runs)
    }

    @Test("the number of a file tells which image it is, not its name")
    func namesAndNumbers() throws {
        let a = try box.change("add", #"{"name": "a.jpg"}"#)
        let b = try box.change("add", #"{"name": "b.jpg"}"#)
        try scene.run(box)
        let before = try ids()
        // a goes, and comes back under the name that b had, which has the one of a.
        try box.change("trash", #"{"id": "\#(a)"}"#)
        try scene.run(box)
        try box.change("rename", #"{"id": "\#(b)", "name": "a.jpg", "force": true}"#)
        try scene.run(box)
        try box.change("untrash", #"{"id": "\#(a)", "force": true}"#)
        try box.change("rename", #"{"id": "\#(a)", "name": "b.jpg", "force": true}"#)
        try scene.run(box)
        #expect(try ids() == before)
        #expect(try scene.boxImages() == box.images())
        // One goes while another takes its name, and comes back much later.
        try box.change("trash", #"{"id": "\#(a)"}"#)
        let c = try box.change("add", #"{"name": "b.jpg", "force": true}"#)
        for _ in 0..<2 { try scene.run(box) }
        try box.change("rename", #"{"id": "\#(c)", "name": "c.jpg"}"#)
        try box.change("untrash", #"{"id": "\#(a)", "force": true}"#)
        try scene.run(box)
        #expect(try ids().filter { !$0.hasPrefix("\(c)|") } == before)
        #expect(try scene.boxImages() == box.images())
        #expect(try scene.damage() == [])
    }

    @Test("an item whose name cannot be one of a path fails its folder by that item, at once")
    func unusableName() throws {
        try box.change("add", #"{"name": "a/b.jpg", "force": true}"#)
        let end = try scene.run(box)
        #expect(end.exitCode != 0 && end.errorText.contains("a name that cannot be one of a path"), "\(end.errorText)")
        #expect(try box.requests().compactMap(\.folder).filter { $0 == "0" }.count == 1)
    }

    @Test("an index of an older version is told to be one until a run brings it up to date")
    func olderIndex() throws {
        try scene.run(box)
        _ = try scene.query("PRAGMA user_version = 2")
        for command in ["status", "why"] {
            let end = try scene.command(
                [bytes(command), bytes("--index=index.db")] + (command == "why" ? [bytes("box:")] : [])
            )
            #expect(end.exitCode == 73 && end.errorText.contains("older imgindex"), "\(end.errorText)")
        }
    }

    @Test("another account is another volume: nothing is taken of it until that is accepted")
    func otherAccount() throws {
        try scene.run(box)
        _ = try scene.query("UPDATE volume SET identity = 'box:1'")
        let end = try scene.run(box)
        #expect(end.exitCode == 66 && end.errorText.contains("it is on volume"))
        #expect(try scene.value("SELECT count(*) FROM images WHERE state = 'present'") == "24")
        let accepted = try scene.command("accept", "--index=index.db", "box:")
        #expect(accepted.exitCode == 0, "\(accepted.errorText)")
        #expect(try scene.run(box).exitCode == 0)
        #expect(try scene.boxImages() == box.images())
        #expect(try scene.damage() == [])
    }
}
