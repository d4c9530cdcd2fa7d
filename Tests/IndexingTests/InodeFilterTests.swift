import Listing
import SQLite
import Testing

@testable import Indexing

/// What a run knows of inode numbers without asking the index.
@Suite struct InodeFilterTests {
    private let index: ScratchIndex
    private let stored: StoredRows

    init() throws {
        index = try ScratchIndex()
        try index.run(Found(["a.jpg": 1]))
        stored = StoredRows(path: index.path, readers: 1)
    }

    /// How many of many numbers that nobody told it of a filter lets pass.
    private func passes(_ filter: InodeFilter) throws -> Int {
        try (1...10_000).count { number throws in try filter.mayContain(number * 7 + 1_000_000) }
    }

    @Test("it never denies a number that is stored or was noted, and denies most others")
    func neverDenies() throws {
        for number in 1...300 { try index.execute("INSERT INTO folder \(Self.row(number: number))") }
        let filter = InodeFilter(stored)
        for number in 1...300 { filter.note(Int64(number) * 1_000_003) }
        #expect(try passes(filter) < InodeFilter.freePasses + 500)
        for number in 1...300 {
            #expect(try filter.mayContain(Int64.max - Int64(number)))
            #expect(try filter.mayContain(Int64(number) * 1_000_003))
        }
        stored.close()
    }

    @Test("with more numbers than it has room for it denies less, and still none that it was told of")
    func full() throws {
        let filter = InodeFilter(stored)
        for number in 0..<2_000_000 as Range<Int64> { filter.note(number &* 0x5851_F42D_4C95_7F2D) }
        #expect(try passes(filter) > 5_000)
        for number in stride(from: 0, to: 2_000_000 as Int64, by: 997) {
            #expect(try filter.mayContain(number &* 0x5851_F42D_4C95_7F2D))
        }
        stored.close()
    }

    @Test("a folder that moved keeps its id however many new ones come before it")
    func amongNew() throws {
        var moving = Found(["b.jpg": 1])
        moving.facts.inode = Found.firstOwnInode + 5
        moving.facts.born = 5
        var top = Found(folders: ["old": moving])
        try index.run(top, of: "/s")
        let id = try index.value("SELECT id FROM folders WHERE path = '/s/old'")
        top = Found(folders: ["z": moving])
        for number in 0..<InodeFilter.freePasses + 200 { top[folder: "n\(number)"] = Found() }
        try index.run(top, of: "/s")
        #expect(try index.value("SELECT id FROM folders WHERE path = '/s/z'") == id)
        try index.expectSound()
        stored.close()
    }

    private static func row(number: Int) -> String {
        """
        (root, parent, name, status, first_run, inode)
        SELECT root, id, 'f\(number)', 'listed', 1, \(Int64.max - Int64(number)) FROM folder WHERE parent IS NULL
        """
    }
}
