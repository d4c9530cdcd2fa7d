import Listing
import TestSupport
import Testing

/// What the local lister says of folders that change between their listing and that of what is in them.
@Suite struct ChangedFolderTests {
    @Test("a folder that was removed has vanished")
    func removed() throws {
        try afterListing { made in
            try made.removeFolder("sub".utf8)
        } expect: { result in
            #expect(meaning(of: result) == .vanished)
        }
    }

    @Test("a folder replaced by a link to a folder is not entered", arguments: [".", "..", "/", "other"])
    func replacedByLink(target: String) throws {
        try afterListing { made in
            try made.rename("sub".utf8, to: "moved".utf8)
            try made.makeLink("sub".utf8, to: target.utf8)
        } expect: { result in
            #expect(meaning(of: result) == .vanished)
        }
    }

    @Test("a folder replaced by a file or a pipe has vanished")
    func replacedByOthers() throws {
        try afterListing { made in
            try made.removeFolder("sub".utf8)
            try made.makeFile("sub".utf8)
        } expect: { result in
            #expect(meaning(of: result) == .vanished)
        }
        try afterListing { made in
            try made.removeFolder("sub".utf8)
            try made.makePipe("sub".utf8)
        } expect: { result in
            #expect(meaning(of: result) == .vanished)
        }
    }

    @Test("a folder that was moved away and replaced by another is listed as what is there now")
    func replacedByFolder() throws {
        try afterListing { made in
            try made.rename("sub".utf8, to: "moved".utf8)
            try made.makeFolder("sub".utf8).makeFile("new".utf8)
        } expect: { result in
            let names = try result.get().listing.items.map(\.name)
            #expect(names == [Array("new".utf8)])
        }
    }

    @Test("a file replaced by anything else has vanished, one replaced by a file is that file")
    func replacedFiles() throws {
        try withTemporaryFolder { folder in
            let made = folder.folder
            let names = ["file", "folder", "gone", "link", "pipe"].map { Array($0.utf8) }
            for name in names { try made.makeFile(name) }
            let opened = try openRoot(folder)
            for name in names { try made.remove(name) }
            try made.makeFile("file".utf8, size: 7)
            try made.makeFolder("folder".utf8)
            try made.makeLink("link".utf8, to: "file".utf8)
            try made.makePipe("pipe".utf8)
            let facts = opened.listing.items.map { opened.facts(of: $0) }
            #expect(try facts[0].get().size == 7)
            for result in facts.dropFirst() { #expect(meaning(of: result) == .vanished) }
        }
    }

    @Test("a root removed while it is open is not complete, and what was below it has vanished")
    func removedRoot() throws {
        try withTemporaryFolder { folder in
            let root = folder.path(of: "root".utf8)
            try folder.folder.makeFolder("root".utf8).makeFolder("sub".utf8)
            let path = TreePath(root: root)
            let lister = try LocalFolderLister(root: root)
            _ = try list(path, with: lister).get()
            try folder.folder.open("root".utf8).removeFolder("sub".utf8)
            try folder.folder.removeFolder("root".utf8)
            #expect(meaning(of: try list(TreePath(Array("sub".utf8), in: path), with: lister)) == .vanished)
            switch try list(path, with: lister) {
            case .failure(let error): #expect(error.meaning == .vanished)
            // The descriptor of the root can still be opened again, but not be read.
            case .success(let opened):
                #expect(opened.listing.end == .brokenOff(ListingError(call: "getdents64", code: 2)))
            }
        }
    }

    /// Lists a folder, lets it change, and lists its subfolder `sub`.
    private func afterListing(
        _ change: (MadeFolder) throws -> Void,
        expect: (Result<OpenFolder, ListingError>) throws -> Void
    ) throws {
        try withTemporaryFolder { folder in
            try folder.folder.makeFolder("other".utf8).makeFile("secret".utf8)
            try folder.folder.makeFolder("sub".utf8)
            let lister = try LocalFolderLister(root: folder.path)
            let root = TreePath(root: folder.path)
            _ = try list(root, with: lister).get()
            try change(folder.folder)
            try expect(list(TreePath(Array("sub".utf8), in: root), with: lister))
        }
    }

    private func meaning<Value>(of result: Result<Value, ListingError>) -> ListingError.Meaning? {
        if case .failure(let error) = result { error.meaning } else { nil }
    }
}
