internal import Dispatch
internal import Glibc
import Synchronization

/// A lister that gives folders up that do not answer.
///
/// A folder on a mount of a kind that can hang is listed under watch, and so are its items. The first of these that
/// does not answer ends the look at the others: the listing is broken off then, and nothing in it is absent.
public final class WatchedLister: FolderLister {
    private let lister: any FolderLister
    private let watch: Watch
    private let mounts: MountTree
    private let watchesAll: Bool

    /// Makes a lister.
    ///
    /// - Parameters:
    ///   - lister: Lists.
    ///   - watch: Says how long a call may take.
    ///   - mounts: What is mounted in the tree.
    ///   - watchesAll: Whether every folder is watched, whatever it is on.
    public init(_ lister: any FolderLister, watch: Watch, mounts: MountTree, watchesAll: Bool) {
        self.lister = lister
        self.watch = watch
        self.mounts = mounts
        self.watchesAll = watchesAll
    }

    /// Lists a folder; see ``FolderLister/list(_:completion:)``.
    ///
    /// Completes before it returns if the folder is watched.
    public func list(
        _ folder: TreePath,
        completion: @escaping @Sendable (Result<OpenFolder, ListingError>) -> Void
    ) {
        let place = mounts.place(of: folder)
        guard watchesAll || place.canHang else { return lister.list(folder, completion: completion) }
        let result = watch.run("listing", on: place.mount) { [lister] in
            let call = WatchedCall<OpenFolder>()
            lister.list(folder) { result in
                _ = call.finish(result)
                call.done.leave()
            }
            call.done.wait()
            // Never nil: it has completed.
            return call.takeResult() ?? .failure(ListingError(call: "listing", code: ETIMEDOUT))
        }
        completion(result.map { watched($0, on: place.mount) })
    }

    /// Opens a folder without listing it; see ``FolderLister/open(_:inspects:items:)``.
    public func open(_ folder: TreePath, inspects: Bool, items: (FileFacts) -> FolderItems?) -> OpenFolder? {
        let place = mounts.place(of: folder)
        guard watchesAll || place.canHang else { return lister.open(folder, inspects: inspects, items: items) }
        // Asked for here and not by the worker: one that was given up may come back when nobody expects it.
        let none = FolderItems.Builder().finish()
        let found = watch.run("statx", on: place.mount) { [lister] in
            Result<OpenFolder?, ListingError>.success(lister.open(folder, inspects: false) { _ in none })
        }
        guard case .success(let known?) = found, let items = items(known.listing.facts) else { return nil }
        let listing = FolderListing(items: items, facts: known.listing.facts, end: .complete)
        guard inspects else {
            return OpenFolder(listing: listing, inspector: { _ in .failure(.init(call: "statx", code: EBADF)) })
        }
        let opened = watch.run("openat", on: place.mount) { [lister] in
            Result<OpenFolder?, ListingError>.success(lister.open(folder, inspects: true) { _ in items })
        }
        switch opened {
        case .success(let opened?): return watched(opened, on: place.mount)
        // Whatever it is, its items were not looked at.
        case .success(nil): return unanswered(listing, ListingError(call: "openat", code: EIO))
        case .failure(let error): return unanswered(listing, error)
        }
    }

    private func unanswered(_ listing: FolderListing, _ error: ListingError) -> OpenFolder {
        OpenFolder(listing: listing, breakOff: { error }, inspector: { _ in .failure(error) })
    }

    private func watched(_ folder: OpenFolder, on mount: Int) -> OpenFolder {
        let stall = Stall()
        let inspector = { @Sendable [watch] (item: FolderItem) -> Result<FileFacts, ListingError> in
            if let error = stall.error { return .failure(error) }
            let facts = watch.run("statx", on: mount) { folder.facts(of: item) }
            if case .failure(let error) = facts, error.meaning == .stalled { stall.error = error }
            return facts
        }
        return OpenFolder(
            listing: folder.listing,
            breakOff: { stall.error },
            inspector: inspector,
            reader: { [watch] item, limit in
                watch.run("read", on: mount) { folder.contents(of: item, atMost: limit) }
            }
        )
    }
}

/// That an item of a folder did not answer.
private final class Stall: Sendable {
    private let first = Mutex<ListingError?>(nil)

    var error: ListingError? {
        get { first.withLock { $0 } }
        set { first.withLock { $0 = $0 ?? newValue } }
    }
}
