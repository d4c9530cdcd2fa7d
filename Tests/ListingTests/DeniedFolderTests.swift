import Glibc
import Listing
import TestSupport
import Testing

/// Folders that may not be read.
///
/// Root may read all, so this is asked by a process that is not root.
@Suite struct DeniedFolderTests {
    @Test("a folder that may not be listed is denied, its neighbours are listed")
    func denied() async throws {
        try await withTemporaryFolder { folder in
            for name in ["a", "b", "c", "d"] { try folder.folder.makeFolder(name.utf8).makeFile("x.jpg".utf8) }
            try letOthersIn(folder)
            try folder.folder.setMode(0o000, of: "b".utf8)
            await #expect(processExitsWith: .success) { [root = folder.path as [UInt8]] in
                try becomeNobody()
                var listed: [[UInt8]: ListingError.Meaning?] = [:]
                try listAll(root) { path, result in
                    if case .failure(let error) = result {
                        #expect(error == ListingError(call: "openat", code: EACCES))
                        listed.updateValue(error.meaning, forKey: path.name)
                    } else {
                        listed.updateValue(nil, forKey: path.name)
                    }
                }
                #expect(listed[Array("b".utf8)] == .denied)
                #expect(listed.count == 5 && listed.values.filter { $0 == nil }.count == 4)
            }
        }
    }

    @Test("in a folder that may be listed but not entered all items are told and none can be inspected")
    func listOnly() async throws {
        try await withTemporaryFolder { folder in
            let made = try folder.folder.makeFolder("r".utf8)
            try made.makeFile("x.jpg".utf8)
            try made.makeFolder("sub".utf8)
            try letOthersIn(folder)
            try folder.folder.setMode(0o444, of: "r".utf8)
            await #expect(processExitsWith: .success) { [root = folder.path(of: "r".utf8) as [UInt8]] in
                try becomeNobody()
                let lister = try LocalFolderLister(root: root)
                let path = TreePath(root: root)
                guard case .success(let opened) = try list(path, with: lister) else {
                    // Listing starts with opening "." in it, which needs the right to enter it.
                    return
                }
                #expect(opened.listing.items.count == 2)
                #expect(throws: ListingError(call: "statx", code: EACCES)) {
                    try opened.facts(of: opened.listing.items[0]).get()
                }
                guard case .failure(let error) = try list(TreePath(Array("sub".utf8), in: path), with: lister) else {
                    Issue.record("entered")
                    return
                }
                #expect(error.meaning == .denied)
            }
        }
    }

    @Test("the facts of a file that may not be read are told all the same")
    func unreadableFile() async throws {
        try await withTemporaryFolder { folder in
            try folder.folder.makeFile("x.jpg".utf8, size: 9)
            try folder.folder.setMode(0o000, of: "x.jpg".utf8)
            try letOthersIn(folder)
            await #expect(processExitsWith: .success) { [root = folder.path as [UInt8]] in
                try becomeNobody()
                let opened = try list(TreePath(root: root), with: LocalFolderLister(root: root)).get()
                #expect(try opened.facts(of: opened.listing.items[0]).get().size == 9)
            }
        }
    }

    @Test("a root that may not be read cannot be opened")
    func deniedRoot() async throws {
        try await withTemporaryFolder { folder in
            try folder.folder.makeFolder("no".utf8)
            try letOthersIn(folder)
            try folder.folder.setMode(0o000, of: "no".utf8)
            await #expect(processExitsWith: .success) { [root = folder.path(of: "no".utf8) as [UInt8]] in
                try becomeNobody()
                #expect(throws: ListingError(call: "openat", code: EACCES)) { try LocalFolderLister(root: root) }
            }
        }
    }
}

private func letOthersIn(_ folder: TemporaryFolder) throws {
    try folder.folder.setMode(0o755, of: ".".utf8)
}

/// Gives up all rights of root, if this process has them, for good.
private func becomeNobody() throws {
    guard geteuid() == 0 else { return }
    guard setgroups(0, nil) == 0, setgid(65_534) == 0, setuid(65_534) == 0 else {
        throw CallError(call: "setuid", code: errno)
    }
}
