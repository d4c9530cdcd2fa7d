import Glibc
import Listing
import TestSupport
import Testing

@testable import Indexing

/// The one spelling of a root's path.
@Suite struct RootPathTests {
    private let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.folder.makeFolder("a".utf8).makeFolder("b".utf8)
        try scratch.folder.makeLink("link".utf8, to: "a".utf8)
        try scratch.folder.makeLink("loop".utf8, to: "loop".utf8)
        try scratch.folder.makeFile("file".utf8)
    }

    private func path(_ text: String) -> [UInt8] { scratch.path(of: text.utf8) }

    @Test(
        "however it is spelled, a folder has one path",
        arguments: [
            "a/b", "a/b/", "a//b", "./a/./b/.", "a/b/../b", "link/b", "a/../link//b/", "link/../a/b",
        ]
    )
    func same(spelling: String) throws {
        #expect(try rootPath(path(spelling)) == path("a/b"))
    }

    @Test("the root of all file systems is one slash")
    func slash() throws {
        for spelling in ["/", "//", "/.", "/..", "/../..//."] {
            #expect(try rootPath(Array(spelling.utf8)) == [UInt8(ascii: "/")])
            #expect(vanishedRootPath(Array(spelling.utf8)) == [UInt8(ascii: "/")])
        }
    }

    @Test("odd names keep their bytes", arguments: OddName.all)
    func odd(name: [UInt8]) throws {
        try scratch.folder.makeFolder(name)
        #expect(try rootPath(scratch.path(of: name)) == scratch.path(of: name))
        #expect(vanishedRootPath(scratch.path(of: name)) == scratch.path(of: name))
    }

    @Test(
        "where nothing is, the error says why",
        arguments: [
            ("no", ENOENT), ("a/no/b", ENOENT), ("file/x", ENOTDIR), ("loop/x", ELOOP), ("a/b/c", ENOENT),
        ]
    )
    func nothing(spelling: String, code: Int32) {
        #expect(throws: ListingError(call: "realpath", code: code)) { try rootPath(path(spelling)) }
    }

    @Test("an empty path is nothing, not the current folder")
    func empty() {
        #expect(throws: ListingError(call: "realpath", code: ENOENT)) { try rootPath([]) }
        #expect(vanishedRootPath([]) == nil)
    }

    @Test(
        "the path of what has vanished is absolute, without dots and double slashes",
        arguments: [
            ("/no/x", "/no/x"), ("/no/x/", "/no/x"), ("//no///x", "/no/x"), ("/no/./x/.", "/no/x"),
            ("/no/y/../x", "/no/x"),
            ("/no/../../no/x", "/no/x"), ("/no/...", "/no/..."), ("/no/..x", "/no/..x"),
        ]
    )
    func vanished(spelling: String, path: String) {
        #expect(vanishedRootPath(Array(spelling.utf8)) == Array(path.utf8))
    }

    @Test(
        "links on the way to what has vanished are read, also one that leads to it",
        arguments: [
            ("link/no", "a/no"), ("link/no/../x/", "a/x"), ("link/../no", "no"), ("a/no/../../link/no", "a/no"),
            ("dangling", "gone"), ("dangling/x", "gone/x"), ("dangling/../link/x", "a/x"), ("chain/x", "a/b/gone/x"),
            ("file/x", "file/x"), ("loop/x", "loop/x"),
        ]
    )
    func vanishedThroughLink(spelling: String, expected: String) throws {
        try scratch.folder.makeLink("dangling".utf8, to: path("gone"))
        try scratch.folder.makeLink("chain".utf8, to: "link/next".utf8)
        try MadeFolder(path: path("a")).makeLink("next".utf8, to: "./b/gone".utf8)
        #expect(vanishedRootPath(path(spelling)) == path(expected))
    }

    @Test("a relative path of what has vanished begins at the current folder")
    func relative() async {
        await #expect(processExitsWith: .success) { [folder = scratch.path as [UInt8]] in
            #expect(withCString(folder) { chdir($0) } == 0)
            let expected = folder + Array("/no/x".utf8)
            for spelling in ["no/x", "./no/x/", "a/../no//x", "no/y/.././x"] {
                #expect(vanishedRootPath(Array(spelling.utf8)) == expected)
            }
            #expect(vanishedRootPath([UInt8(ascii: ".")]) == folder)
            let real = try rootPath(Array("a".utf8))
            #expect(real == folder + Array("/a".utf8))
            // Of a current folder that is gone nothing can be told.
            #expect(mkdir("gone", 0o755) == 0 && chdir("gone") == 0 && rmdir("../gone") == 0)
            #expect(vanishedRootPath(Array("x".utf8)) == nil)
            #expect(vanishedRootPath(Array("/x".utf8)) == Array("/x".utf8))
        }
    }
}
