import AsyncLoop
import Glibc
import SQLite
import TestSupport
import Testing

@testable import Indexing

/// Looking into an index: nothing is written, nothing is made.
@Suite struct IndexReaderTests {
    private let index: ScratchIndex

    init() throws {
        index = try ScratchIndex()
    }

    private func fill() throws {
        try index.run(
            Found(["a.jpg": 1], folders: ["s": Found(["b.jpg": 2]), "no": Found(end: .fails(.denied))]),
            state: .partial
        )
        try index.run(Found(["b.jpg": 2]), of: "/r/s")
    }

    private func expectFilled(_ reader: IndexReader, _ comment: Comment? = nil) throws {
        let roots = try reader.roots()
        #expect(roots.map { String(decoding: $0.path, as: UTF8.self) } == ["/r", "/r/s"], comment)
        #expect(roots.map(\.images) == [2, 1] && roots.map(\.bytes) == [3, 2], comment)
        #expect(roots.map { $0.outer?.count } == [nil, 2], comment)
        #expect(roots.map(\.status) == ["listed", "listed"] && roots.map(\.unendedRuns) == [0, 0], comment)
        #expect(roots[0].lastRun.first { $0.name == "state" }?.content == .bytes(Array("partial".utf8)), comment)
        #expect(try reader.problemCount() == 1, comment)
        #expect(
            try reader.problems(limit: 10)
                == [
                    .init(
                        what: "folder",
                        path: Array("/r/no".utf8),
                        problem: "denied: openat: Permission denied",
                        sinceRun: 1
                    )
                ]
        )
        #expect(try reader.problems(limit: 0) == [])
    }

    @Test("a closed index is read, and nothing is made beside it")
    func closed() throws {
        try fill()
        index.close()
        let before = try readFile(index.path)
        try expectFilled(IndexReader(index.path))
        #expect(try names(in: index.scratch.path) == ["index.db"])
        #expect(try readFile(index.path) == before)
    }

    @Test("an index that a run has open is read in its last committed state")
    func open() throws {
        try fill()
        let run = try index.begin("/r")
        let roots = try IndexReader(index.path).roots()
        #expect(roots[0].unendedRuns == 1 && roots[0].images == 2)
        #expect(roots[0].lastRun.first { $0.name == "id" }?.content == .integer(1))
        try run.finish()
    }

    @Test("an index named through a link is read with its log", arguments: ["link.db", "folder/index.db"])
    func link(name: String) throws {
        try fill()
        try index.scratch.folder.makeLink("link.db".utf8, to: "index.db".utf8)
        try index.scratch.folder.makeLink("folder".utf8, to: ".".utf8)
        // Still open: the rows are in the log.
        #expect(status(of: index.path + Array("-wal".utf8)).st_size > 0)
        try expectFilled(IndexReader(index.scratch.path(of: name.utf8)))
    }

    @Test("a copy that may not be written, in a folder that may not be written, is read; a run refuses it")
    func readOnly() async throws {
        try fill()
        index.close()
        let folder = index.scratch.folder
        try folder.makeFolder("copy".utf8)
        try writeFile(index.scratch.path(of: "copy/index.db".utf8), try readFile(index.path))
        try folder.setMode(0o444, of: "copy/index.db".utf8)
        try folder.setMode(0o555, of: "copy".utf8)
        try folder.setMode(0o755, of: ".".utf8)
        defer { try? folder.setMode(0o755, of: "copy".utf8) }
        await #expect(processExitsWith: .success) { [scratch = index.scratch.path as [UInt8]] in
            if geteuid() == 0 { #expect(setgid(65_534) == 0 && setuid(65_534) == 0) }
            let copy = scratch + Array("/copy".utf8)
            let path = copy + Array("/index.db".utf8)
            let reader = try IndexReader(path)
            #expect(try reader.roots().map(\.images) == [2, 1])
            #expect(try reader.problemCount() == 1)
            #expect(throws: IndexError.self) { try IndexFile(path) }
            #expect(throws: IndexError.self) { try IndexFile(copy + Array("/new.db".utf8)) }
            #expect(try names(in: copy) == ["index.db"])
        }
    }

    @Test("what is not there or is no index is an error and stays so")
    func notAnIndex() throws {
        let scratch = index.scratch
        #expect(throws: IndexError.self) { try IndexReader(scratch.path(of: "no".utf8)) }
        #expect(throws: IndexError.self) { try IndexReader(scratch.path) }
        try writeFile(scratch.path(of: "empty".utf8), [])
        #expect(throws: IndexError.self) { try IndexReader(scratch.path(of: "empty".utf8)) }
        #expect(try names(in: scratch.path) == ["empty"])
    }

    @Test("an index without a root, without a run that ended, and with a killed run is read")
    func odd() throws {
        _ = try index.file()
        index.close()
        #expect(try IndexReader(index.path).roots() == [])
        let run = try index.begin("/r")
        try run.finish()
        index.close()
        try index.execute("UPDATE run SET state = 'running', ended = NULL")
        #expect(try IndexReader(index.path).roots().map(\.unendedRuns) == [1])
        #expect(try IndexReader(index.path).roots().map(\.lastRun) == [[]])
        #expect(try IndexReader(index.path).roots().map(\.status) == ["unfinished"])
        try index.file().noteUnreadable(Array("/r".utf8), rules: .tests, error: .denied, exitCode: 66)
        index.close()
        let reader = try IndexReader(index.path)
        #expect(try reader.roots()[0].lastRun.first { $0.name == "exit_code" }?.content == .integer(66))
        #expect(try reader.problems(limit: 9).map(\.problem) == ["the root may not be read: Permission denied"])
        #expect(try reader.problems(limit: 9).map(\.what) == ["root"])
    }
}
