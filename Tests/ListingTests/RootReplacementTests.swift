import Listing
import TestSupport
import Testing

/// What is said of a root whose path leads elsewhere while it is walked.
@Suite struct RootReplacementTests {
    private let scratch: TemporaryFolder
    private let lister: LocalFolderLister

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.folder.makeFolder("root".utf8).makeFile("a.jpg".utf8)
        lister = try LocalFolderLister(root: scratch.path(of: "root".utf8))
    }

    @Test("a root that changes inside is still the same")
    func same() throws {
        #expect(lister.rootReplacement() == nil)
        let root = try MadeFolder(path: scratch.path(of: "root".utf8))
        try root.remove("a.jpg".utf8)
        try root.makeFolder("b".utf8)
        #expect(lister.rootReplacement() == nil)
    }

    @Test("a root that was renamed is told, until it is back")
    func renamed() throws {
        try scratch.folder.rename("root".utf8, to: "away".utf8)
        #expect(lister.rootReplacement() == "it is not there any more")
        try scratch.folder.makeFile("root".utf8)
        #expect(lister.rootReplacement() == "something else has its place")
        try scratch.folder.remove("root".utf8)
        try scratch.folder.rename("away".utf8, to: "root".utf8)
        #expect(lister.rootReplacement() == nil)
    }

    @Test("a root in whose place another folder is made is told, also if it looks the same")
    func replaced() throws {
        try scratch.folder.rename("root".utf8, to: "away".utf8)
        try scratch.folder.makeFolder("root".utf8).makeFile("a.jpg".utf8)
        #expect(lister.rootReplacement() == "something else has its place")
    }
}
