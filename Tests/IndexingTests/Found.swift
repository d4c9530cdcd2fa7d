import AsyncLoop
import Indexing
import Listing

/// What a run is told of a folder and all below it, by tests that need no walker and no disk.
struct Found {
    /// What is at the name of an item that is not a folder.
    enum Item: Equatable {
        case image(FileFacts, extension: Int = 0)
        case failed(ListingError)
        case gone
        case other
        case link
        case unseen
    }

    /// What becomes of the folder itself.
    enum End: Equatable {
        case listed
        case brokenOff(ListingError)
        case fails(ListingError)
        case excluded
        case unfinished
    }

    var files: [[UInt8]: Item] = [:]
    var folders: [[UInt8]: Found] = [:]
    var end = End.listed
    var volume: Volume?
    var facts = FileFacts(size: 0, modified: 1, changed: 1, inode: 1, device: 1)

    /// A folder of images named by texts, each with its own size.
    init(_ images: [String: Int64] = [:], folders: [String: Found] = [:], end: End = .listed) {
        for (name, size) in images { files[Array(name.utf8)] = .image(.of(size)) }
        for (name, folder) in folders { self.folders[Array(name.utf8)] = folder }
        self.end = end
    }

    /// What is at a name given as text; nil if nothing is.
    subscript(_ name: String) -> Item? {
        get { files[Array(name.utf8)] }
        set { files[Array(name.utf8)] = newValue }
    }

    /// The subfolder of a name; what is not there is empty.
    subscript(folder name: String) -> Found {
        get { folders[Array(name.utf8)] ?? Found() }
        set { folders[Array(name.utf8)] = newValue }
    }

    /// Whether it and all below it are listed to their end or excluded.
    var isFinished: Bool {
        switch end {
        case .listed: !files.values.contains(.unseen) && folders.values.allSatisfy(\.isFinished)
        case .excluded: true
        case .brokenOff, .fails, .unfinished: false
        }
    }

    /// Inode numbers from here on are taken as they are; lower ones belong to the path they are at, so that files
    /// and folders that a test did not number are never the same.
    static let firstOwnInode: Int64 = 1 << 40

    private static func numbered(_ facts: FileFacts, at path: [UInt8]?) -> FileFacts {
        guard let path, facts.inode < firstOwnInode else { return facts }
        var facts = facts
        // FNV-1a, cut so that it stays below the numbers of tests.
        let hash = path.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        facts.inode += Int64(hash >> 28) << 4
        return facts
    }

    /// As a listing with what was seen at each item.
    var seen: SeenFolder { seen(at: nil) }

    /// The same of a folder at a path; nil: all numbers as they are.
    func seen(at path: [UInt8]?) -> SeenFolder {
        var builder = FolderItems.Builder()
        for (name, item) in files {
            name.withUnsafeBytes { builder.append($0, kind: item == .link ? .link : .file) }
        }
        for name in folders.keys { name.withUnsafeBytes { builder.append($0, kind: .folder) } }
        var listingEnd = FolderListing.End.complete
        if case .brokenOff(let error) = end { listingEnd = .brokenOff(error) }
        let listing = FolderListing(
            items: builder.finish(),
            facts: Self.numbered(facts, at: path),
            end: listingEnd,
            volume: volume
        )
        let items = listing.items.files.map { item -> SeenItem in
            guard case .image(let facts, let number) = files[item.name]?.seen else {
                return files[item.name]?.seen ?? .other
            }
            return .image(Self.numbered(facts, at: path.map { $0 + [47] + item.name }), extension: number)
        }
        return SeenFolder(listing: listing, items: SeenItems(items))
    }
}

extension Found.Item {
    var seen: SeenItem {
        switch self {
        case .image(let facts, let number): .image(facts, extension: number)
        case .failed(let error): .failed(error, extension: 0)
        case .gone: .gone
        case .other, .link: .other
        case .unseen: .unseen
        }
    }
}

extension FileFacts {
    /// The facts of a file of some size, the same for the same size.
    static func of(_ size: Int64) -> FileFacts {
        FileFacts(size: size, modified: size * 1_000_000_000, changed: size + 7, inode: size + 1_000, device: 1)
    }
}

extension ListingError {
    static let denied = ListingError(call: "openat", code: 13)
    static let broken = ListingError(call: "getdents64", code: 5)
    static let vanished = ListingError(call: "openat", code: 2)
    static let unreadable = ListingError(call: "statx", code: 5)
}

extension IndexRun {
    /// Takes a folder and all below it, in the order in which a walk of width 1 tells it.
    func take(_ found: Found) {
        take(found, as: folder)
    }

    /// Takes a subfolder of the top folder, which was recorded, and all below it.
    func take(_ found: Found, under name: [UInt8]) {
        take(found, as: subfolder(TreePath(name, in: folder.path), in: folder))
    }

    private func take(_ found: Found, as folder: IndexedFolder) {
        switch found.end {
        case .fails(let error): record(error, of: folder, reply: .ignored)
        case .excluded: recordExcluded(folder)
        case .unfinished: recordUnfinished(folder)
        case .listed, .brokenOff:
            let seen = found.seen(at: folder.path.bytes)
            record(seen, of: folder, reply: .ignored)
            if folder.isLeft { return }
            for item in seen.listing.items.folders {
                guard let below = found.folders[item.name] else { continue }
                take(below, as: subfolder(TreePath(item.name, in: folder.path), in: folder))
            }
            if found.isFinished && !found.folders.isEmpty { recordFinished(folder) }
        }
    }

    /// Takes a chain of folders of one name, with one image in the deepest.
    func takeChain(_ depth: Int, name: String) {
        var folder = folder
        for level in 0...depth {
            var found = level == depth ? Found(["deep.jpg": 5]) : Found()
            if level < depth { found[folder: name] = Found() }
            record(found.seen(at: folder.path.bytes), of: folder, reply: .ignored)
            if level < depth { folder = subfolder(TreePath(Array(name.utf8), in: folder.path), in: folder) }
        }
    }
}

extension Reply<Void> {
    /// A reply for those who bring little.
    static var ignored: Reply<Void> { Reply { _ in } }
}
