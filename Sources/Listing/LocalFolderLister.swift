internal import CSystem
internal import Glibc

/// Lists folders of the local file system, each from the descriptor of its parent.
///
/// No path is ever handed to the kernel but the root's, so paths may be of any
/// length; and no link is followed but in the root's path, so a walk cannot leave
/// its tree. Folders whose subfolders are walked are kept open, a bounded number
/// of them; what was given up is opened again step by step from the nearest one
/// that is open.
public final class LocalFolderLister: FolderLister {
    private let root: Descriptor
    private let rootPath: [UInt8]
    private let cache: DescriptorCache
    private let staysOnVolume: Bool
    private let volumes = VolumeTable()

    /// What is known of the root folder.
    public let rootFacts: FileFacts

    /// Opens a root.
    ///
    /// - Parameters:
    ///   - root: The path of the root folder; here, and only here, links are followed.
    ///   - openFolders: The most folders to hold open between their listing and
    ///     that of their subfolders, at least 1. While it lists, every lane holds
    ///     up to three more. Default: 64.
    ///   - staysOnVolume: Whether folders on another volume than the root are opened, but not read: a device number
    ///     that differs, as for `find -xdev`. Default: they are read.
    /// - Throws: Why the root cannot be opened.
    public init(root: [UInt8], openFolders: Int = 64, staysOnVolume: Bool = false) throws(ListingError) {
        self.staysOnVolume = staysOnVolume
        self.root = try Descriptor.open(root, in: AT_FDCWD, followsLink: true).get()
        rootPath = root
        rootFacts = try self.root.inspect("").get().0
        cache = DescriptorCache(capacity: openFolders)
    }

    /// Why the root's path does not lead to the folder that was opened any more.
    ///
    /// A walk goes on in a root that was renamed, and finds nothing in one that was
    /// removed: only this tells that what it found is not what the path leads to.
    /// - Returns: Nil if it still does.
    public func rootReplacement() -> String? {
        do throws(ListingError) {
            let found = try FileIdentity(at: rootPath)
            return try found == FileIdentity(of: root.number) ? nil : "something else has its place"
        } catch {
            return error.meaning == .vanished ? "it is not there any more" : error.description
        }
    }

    /// Lists a folder; see ``FolderLister/list(_:completion:)``.
    ///
    /// Completes before it returns.
    public func list(
        _ folder: TreePath,
        completion: @escaping @Sendable (Result<OpenFolder, ListingError>) -> Void
    ) {
        completion(open(folder).flatMap { read(folder, from: $0) })
    }

    /// Opens a folder without listing it; see ``FolderLister/open(_:inspects:items:)``.
    ///
    /// One system call, statx(2), unless its items are to be inspected.
    public func open(_ folder: TreePath, inspects: Bool, items: (FileFacts) -> FolderItems?) -> OpenFolder? {
        guard inspects else {
            guard let parent = folder.parent, case .success(let above) = hold(parent),
                case .success((let facts, .folder)) = withCString(folder.name, { above.inspect($0) }),
                let items = items(facts)
            else { return nil }
            return OpenFolder(
                listing: FolderListing(items: items, facts: facts, end: .complete),
                inspector: { _ in .failure(ListingError(call: "statx", code: EBADF)) }
            )
        }
        guard case .success(let descriptor) = open(folder), case .success((let facts, _)) = descriptor.inspect(""),
            let items = items(facts)
        else { return nil }
        if items.firstFolder < items.count { cache.insert(descriptor, of: folder) }
        return OpenFolder(
            listing: FolderListing(items: items, facts: facts, end: .complete),
            inspector: { inspect($0, in: descriptor) }
        )
    }

    private func read(_ folder: TreePath, from descriptor: Descriptor) -> Result<OpenFolder, ListingError> {
        let began = currentTime()
        // The facts come first: a change while the items are read makes them old, not wrong.
        return descriptor.inspect("").flatMap { facts, _ in
            let volume: Volume?
            do throws(ListingError) {
                volume = try volumes.volume(of: facts.device, descriptor)
            } catch {
                return .failure(error)
            }
            if staysOnVolume && facts.device != rootFacts.device {
                let listing = FolderListing(
                    items: FolderItems.Builder().finish(),
                    facts: facts,
                    end: .otherVolume,
                    began: began,
                    volume: volume
                )
                return .success(OpenFolder(listing: listing, inspector: { inspect($0, in: descriptor) }))
            }
            var reader = EntryReader(descriptor)
            let end = reader.readAll()
            let items = reader.finish()
            if items.firstFolder < items.count {
                cache.insert(descriptor, of: folder)
            }
            let listing = FolderListing(
                items: items,
                facts: facts,
                end: end,
                began: began,
                volume: volume
            )
            return .success(
                OpenFolder(
                    listing: listing,
                    inspector: { inspect($0, in: descriptor) },
                    reader: { [self] in contents(of: $0, in: descriptor, atMost: $1) }
                )
            )
        }
    }

    /// A descriptor to read a folder's entries with.
    private func open(_ folder: TreePath) -> Result<Descriptor, ListingError> {
        guard let parent = folder.parent else { return openChild(Array(".".utf8), of: root) }
        return hold(parent).flatMap { openChild(folder.name, of: $0) }
    }

    /// The descriptor of a folder whose subfolders are walked, opened again if need be.
    private func hold(_ folder: TreePath) -> Result<Descriptor, ListingError> {
        var toOpen: [TreePath] = []
        var held = root
        var next: TreePath? = folder
        while let folder = next, folder.depth > 0 {
            if let descriptor = cache.descriptor(of: folder) {
                held = descriptor
                break
            }
            toOpen.append(folder)
            next = folder.parent
        }
        for folder in toOpen.reversed() {
            switch openChild(folder.name, of: held) {
            case .success(let descriptor):
                held = descriptor
                cache.insert(descriptor, of: folder)
            case .failure(let error):
                return .failure(error)
            }
        }
        return .success(held)
    }

    private func openChild(_ name: [UInt8], of parent: Descriptor) -> Result<Descriptor, ListingError> {
        opening { Descriptor.open(name, in: parent.number) }
    }

    /// The content of a small file in an open folder.
    private func contents(
        of item: FolderItem,
        in folder: Descriptor,
        atMost limit: Int
    ) -> Result<[UInt8], ListingError> {
        item.withName { name -> Result<[UInt8], ListingError> in
            // Never nil: a name is not empty.
            guard let base = name.baseAddress else { return .failure(ListingError(call: "openat", code: ENOENT)) }
            return opening { Descriptor.openFile(base.assumingMemoryBound(to: CChar.self), in: folder.number) }
                .flatMap { file in
                    file.inspect("").flatMap { _, kind in
                        // Something else has the name: the file is not there any more.
                        kind == .file ? file.read(atMost: limit) : .failure(ListingError(call: "openat", code: ENOENT))
                    }
                }
        }
    }

    /// Opens something, and makes room for its descriptor if there is none.
    private func opening(_ open: () -> Result<Descriptor, ListingError>) -> Result<Descriptor, ListingError> {
        var futile = 0
        while true {
            let result = open()
            guard case .failure(let error) = result, error.code == EMFILE || error.code == ENFILE else { return result }
            // No descriptor is free: give up those that are only kept for later. Again and
            // again, as other lanes may be quicker to give up, and to take what becomes free.
            futile = cache.giveUp() ? 0 : futile + 1
            if futile == 8 { return result }
        }
    }
}

/// The facts of a file in an open folder.
private func inspect(_ item: FolderItem, in folder: Descriptor) -> Result<FileFacts, ListingError> {
    item.withName { name -> Result<FileFacts, ListingError> in
        // Never nil: a name is not empty.
        guard let base = name.baseAddress else { return .failure(ListingError(call: "statx", code: ENOENT)) }
        return folder.inspect(base.assumingMemoryBound(to: CChar.self)).flatMap { facts, kind in
            // Something else has the name: the file is not there any more.
            kind == .file ? .success(facts) : .failure(ListingError(call: "statx", code: ENOENT))
        }
    }
}
