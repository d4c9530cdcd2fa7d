import Glibc
import TestSupport
import Testing

@testable import Listing

/// The entries of getdents64(2) taken apart, also as file systems return them that are not at hand.
@Suite struct EntryReaderTests {
    private static let unknown = UInt8(DT_UNKNOWN)

    @Test("an entry whose file system does not say its kind is asked for it")
    func unknownKinds() throws {
        try withTemporaryFolder { folder in
            let made = folder.folder
            try made.makeFile("file".utf8)
            try made.makeFolder("folder".utf8)
            try made.makeLink("link".utf8, to: "folder".utf8)
            try made.makePipe("pipe".utf8)
            let names = ["file", "folder", "link", "pipe", "vanished", ".", ".."]
            let (items, end) = try read(names.flatMap { entry($0, Self.unknown) }, in: folder.path)
            #expect(items.map(\.name) == ["file", "link", "pipe", "folder"].map { Array($0.utf8) })
            #expect(items.map(\.kind) == [.file, .link, .special, .folder])
            #expect(end == .complete)
        }
    }

    @Test("a listing with an entry whose kind cannot be found out is not complete")
    func undecidableKind() throws {
        try withTemporaryFolder { folder in
            try folder.folder.makeFile("file".utf8)
            // No file system has such a name, so asking for it fails for another reason than that it is not there.
            let long = String(repeating: "x", count: 256)
            let (items, end) = try read(entry("file", Self.unknown) + entry(long, Self.unknown), in: folder.path)
            #expect(items.count == 2)
            #expect(end == .brokenOff(ListingError(call: "statx", code: ENAMETOOLONG)))
        }
    }

    @Test("kinds that the folder says are not asked for")
    func knownKinds() throws {
        try withTemporaryFolder { folder in
            let types = [DT_REG, DT_DIR, DT_LNK, DT_FIFO, DT_SOCK, DT_CHR, DT_BLK, 14].map { UInt8($0) }
            let entries = types.enumerated().flatMap { entry("\($0)", $1) }
            let (items, end) = try read(entries, in: folder.path)
            let expected: [ItemKind] = [.file, .link, .special, .special, .special, .special, .special, .folder]
            #expect(items.map(\.kind) == expected)
            #expect(end == .complete)
        }
    }

    @Test("names that begin with dots are names, an empty one is none")
    func dots() throws {
        try withTemporaryFolder { folder in
            let names = [".", "..", "...", ".a", "..a", "", "a"]
            let (items, _) = try read(names.flatMap { entry($0, UInt8(DT_REG)) }, in: folder.path)
            #expect(items.map(\.name) == ["...", "..a", ".a", "a"].map { Array($0.utf8) })
        }
    }

    @Test("entries cut off anywhere are told from whole ones, and never read beyond their end")
    func cutOff() throws {
        try withTemporaryFolder { folder in
            let whole = entry("first", UInt8(DT_REG)) + entry("second one", UInt8(DT_REG))
            let ends = [0, entry("first", 0).count, whole.count]
            for count in 0...whole.count {
                var reader = try reader(in: folder.path)
                let isWhole = Array(whole[..<count]).withUnsafeBytes { reader.append($0) }
                #expect(isWhole == ends.contains(count))
            }
            for length in [0, 1, 18, 19, 25, 65_535] as [UInt16] {
                var wrong = whole
                wrong[16] = UInt8(truncatingIfNeeded: length)
                wrong[17] = UInt8(truncatingIfNeeded: length >> 8)
                var reader = try reader(in: folder.path)
                #expect(!wrong.withUnsafeBytes { reader.append($0) })
            }
        }
    }

    /// A `struct linux_dirent64`, padded to a multiple of eight bytes.
    private func entry(_ name: String, _ type: UInt8) -> [UInt8] {
        let length = (19 + name.utf8.count + 1 + 7) / 8 * 8
        var entry = [UInt8](repeating: 0, count: 16) + [UInt8(length & 0xFF), UInt8(length >> 8), type]
        entry += name.utf8
        return entry + [UInt8](repeating: 0, count: length - entry.count)
    }

    private func reader(in folder: [UInt8]) throws -> EntryReader {
        EntryReader(try Descriptor.open(folder, in: AT_FDCWD).get())
    }

    private func read(_ entries: [UInt8], in folder: [UInt8]) throws -> (FolderItems, FolderListing.End) {
        var reader = try reader(in: folder)
        let isWhole = entries.withUnsafeBytes { reader.append($0) }
        #expect(isWhole)
        let end = reader.end
        return (reader.finish(), end)
    }
}
