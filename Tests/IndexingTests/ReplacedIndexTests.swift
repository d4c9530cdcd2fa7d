import AsyncLoop
import Glibc
import TestSupport
import Testing

@testable import Indexing

/// An index whose path leads to another file than the one that is locked.
@Suite struct ReplacedIndexTests {
    private let scratch: TemporaryFolder
    private let path: [UInt8]
    private let index: IndexFile

    init() throws {
        scratch = try TemporaryFolder()
        path = scratch.path(of: "index.db".utf8)
        index = try IndexFile(path)
    }

    private func expectReplaced(_ body: () throws -> Void) {
        let error = #expect(throws: IndexError.self, performing: body)
        guard case .replaced = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("no run begins in a file that has no name any more, and none is noted, until the file is back")
    func removed() throws {
        #expect(index.place.replacement() == nil)
        try scratch.folder.rename("index.db".utf8, to: "away".utf8)
        expectReplaced {
            _ = try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop())
        }
        expectReplaced {
            try index.noteUnreadable(Array("/r".utf8), rules: .tests, error: .denied, exitCode: 66)
        }
        try scratch.folder.rename("away".utf8, to: "index.db".utf8)
        try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop()).finish()
        index.close()
    }

    @Test("no run begins beside a file that took the place, also if it is a copy")
    func replaced() throws {
        try scratch.folder.rename("index.db".utf8, to: "away".utf8)
        try writeFile(path, try readFile(scratch.path(of: "away".utf8)))
        expectReplaced {
            _ = try index.beginRun(of: Array("/r".utf8), rules: .tests, readers: 1, stop: LoopStop())
        }
        index.close()
    }
}
