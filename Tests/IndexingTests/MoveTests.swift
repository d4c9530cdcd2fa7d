import Indexing
import Listing
import SQLite
import Testing

/// Files and folders that are somewhere else than they were.
@Suite struct MoveTests {
    private let index: ScratchIndex

    init() throws {
        index = try ScratchIndex()
    }

    /// A file with an inode number of its own, wherever it is.
    private func file(_ number: Int64, size: Int64 = 5, born: Int64? = nil) -> Found.Item {
        var facts = FileFacts.of(size)
        facts.inode = Found.firstOwnInode + number
        facts.born = born ?? number
        return .image(facts)
    }

    private func folder(_ number: Int64, _ files: [String: Found.Item] = [:], folders: [String: Found] = [:]) -> Found {
        var found = Found(folders: folders)
        for (name, item) in files { found[name] = item }
        found.facts.inode = Found.firstOwnInode + number
        found.facts.born = number
        return found
    }

    private func ids() throws -> [String: Value] {
        var ids: [String: Value] = [:]
        for row in try index.rows("SELECT path, id FROM images WHERE state = 'present'") {
            if case .text(let path) = row[0] { ids[path] = row[1] }
        }
        return ids
    }

    private func folderIDs() throws -> [String: Value] {
        var ids: [String: Value] = [:]
        for row in try index.rows("SELECT path, id FROM folders WHERE status <> 'missing'") {
            if case .text(let path) = row[0] { ids[path] = row[1] }
        }
        return ids
    }

    @Test("a file that is renamed keeps its id")
    func renamed() throws {
        try index.run(folder(1, ["a.jpg": file(10), "k.jpg": file(11)]))
        let before = try ids()
        let counts = try index.run(folder(1, ["b.jpg": file(10), "k.jpg": file(11)]))
        #expect(counts.moved == 1 && counts.added == 0 && counts.missing == 0 && counts.unchanged == 1)
        #expect(try ids() == ["/r/b.jpg": before["/r/a.jpg"], "/r/k.jpg": before["/r/k.jpg"]])
        #expect(
            try index.rows("SELECT what, path, old_path FROM changes WHERE run = 2")
                == [["moved", "/r/b.jpg", "/r/a.jpg"]]
        )
        try index.expectSound()
        #expect(try index.run(folder(1, ["b.jpg": file(10), "k.jpg": file(11)])).unchanged == 2)
        try index.expectSound()
    }

    @Test("a file that moves to another folder keeps its id, whichever of the two is listed first")
    func toAnotherFolder() throws {
        let here = folder(1, folders: ["a": folder(2, ["x.jpg": file(10)]), "b": folder(3)])
        let there = folder(1, folders: ["a": folder(2), "b": folder(3, ["y.jpg": file(10)])])
        try index.run(here)
        let id = try ids()["/r/a/x.jpg"]
        #expect(try index.run(there).moved == 1)
        #expect(try ids() == ["/r/b/y.jpg": id])
        try index.expectSound()
        #expect(try index.run(here).moved == 1)
        #expect(try ids() == ["/r/a/x.jpg": id])
        try index.expectSound()
    }

    @Test("two files that exchange their names exchange their rows")
    func swapped() throws {
        try index.run(folder(1, ["a.jpg": file(10), "b.jpg": file(11)]))
        let before = try ids()
        let counts = try index.run(folder(1, ["a.jpg": file(11), "b.jpg": file(10)]))
        #expect(counts.moved == 2 && counts.changed == 0)
        #expect(try ids() == ["/r/a.jpg": before["/r/b.jpg"], "/r/b.jpg": before["/r/a.jpg"]])
        try index.expectSound()
    }

    @Test("files that go round through three folders keep their ids, and what came to the first place is new")
    func chain() throws {
        func tree(_ a: Found.Item?, _ b: Found.Item?, _ c: Found.Item?) -> Found {
            func one(_ number: Int64, _ item: Found.Item?) -> Found {
                folder(number, item.map { ["x.jpg": $0] } ?? [:])
            }
            return folder(1, folders: ["a": one(2, a), "b": one(3, b), "c": one(4, c)])
        }
        try index.run(tree(file(10), file(11), nil))
        let before = try ids()
        let counts = try index.run(tree(file(12), file(10), file(11)))
        #expect(counts.moved == 2 && counts.added == 1 && counts.changed == 0 && counts.missing == 0)
        let after = try ids()
        #expect(after["/r/b/x.jpg"] == before["/r/a/x.jpg"] && after["/r/c/x.jpg"] == before["/r/b/x.jpg"])
        #expect(after.count == 3)
        try index.expectSound()
    }

    @Test("a file that is moved over another one keeps its id, and the other one is missing")
    func over() throws {
        try index.run(folder(1, ["a.jpg": file(10), "b.jpg": file(11), "k.jpg": file(12)]))
        let before = try ids()
        let counts = try index.run(folder(1, ["b.jpg": file(10), "k.jpg": file(12)]))
        #expect(counts.moved == 1 && counts.missing == 1 && counts.changed == 0)
        #expect(try ids() == ["/r/b.jpg": before["/r/a.jpg"], "/r/k.jpg": before["/r/k.jpg"]])
        #expect(try index.value("SELECT id FROM images WHERE state = 'missing'") == before["/r/b.jpg"])
        try index.expectSound()
        let again = try index.run(folder(1, ["b.jpg": file(10), "k.jpg": file(12)]))
        #expect(again.unchanged == 2 && again.missing == 0)
        try index.expectSound()
    }

    @Test("what fits twice is not guessed: missing and added")
    func ambiguous() throws {
        try index.run(folder(1, ["a.jpg": file(10), "k.jpg": file(12)]))
        let counts = try index.run(folder(1, ["b.jpg": file(10), "c.jpg": file(10), "k.jpg": file(12)]))
        #expect(counts.moved == 0 && counts.missing == 1 && counts.added == 2)
        try index.expectSound()
    }

    @Test("another file with the inode number of one that is gone is not that one")
    func reusedNumber() throws {
        try index.run(folder(1, ["a.jpg": file(10, born: 1), "k.jpg": file(12)]))
        let counts = try index.run(folder(1, ["b.jpg": file(10, born: 2), "k.jpg": file(12)]))
        #expect(counts.moved == 0 && counts.missing == 1 && counts.added == 1)
        try index.expectSound()
    }

    @Test("a file found at its new place by an earlier run than the one that misses it keeps its old id")
    func acrossRoots() throws {
        let one = folder(1, ["a.jpg": file(10), "k.jpg": file(12)])
        try index.run(one, of: "/one")
        try index.run(folder(2, ["l.jpg": file(13)]), of: "/two")
        let id = try ids()["/one/a.jpg"]
        #expect(try index.run(folder(2, ["l.jpg": file(13), "b.jpg": file(10)]), of: "/two").added == 1)
        let counts = try index.run(folder(1, ["k.jpg": file(12)]), of: "/one")
        #expect(counts.moved == 1 && counts.missing == 0)
        #expect(try ids()["/two/b.jpg"] == id)
        #expect(try index.rows("SELECT root FROM images WHERE path = '/two/b.jpg'") == [["/two"]])
        try index.expectSound()
    }

    @Test("a file that was missing and is found elsewhere is the same")
    func missingBefore() throws {
        try index.run(folder(1, ["a.jpg": file(10), "k.jpg": file(12)]))
        let id = try ids()["/r/a.jpg"]
        #expect(try index.run(folder(1, ["k.jpg": file(12)])).missing == 1)
        #expect(try index.run(folder(1, ["b.jpg": file(10), "k.jpg": file(12)])).moved == 1)
        #expect(try ids()["/r/b.jpg"] == id)
        try index.expectSound()
    }

    @Test("a folder that is renamed keeps its id and those of all in it")
    func folderRenamed() throws {
        let below = folder(2, ["1.jpg": file(10)], folders: ["s": folder(3, ["2.jpg": file(11)])])
        try index.run(folder(1, folders: ["old": below]))
        let images = try ids()
        let folders = try folderIDs()
        let counts = try index.run(folder(1, folders: ["new": below]))
        #expect(counts.moved == 2 && counts.added == 0 && counts.missing == 0 && counts.unchanged == 0)
        #expect(try ids() == ["/r/new/1.jpg": images["/r/old/1.jpg"], "/r/new/s/2.jpg": images["/r/old/s/2.jpg"]])
        #expect(
            try folderIDs() == [
                "/r": folders["/r"], "/r/new": folders["/r/old"], "/r/new/s": folders["/r/old/s"],
            ]
        )
        #expect(try index.value("SELECT count(*) FROM folders") == 3)
        #expect(
            try index.rows("SELECT what, path, old_path FROM changes WHERE run = 2 ORDER BY path") == [
                ["moved", "/r/new", "/r/old"], ["moved", "/r/new/1.jpg", "/r/old/1.jpg"],
                ["moved", "/r/new/s/2.jpg", "/r/old/s/2.jpg"],
            ]
        )
        try index.expectSound()
        #expect(try index.run(folder(1, folders: ["new": below])).unchanged == 2)
        try index.expectSound()
    }

    @Test("a folder that moves into its sibling, before or after it in order, keeps its id", arguments: ["a", "z"])
    func intoSibling(name: String) throws {
        let moving = folder(2, ["1.jpg": file(10)])
        try index.run(folder(1, folders: [name: moving, "m": folder(3, ["2.jpg": file(11)])]))
        let before = try folderIDs()
        let inside = folder(3, ["2.jpg": file(11)], folders: [name: moving])
        let counts = try index.run(folder(1, folders: ["m": inside]))
        #expect(counts.moved == 1 && counts.unchanged == 1 && counts.missing == 0 && counts.held == 0)
        #expect(try folderIDs()["/r/m/\(name)"] == before["/r/\(name)"])
        try index.expectSound()
    }

    @Test("two folders that exchange their names exchange their rows")
    func foldersSwapped() throws {
        let x = folder(2, ["p.jpg": file(10)])
        let y = folder(3, ["p.jpg": file(11)])
        try index.run(folder(1, folders: ["x": x, "y": y]))
        let images = try ids()
        let folders = try folderIDs()
        let counts = try index.run(folder(1, folders: ["x": y, "y": x]))
        #expect(counts.moved == 2 && counts.changed == 0 && counts.added == 0)
        #expect(try folderIDs() == ["/r": folders["/r"], "/r/x": folders["/r/y"], "/r/y": folders["/r/x"]])
        #expect(try ids() == ["/r/x/p.jpg": images["/r/y/p.jpg"], "/r/y/p.jpg": images["/r/x/p.jpg"]])
        try index.expectSound()
    }

    @Test("a folder and the one it is in exchange their places")
    func turnedInsideOut() throws {
        try index.run(
            folder(1, folders: ["a": folder(2, ["1.jpg": file(10)], folders: ["b": folder(3, ["2.jpg": file(11)])])])
        )
        let before = try folderIDs()
        try index.run(
            folder(1, folders: ["b": folder(3, ["2.jpg": file(11)], folders: ["a": folder(2, ["1.jpg": file(10)])])])
        )
        #expect(try folderIDs() == ["/r": before["/r"], "/r/b": before["/r/a/b"], "/r/b/a": before["/r/a"]])
        try index.expectSound()
    }

    @Test("a new folder at the place of one that moved is a new one")
    func replaced() throws {
        let moving = folder(2, ["1.jpg": file(10)])
        try index.run(folder(1, folders: ["m": moving, "k": folder(3, ["k.jpg": file(12)])]))
        let before = try ids()
        // The one that moved is listed first, then last.
        for name in ["b", "z"] {
            let counts = try index.run(
                folder(
                    1,
                    folders: [name: moving, "m": folder(4, ["1.jpg": file(20)]), "k": folder(3, ["k.jpg": file(12)])]
                )
            )
            #expect(counts.missing == 0 && counts.held == 0)
            #expect(try ids()["/r/\(name)/1.jpg"] == before["/r/m/1.jpg"], "\(name)")
            try index.expectSound()
        }
    }
}
