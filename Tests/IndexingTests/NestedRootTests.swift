import AsyncLoop
import Indexing
import SQLite
import Testing

/// Several roots in one index: no file gets two rows, and all totals are right.
@Suite struct NestedRootTests {
    private let index: ScratchIndex
    private let inner = Found(["c.jpg": 4], folders: ["t": Found(["d.jpg": 8])])
    private var outer: Found { Found(["a.jpg": 1], folders: ["p": Found(["b.jpg": 2], folders: ["s": inner])]) }

    init() throws {
        index = try ScratchIndex()
    }

    private func totals() throws -> [[Value]] {
        try index.rows("SELECT path, root, tree_image_count, tree_image_bytes FROM folders ORDER BY path")
    }

    /// What the index has of the tree once every root was run, with `root` as its outermost one.
    private func expectWhole(_ root: Value = "/r") throws {
        #expect(
            try totals() == [
                ["/r", root, 4, 15], ["/r/p", root, 3, 14], ["/r/p/s", root, 2, 12], ["/r/p/s/t", root, 1, 8],
            ]
        )
        #expect(
            try index.rows("SELECT path, root FROM images ORDER BY path") == [
                ["/r/a.jpg", root], ["/r/p/b.jpg", root], ["/r/p/s/c.jpg", root], ["/r/p/s/t/d.jpg", root],
            ]
        )
        try index.expectSound()
    }

    @Test("the same root twice is one root")
    func same() throws {
        try index.run(outer)
        #expect(try index.run(outer).unchanged == 4)
        #expect(try index.value("SELECT count(*) FROM root") == 1)
        try expectWhole()
    }

    @Test("a root inside one that was run shares its rows")
    func innerAfterOuter() throws {
        try index.run(outer)
        #expect(try index.run(inner, of: "/r/p/s").unchanged == 2)
        try expectWhole()
        #expect(try index.rows("SELECT root FROM runs ORDER BY id") == [["/r"], ["/r/p/s"]])
        #expect(try index.run(outer).unchanged == 4)
        try expectWhole()
    }

    @Test("a root around others takes their rows in, with their ids")
    func outerAfterInner() throws {
        try index.run(inner, of: "/r/p/s")
        let before = try index.rows("SELECT id, path FROM images ORDER BY path")
        #expect(try index.value("SELECT root FROM images") == "/r/p/s")
        let counts = try index.run(outer)
        #expect(counts.unchanged == 2 && counts.added == 2)
        #expect(try index.rows("SELECT id, path FROM images WHERE folder LIKE '/r/p/s%' ORDER BY path") == before)
        try expectWhole()
        #expect(try index.run(inner, of: "/r/p/s").unchanged == 2)
        try expectWhole()
    }

    @Test("totals are right as soon as a root around others is begun")
    func takenInAtOnce() throws {
        try index.run(inner, of: "/r/p/s")
        try index.run(Found(["x.jpg": 16]), of: "/r/q")
        try index.run(Found(["y.jpg": 32]), of: "/else")
        let run = try index.begin("/r")
        #expect(
            try totals() == [
                ["/else", "/else", 1, 32], ["/r", "/r", 3, 28], ["/r/p", "/r", 2, 12], ["/r/p/s", "/r", 2, 12],
                ["/r/p/s/t", "/r", 1, 8], ["/r/q", "/r", 1, 16],
            ]
        )
        try index.expectSound()
        try run.finish(.interrupted)
        try index.expectSound()
    }

    @Test(
        "three roots in one another, in every order",
        arguments: [
            [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
        ]
    )
    func three(order: [Int]) throws {
        let roots = [("/r", outer), ("/r/p", outer[folder: "p"]), ("/r/p/s", inner)]
        for number in order {
            try index.run(roots[number].1, of: roots[number].0)
            try index.expectSound("after \(roots[number].0)")
        }
        try expectWhole()
        for number in order {
            let counts = try index.run(roots[number].1, of: roots[number].0)
            #expect(counts.unchanged == counts.imagesSeen && counts.missing == 0)
        }
        try expectWhole()
    }

    @Test("what a run of the inner root finds gone is gone for the outer one, and the other way round")
    func goneInOne() throws {
        try index.run(outer)
        try index.run(inner, of: "/r/p/s")
        #expect(try index.run(Found(["c.jpg": 4]), of: "/r/p/s").missing == 1)
        #expect(try totals().map { $0[3] } == [7, 6, 4, 0])
        try index.expectSound()
        #expect(try index.run(outer).returned == 1)
        try expectWhole()
        #expect(try index.run(Found(["a.jpg": 1])).missing == 3)
        #expect(try index.value("SELECT status FROM folders WHERE path = '/r/p/s'") == "missing")
        try index.expectSound()
        #expect(try index.run(inner, of: "/r/p/s").returned == 2)
        try index.expectSound()
    }

    @Test(
        "a folder that was missing is not any more when a root in it is run, and can go again",
        arguments: [false, true]
    )
    func rootInAMissingFolder(isNew: Bool) throws {
        try index.run(outer)
        if !isNew { try index.run(inner, of: "/r/p/s") }
        let without = Found(["a.jpg": 1])
        try index.run(without)
        #expect(try index.run(inner, of: "/r/p/s").returned == 2)
        #expect(
            try index.rows("SELECT path, status FROM folders ORDER BY path") == [
                ["/r", "listed"], ["/r/p", "unfinished"], ["/r/p/s", "listed"], ["/r/p/s/t", "listed"],
            ]
        )
        #expect(try index.value("SELECT state FROM images WHERE name = 'b.jpg'") == "missing")
        try index.expectSound()
        #expect(try index.run(without).missing == 2)
        #expect(try index.value("SELECT count(*) FROM images WHERE state = 'present'") == 1)
        try index.expectSound()
    }

    @Test("a name that begins like another is not inside it")
    func siblings() throws {
        try index.run(Found(["x.jpg": 1]), of: "/a/b")
        try index.run(Found(["y.jpg": 2]), of: "/a/bc")
        try index.run(Found(["z.jpg": 4]), of: "/a/b c")
        #expect(try index.value("SELECT count(*) FROM folder WHERE parent IS NULL") == 3)
        #expect(try totals().map { $0[3] } == [1, 4, 2])
        try index.expectSound()
    }

    @Test("the root of all file systems takes in every other one, and its paths have one slash")
    func slash() throws {
        try index.run(inner, of: "/r/p/s")
        try index.run(Found(["a.jpg": 1], folders: ["r": outer]), of: "/")
        #expect(try index.rows("SELECT path FROM folders ORDER BY path").prefix(3) == [["/"], ["/r"], ["/r/p"]])
        #expect(
            try index.rows("SELECT path, folder FROM images ORDER BY path").prefix(2)
                == [["/a.jpg", "/"], ["/r/a.jpg", "/r"]]
        )
        try index.expectSound()
        #expect(try index.run(inner, of: "/r/p/s").unchanged == 2)
        #expect(try index.run(Found(["new.jpg": 3]), of: "/new").added == 1)
        #expect(try index.value("SELECT tree_image_bytes FROM folders WHERE path = '/'") == 19)
        try index.expectSound()
    }

    @Test("roots whose names are not text are found again and nest as others do")
    func notText() throws {
        let file = try index.file()
        let odd: [UInt8] = Array("/r/".utf8) + [0xFF]
        for path in [odd, odd + Array("/s".utf8), odd] {
            let run = try file.beginRun(of: path, rules: .tests, readers: 1, stop: LoopStop())
            run.take(path == odd ? Found(["a.jpg": 1], folders: ["s": Found(["b.jpg": 2])]) : Found(["b.jpg": 2]))
            try run.finish()
        }
        #expect(try index.value("SELECT count(*) FROM root") == 2)
        #expect(
            try index.rows("SELECT path FROM images ORDER BY name")
                == [[.bytes(odd + Array("/a.jpg".utf8))], [.bytes(odd + Array("/s/b.jpg".utf8))]]
        )
        try index.expectSound()
        try index.run(Found(folders: ["else": Found()]))
        #expect(try index.value("SELECT count(*) FROM folder WHERE parent IS NULL") == 1)
        try index.expectSound()
    }
}
