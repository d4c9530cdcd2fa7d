import Listing
import TestSupport
import Testing

/// What the local lister says of folders that stay as they are.
@Suite struct LocalListerTests {
    @Test("every kind of item is told without following links")
    func kinds() throws {
        try withTemporaryFolder { folder in
            let made = folder.folder
            try made.makeFile("file".utf8, size: 3)
            try made.makeFile("huge.jpg".utf8, size: 1_099_511_627_776)
            try made.makeFolder("folder".utf8)
            try made.makeFolder("holiday.jpg".utf8)
            try made.makePipe("pipe.jpg".utf8)
            try made.makeSocket("socket.jpg".utf8)
            let links = [
                ("to-file", "file"), ("to-folder", "folder"), ("to-nothing", "nothing"), ("to-self", "to-self"),
                ("here", "."), ("up", ".."), ("l1", "l2"), ("l2", "l1"), ("root", "/"),
            ]
            for (name, target) in links { try made.makeLink(name.utf8, to: target.utf8) }

            let opened = try openRoot(folder)
            let items = opened.listing.items
            #expect(opened.listing.end == .complete)
            #expect(items.folders.map(\.name) == ["folder", "holiday.jpg"].map { Array($0.utf8) })
            let kinds = Dictionary(uniqueKeysWithValues: items.files.map { ($0.name, $0.kind) })
            for (name, _) in links { #expect(kinds[Array(name.utf8)] == .link) }
            #expect(kinds[Array("pipe.jpg".utf8)] == .special && kinds[Array("socket.jpg".utf8)] == .special)
            #expect(kinds[Array("file".utf8)] == .file && kinds[Array("huge.jpg".utf8)] == .file)
            #expect(items.count == links.count + 6)

            for item in items.files {
                // Only a regular file has facts; for what took its name meanwhile it has vanished.
                let expected: Int64? = item.kind == .file ? (item.name.count == 4 ? 3 : 1_099_511_627_776) : nil
                let facts = opened.facts(of: item)
                switch facts {
                case .success(let facts): #expect(facts.size == expected)
                case .failure(let error): #expect(expected == nil && error.meaning == .vanished)
                }
            }
        }
    }

    @Test("odd names are kept byte for byte and can be inspected and listed")
    func oddNames() throws {
        try withTemporaryFolder { folder in
            for name in OddName.all {
                let below = try folder.folder.makeFolder(name)
                for name in OddName.all { try below.makeFile(name, size: Int64(name.count)) }
            }
            let sorted = OddName.all.sorted { $0.lexicographicallyPrecedes($1) }
            var count = 0
            try listAll(folder.path) { path, result in
                let opened = try result.get()
                #expect(opened.listing.items.map(\.name) == sorted)
                for item in opened.listing.items.files {
                    count += 1
                    #expect(try opened.facts(of: item).get().size == Int64(item.name.count))
                }
            }
            #expect(count == OddName.all.count * OddName.all.count)
        }
    }

    @Test("one name that is not text hides none of the folders beside it")
    func oddNameBesideFolders() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b", "c", "d"] {
                try folder.folder.makeFolder(name.utf8).makeFolder("sub".utf8).makeFile("x.jpg".utf8)
            }
            try folder.folder.open("b".utf8).makeFile([0xA7, 0xFF, 0x01, 0x2E, 0x6A, 0x70, 0x67])
            var files = 0
            try listAll(folder.path) { _, result in files += try result.get().listing.items.files.count }
            #expect(files == 5)
        }
    }

    @Test("a folder of 100,000 files is listed to its end in order")
    func flat() throws {
        try withTemporaryFolder { folder in
            for number in 0..<100_000 { try folder.folder.makeFile("i\(number).jpg".utf8) }
            let listing = try openRoot(folder).listing
            #expect(listing.end == .complete && listing.items.count == 100_000)
            let names = (0..<100_000).map { Array("i\($0).jpg".utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
            #expect(listing.items.map(\.name) == names)
            let found = Array("i99999.jpg".utf8).withUnsafeBytes { listing.items.position(of: $0, in: 0..<100_000) }
            #expect(found == 99_999)
        }
    }

    @Test("a root is opened through a link, with a slash at its end, and by a relative path")
    func spellingsOfRoots() throws {
        try withTemporaryFolder { folder in
            try folder.folder.makeFolder("-d".utf8).makeFile("x.jpg".utf8)
            try folder.folder.makeLink("link".utf8, to: "-d".utf8)
            for name in ["-d", "-d/", "link", "link/", "./-d/.", "-d/../link"] {
                let root = folder.path(of: name.utf8)
                let listing = try list(TreePath(root: root), with: LocalFolderLister(root: root)).get().listing
                #expect(listing.items.map(\.name) == [Array("x.jpg".utf8)])
            }
        }
    }

    @Test("a root that is a file, a dead link or nothing cannot be opened", arguments: ["file", "dead", "nothing"])
    func impossibleRoots(name: String) throws {
        try withTemporaryFolder { folder in
            try folder.folder.makeFile("file".utf8)
            try folder.folder.makeLink("dead".utf8, to: "nowhere".utf8)
            let error = #expect(throws: ListingError.self) {
                try LocalFolderLister(root: folder.path(of: name.utf8))
            }
            #expect(error?.meaning == .vanished)
            #expect(error?.description.hasPrefix("openat: ") == true)
        }
    }

    @Test("facts of a folder are those of the folder itself")
    func folderFacts() throws {
        try withTemporaryFolder { folder in
            let stamp = TimeStamp(seconds: 1_000_000_000, nanoseconds: 123_456_789)
            try folder.folder.makeFolder("a".utf8)
            try folder.folder.setModified(stamp, of: "a".utf8)
            let root = folder.path(of: "a".utf8)
            let lister = try LocalFolderLister(root: root)
            let listing = try list(TreePath(root: root), with: lister).get().listing
            #expect(listing.facts.modified == stamp.sinceEpoch && lister.rootFacts == listing.facts)
            let above = try openRoot(folder).listing.facts
            #expect(listing.facts.inode != above.inode && listing.facts.device == above.device)
        }
    }
}
