internal import AsyncLoop
public import Listing
internal import Synchronization

/// Lists the folders of a tree of a remote, one call for each.
///
/// A listing is complete only if rclone said nothing meanwhile of items that it left out, and all names can be names:
/// else it is broken off, and what it lacks is not missing.
public final class RcloneFolderLister: FolderLister {
    private let tree: RcloneTree
    private let server: RcloneServer
    /// The folders that were found and not listed yet, by their paths.
    private let found = Mutex<[[UInt8]: FileFacts]>([:])

    /// Makes a lister of a tree.
    public init(_ tree: RcloneTree, _ server: RcloneServer) {
        self.tree = tree
        self.server = server
    }

    /// Lists a folder; see ``FolderLister/list(_:completion:)``.
    ///
    /// Returns at once.
    public func list(
        _ folder: TreePath,
        completion: @escaping @Sendable (Result<OpenFolder, ListingError>) -> Void
    ) {
        let path = folder.bytes
        let below = Array(path.dropFirst(tree.path.count).drop { $0 == UInt8(ascii: "/") })
        let names = RcloneFacts(tree, below)
        let facts = found.withLock { $0.removeValue(forKey: path) } ?? names.facts
        if folder.depth == 0, let answer = tree.takeFirst() {
            return completion(open(answer, at: path, names, facts))
        }
        server.ask(
            .list(remote: tree.place, folder: below, hash: tree.hash),
            call: "folder",
            reply: Reply { [self] answer in
                switch answer {
                case .failure(let error): completion(.failure(error))
                case .success(let answer): completion(open(answer, at: path, names, facts))
                }
            }
        )
    }

    private func open(
        _ answer: RcloneAnswer,
        at path: [UInt8],
        _ names: RcloneFacts,
        _ facts: FileFacts
    ) -> Result<OpenFolder, ListingError> {
        guard let (all, odd) = RcloneItem.all(in: answer.body) else {
            return .failure(Self.error("rclone: the answer is no listing"))
        }
        // A folder that may not be read has an empty listing, and a line that says why.
        if all.isEmpty, odd == 0, let complaint = answer.complaint { return .failure(Self.error(complaint)) }
        var builder = RemoteItems.Builder()
        var folders: [([UInt8], FileFacts)] = []
        // Of those of one name and number the first one stays: in an order that is the same in each run.
        for item in all.sorted(by: RcloneFacts.isBefore) {
            let facts = names.facts(of: item)
            let remote = RemoteFacts(sha1: item.sha1)
            builder.append(item.name, kind: item.isFolder ? .folder : .file, facts: facts, remote: remote)
            if item.isFolder { folders.append((path + [UInt8(ascii: "/")] + item.name, facts)) }
        }
        found.withLock { found in
            // As the builder: that with the lowest number.
            for (path, facts) in folders.sorted(by: { $0.1.inode > $1.1.inode }) { found[path] = facts }
        }
        let (items, remote) = builder.finish()
        var end = FolderListing.End.complete
        if let complaint = answer.complaint {
            end = .brokenOff(Self.error(complaint))
        } else if odd > 0 {
            end = .brokenOff(Self.error("rclone lists \(odd) items whose names cannot be those of a path"))
        }
        return .success(OpenFolder(remote: remote, items: items, facts: facts, end: end, volume: tree.volume))
    }

    private static func error(_ words: String) -> ListingError {
        ListingError(call: "folder", code: ListingError.code(ofRclone: words), words: words)
    }
}

/// Makes facts of what rclone says of the items of one folder.
struct RcloneFacts: Sendable {
    private let backend: RcloneBackend
    private let precision: Int64?
    /// The path of the folder within its remote.
    private let folder: [UInt8]

    init(_ tree: RcloneTree, _ below: [UInt8]) {
        self.init(tree.backend, precision: tree.precision, folder: Self.path(tree.name.folder, below))
    }

    init(_ backend: RcloneBackend, precision: Int64?, folder: [UInt8]) {
        self.backend = backend
        self.precision = precision
        self.folder = folder
    }

    private static func path(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
        folder.isEmpty || name.isEmpty ? folder + name : folder + [UInt8(ascii: "/")] + name
    }

    /// The facts of the folder itself, of which nothing was said.
    var facts: FileFacts {
        let unknown = FileFacts.unknownTime
        return FileFacts(
            size: 0,
            modified: unknown,
            changed: 0,
            inode: Self.number(folder),
            device: FileFacts.noDevice
        )
    }

    /// The facts of an item, in the terms of a file system.
    ///
    /// Where ids last they number the items; elsewhere their paths do, so that nothing is ever seen to move, and nothing
    /// to be replaced by something else.
    func facts(of item: RcloneItem) -> FileFacts {
        let modified = item.isFolder && !backend.keepsFolderTimes ? nil : time(item.modified)
        var stamp = StableHash()
        stamp.add(item.isFolder ? 0 : item.size)
        stamp.add(modified ?? FileFacts.unknownTime)
        stamp.add(item.hash)
        let isNumbered = backend.hasLastingIDs && !item.id.isEmpty
        return FileFacts(
            size: item.isFolder ? 0 : item.size,
            modified: modified ?? FileFacts.unknownTime,
            changed: stamp.value,
            inode: Self.number(isNumbered ? item.id : Self.path(folder, item.name)),
            device: FileFacts.noDevice
        )
    }

    /// A time in the steps that the store keeps; nil: it keeps none, or there is none.
    private func time(_ modified: Int64?) -> Int64? {
        guard let modified, let precision, modified > 0 else { return precision == nil ? nil : modified }
        return modified - modified % precision
    }

    private static func number(_ bytes: [UInt8]) -> Int64 {
        var hash = StableHash()
        hash.add(bytes)
        return hash.value
    }

    /// An order of items that does not depend on that in which they were listed.
    static func isBefore(_ first: RcloneItem, _ second: RcloneItem) -> Bool {
        if first.name != second.name { return first.name.lexicographicallyPrecedes(second.name) }
        if first.id != second.id { return first.id.lexicographicallyPrecedes(second.id) }
        return (first.size, first.modified ?? 0) < (second.size, second.modified ?? 0)
    }
}
