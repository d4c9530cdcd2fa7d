import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Listing

/// Folders and items that do not answer.
@Suite struct WatchedListerTests {
    private let clock = StallClock()
    private let gate = Gate()

    /// A tree of a folder `mnt`, which has three files, and a folder `local`.
    private func lister(table: [String], watchesAll: Bool = false, hanging: String) throws -> WatchedLister {
        let root = TreePath(root: Array("/r".utf8))
        let inner = PausingLister(clock: clock, gate: gate, hanging: hanging)
        let mounts = MountTree(root: root.name, table: table.compactMap { Mount(line: Array($0.utf8)) })
        #expect(mounts.canHang == table.contains { $0.contains("nfs") })
        return WatchedLister(
            inner,
            watch: Watch(most: 4, patience: clock.patience),
            mounts: mounts,
            watchesAll: watchesAll
        )
    }

    private func listed(_ lister: WatchedLister, _ path: TreePath) throws -> Result<OpenFolder, ListingError> {
        let result = Mutex<Result<OpenFolder, ListingError>?>(nil)
        lister.list(path) { listed in result.withLock { $0 = listed } }
        return try #require(result.withLock { $0 })
    }

    private let local = "20 1 8:1 / / rw - ext4 /dev/sda rw"
    private let network = "21 20 0:40 / /r/mnt rw - nfs4 server:/export rw"
    private let root = TreePath(root: Array("/r".utf8))
    private var mount: TreePath { TreePath(Array("mnt".utf8), in: root) }

    @Test("a folder on a mount that can hang is given up, one on another is listed without watch")
    func folder() throws {
        defer { gate.open() }
        let lister = try lister(table: [local, network], hanging: "mnt")
        #expect(throws: ListingError(call: "listing", code: ETIMEDOUT)) { try listed(lister, mount).get() }
        // Nobody waits for it with the clock.
        #expect(try listed(lister, TreePath(Array("local".utf8), in: root)).get().listing.items.count == 3)
    }

    @Test("the first item that does not answer ends the look at the others, and the listing is broken off")
    func item() throws {
        defer { gate.open() }
        let lister = try lister(table: [local, network], hanging: "b")
        let folder = try listed(lister, mount).get()
        #expect(folder.inspectedListing.end == .complete)
        let items = Array(folder.listing.items)
        let stalled = ListingError(call: "statx", code: ETIMEDOUT)
        #expect(try folder.facts(of: items[0]).get().size == 1)
        #expect(folder.facts(of: items[1]) == .failure(stalled))
        #expect(folder.facts(of: items[2]) == .failure(stalled))
        #expect(folder.facts(of: items[0]) == .failure(stalled))
        #expect(folder.inspectedListing.end == .brokenOff(stalled) && folder.listing.end == .complete)
    }

    @Test("every folder is watched if that is wanted")
    func all() throws {
        defer { gate.open() }
        let lister = try lister(table: [local], watchesAll: true, hanging: "mnt")
        #expect(throws: ListingError(call: "listing", code: ETIMEDOUT)) { try listed(lister, mount).get() }
    }
}

/// Lists three files in every folder; the call on one name hangs.
private struct PausingLister: FolderLister {
    let clock: StallClock
    let gate: Gate
    let hanging: String

    func list(
        _ folder: TreePath,
        completion: @escaping @Sendable (Result<OpenFolder, ListingError>) -> Void
    ) {
        pause(at: folder.name)
        var builder = FolderItems.Builder()
        for name in ["a", "b", "c"] { Array(name.utf8).withUnsafeBytes { builder.append($0, kind: .file) } }
        let facts = FileFacts(size: 1, modified: 0, changed: 0, inode: 1, device: 1)
        let listing = FolderListing(items: builder.finish(), facts: facts, end: .complete)
        completion(
            .success(
                OpenFolder(
                    listing: listing,
                    inspector: { item in
                        pause(at: item.name)
                        return .success(facts)
                    }
                )
            )
        )
    }

    private func pause(at name: [UInt8]) {
        if name.elementsEqual("local".utf8) { return }
        guard name.elementsEqual(hanging.utf8) else { return clock.pass() }
        clock.expire()
        gate.wait()
    }
}
