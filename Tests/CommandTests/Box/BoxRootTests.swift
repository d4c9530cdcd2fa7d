import TestSupport
import Testing

/// Roots on Box whose folders are renamed, moved and put in each other's place: no file has two rows, whichever root runs.
@Suite struct BoxRootTests {
    private let scene: Scene
    private let box: FakeBox

    init() throws {
        scene = try Scene()
        box = try FakeBox("--made", "2x2")
    }

    private func addFolder(_ name: String, in parent: Int64 = 0) throws -> Int64 {
        try box.change("add", #"{"type": "folder", "name": "\#(name)", "parent": "\#(parent)"}"#)
    }

    private func addFile(_ name: String, in parent: Int64) throws {
        try box.change("add", #"{"name": "\#(name)", "parent": "\#(parent)"}"#)
    }

    private func images() throws -> [String] {
        try scene.query("SELECT id, path FROM images WHERE state = 'present' ORDER BY 2")
    }

    /// What must hold whatever was run: a number has one row.
    private func expectSound(_ comment: Comment? = nil) throws {
        #expect(
            try scene.query(
                "SELECT remote_id, count(*) FROM images WHERE state = 'present' GROUP BY 1 HAVING count(*) > 1"
            ) == [],
            comment
        )
        #expect(
            try scene.query(
                "SELECT inode FROM folder WHERE status <> 'missing' AND inode IS NOT NULL GROUP BY 1 HAVING count(*) > 1"
            ) == [],
            comment
        )
        #expect(
            try scene.query("SELECT path FROM images WHERE state = 'present' GROUP BY 1 HAVING count(*) > 1") == [],
            comment
        )
        // What is missing may have had the path of something else.
        #expect(try scene.damage().filter { !$0.hasPrefix("two rows|") } == [], comment)
    }

    @Test("a root whose folder was renamed is the same root and has its new path, by its number and by that path")
    func renamed() throws {
        let folder = try addFolder("A")
        try addFile("top.jpg", in: folder)
        #expect(try scene.run(box, root: "box:#\(folder)").changes == ["added": 1])
        try box.change("rename", #"{"id": "\#(folder)", "name": "Z"}"#)
        let end = try scene.run(box, root: "box:#\(folder)")
        #expect(end.changes == ["moved": 1], "\(end.outputText) \(end.errorText)")
        #expect(try scene.run(box, root: "box:/Z").changes == ["unchanged": 1])
        #expect(try images() == ["1|box:/Z/top.jpg"])
        #expect(try scene.query("SELECT path FROM root") == ["box:/Z"])
        #expect(
            try scene.query("SELECT what, old_path, path FROM changes WHERE run = 2 ORDER BY 1, 2") == [
                "moved|box:/A|box:/Z", "moved|box:/A/top.jpg|box:/Z/top.jpg",
            ]
        )
        try expectSound()
    }

    @Test("a root and one around it agree on the rows of what is in both, whatever was renamed between their runs")
    func outerAndInner() throws {
        let outer = try addFolder("Photos")
        let inner = try addFolder("A", in: outer)
        let deep = try addFolder("deep", in: inner)
        try addFile("a.jpg", in: inner)
        try addFile("d.jpg", in: deep)
        #expect(try scene.run(box, root: "box:#\(inner)").changes == ["added": 2])
        let ids = try scene.query("SELECT id FROM images ORDER BY id")
        try box.change("rename", #"{"id": "\#(inner)", "name": "B"}"#)
        for root in ["box:#\(inner)", "box:/Photos", "box:#\(inner)", "box:#\(outer)", "box:/Photos/B", "box:"] {
            let end = try scene.run(box, root: root)
            #expect(end.exitCode == 0 && end.changes["missing"] == nil, "\(root): \(end.errorText)")
            try expectSound("\(root)")
        }
        try box.change("rename", #"{"id": "\#(inner)", "name": "C"}"#)
        for root in ["box:/Photos", "box:#\(inner)", "box:/Photos"] {
            let end = try scene.run(box, root: root)
            #expect(end.exitCode == 0 && end.changes["missing"] == nil && end.changes["added"] == nil, "\(root)")
            try expectSound("\(root)")
        }
        #expect(try scene.query("SELECT id FROM images ORDER BY id LIMIT 2") == ids)
        #expect(try scene.boxImages() == box.images())
    }

    @Test("two roots that take each other's names stay what they are")
    func swapped() throws {
        let (a, b) = (try addFolder("A"), try addFolder("B"))
        try addFile("in a.jpg", in: a)
        try addFile("in b.jpg", in: b)
        for folder in [a, b] { #expect(try scene.run(box, root: "box:#\(folder)").changes == ["added": 1]) }
        try box.change("rename", #"{"id": "\#(a)", "name": "C"}"#)
        try box.change("rename", #"{"id": "\#(b)", "name": "A"}"#)
        try box.change("rename", #"{"id": "\#(a)", "name": "B"}"#)
        #expect(try scene.run(box, root: "box:/A").changes == ["moved": 1])
        try expectSound()
        #expect(try scene.query("SELECT path FROM images ORDER BY id") == ["box:#\(a)/in a.jpg", "box:/A/in b.jpg"])
        #expect(try scene.run(box, root: "box:#\(a)").changes == ["moved": 1])
        #expect(try images() == ["2|box:/A/in b.jpg", "1|box:/B/in a.jpg"])
        #expect(try scene.query("SELECT path FROM root ORDER BY 1") == ["box:/A", "box:/B"])
        try expectSound()
    }

    @Test("an image that went from one root to another has one row as soon as that one runs")
    func movedImage() throws {
        let (a, b) = (try addFolder("A"), try addFolder("B"))
        try addFile("x.jpg", in: a)
        try addFile("y.jpg", in: b)
        for root in ["box:/A", "box:/B"] { try scene.run(box, root: root) }
        let file = try scene.value("SELECT remote_id FROM images WHERE name = 'x.jpg'")
        try box.change("move", #"{"id": "\#(file)", "parent": "\#(b)"}"#)
        #expect(try scene.run(box, root: "box:/B").changes == ["moved": 1, "unchanged": 1])
        #expect(try images() == ["1|box:/B/x.jpg", "2|box:/B/y.jpg"])
        #expect(try scene.run(box, root: "box:/A").changes == [:])
        try expectSound()
    }

    @Test(
        "whatever happens to the folders of roots, a file has one row and the root that ran is as on Box",
        arguments: 0..<6 * rounds
    )
    func random(part: Int) throws {
        var generator = SeededGenerator("roots on Box, \(part)")
        var folders: [Int64] = []
        var trash: [Int64] = []
        for step in 0..<50 {
            let one = folders.randomElement(using: &generator) ?? 0
            let other = folders.randomElement(using: &generator) ?? 0
            let name = ["A", "B", "C"].randomElement(using: &generator) ?? "A"
            // Many of these cannot be, as a name is taken or a folder would be in itself.
            switch Int.random(in: 0..<11, using: &generator) {
            case 0..<2:
                let folder = #"{"type": "folder", "name": "\#(name)", "parent": "\#(one)"}"#
                if let made = try box.changeIfPossible("add", folder) { folders.append(made) }
            case 2..<4: try box.changeIfPossible("add", #"{"name": "\#(name).jpg", "parent": "\#(one)"}"#)
            case 4 where one != 0: try box.changeIfPossible("rename", #"{"id": "\#(one)", "name": "\#(name)"}"#)
            case 5 where one != 0: try box.changeIfPossible("move", #"{"id": "\#(one)", "parent": "\#(other)"}"#)
            case 6 where one != 0 && generator.chance(1, in: 4):
                if try box.changeIfPossible("trash", #"{"id": "\#(one)"}"#) != nil {
                    folders.removeAll { $0 == one }
                    trash.append(one)
                }
            case 7 where !trash.isEmpty && generator.chance(1, in: 2):
                let back = trash.removeLast()
                if try box.changeIfPossible("untrash", #"{"id": "\#(back)"}"#) != nil { folders.append(back) }
            default: try runOne(of: folders, "IMGINDEX_SEED=\(generator.seed), step \(step)", &generator)
            }
        }
        #expect(try scene.run(box, "--full").exitCode != 70)
        // A root whose folder is in the trash, and whose path leads to another, is the one of its number, and as it was.
        #expect(try known() == box.images(), "IMGINDEX_SEED=\(generator.seed)")
        try expectSound("IMGINDEX_SEED=\(generator.seed), in the end")
    }

    /// What the index has of what has a path.
    private func known() throws -> [String] {
        try scene.query(
            "SELECT remote_id, substr(path, 6), size, sha1 FROM images WHERE state = 'present' AND path NOT LIKE 'box:#%'"
        ).sorted()
    }

    /// Runs a folder as a root, by its number or its path.
    private func runOne(of folders: [Int64], _ comment: String, _ generator: inout SeededGenerator) throws {
        let folder = folders.randomElement(using: &generator) ?? 0
        guard let path = try box.paths()[folder] else { return }
        let root = generator.chance(1, in: 2) ? "box:#\(folder)" : "box:\(path)"
        let end = try scene.run(box, generator.chance(1, in: 3) ? "--full" : "-v", root: root)
        let told = Comment(rawValue: "\(comment), \(root), which is \(path): \(end.errorText)")
        // All that was in it may be held.
        #expect(end.exitCode == 0 || end.exitCode == 2, told)
        let below = path.isEmpty ? "" : path + "/"
        #expect(
            try known().filter { $0.split(separator: "|")[1].hasPrefix(below) }
                == box.images().filter { $0.split(separator: "|")[1].hasPrefix(below) },
            told
        )
        try expectSound(told)
    }
}
