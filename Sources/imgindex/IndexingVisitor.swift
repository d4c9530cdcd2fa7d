import AsyncLoop
import Classifying
import Excluding
import Indexing
import Listing
import Walking

/// What a walk does for the index: asks the classifier which items are images, and
/// hands every folder to the run.
final class IndexingVisitor: Visitor {
    private let run: IndexRun
    private let classifier: NameClassifier
    private let defaultExcludes: Bool
    private let place: IndexFile.Place
    private let observer: RunObserver
    private let lister: any FolderLister
    /// Folders that are done, to be walked after all others; nil: they are left out.
    private let done: DoneFolders?

    /// Makes a visitor.
    ///
    /// - Parameters:
    ///   - run: Takes the folders.
    ///   - classifier: Says which names are images.
    ///   - defaultExcludes: Whether folders that are litter by default are kept out.
    ///   - place: Where the index itself is: its files are no items.
    ///   - observer: Tells a person.
    ///   - lister: Lists the folders; asked here for those that need not be listed.
    ///   - done: Takes the folders that the interrupted runs before this one have done; nil: they are left out.
    init(
        run: IndexRun,
        classifier: NameClassifier,
        defaultExcludes: Bool,
        place: IndexFile.Place,
        observer: RunObserver,
        lister: any FolderLister,
        done: DoneFolders?
    ) {
        self.lister = lister
        self.done = done
        self.run = run
        self.classifier = classifier
        self.defaultExcludes = defaultExcludes
        self.place = place
        self.observer = observer
    }

    func known(_ path: TreePath, as memory: IndexedFolder) -> OpenFolder? {
        guard let look = run.mayTrust(memory) else { return nil }
        return lister.open(path, inspects: look == .images) { run.trust(memory, $0) }
    }

    func inspect(_ item: FolderItem, of folder: OpenFolder, as memory: IndexedFolder, reply: Reply<ItemReply>) {
        guard let tag = imageTag(of: item, in: folder.listing), !areImagesDone(memory, folder.listing) else {
            return reply(.passed)
        }
        switch folder.facts(of: item) {
        case .success(let facts): reply(.kept(facts, tag: tag))
        case .failure(let error): reply(.failed(error))
        }
    }

    /// Whether the images of a folder are left out, as the interrupted runs before this one have inspected them.
    private func areImagesDone(_ memory: IndexedFolder, _ listing: FolderListing) -> Bool {
        done == nil && run.goesOn && listing.end == .complete && run.areImagesDone(memory, listing.facts)
    }

    /// Which of the extensions makes an item an image; nil if none does.
    private func imageTag(of item: FolderItem, in listing: FolderListing) -> Int32? {
        guard item.kind == .file, let found = item.withName({ classifier.imageExtension(of: $0) }) else { return nil }
        if place.isIn(listing.facts) && place.contains(item.name, in: listing.facts) { return nil }
        return Int32(found.index)
    }

    func visit(_ visit: FolderVisit, as memory: IndexedFolder, reply: Reply<VisitReply>) {
        observer.visited(visit)
        let reply = Reply { reply(memory.isOffline ? .leave : .goOn) }
        switch visit.listing {
        case .failure(let error):
            run.record(error, of: memory, reply: reply)
        case .success(let listing) where areImagesDone(memory, listing):
            run.recordDone(listing, of: memory, reply: reply)
        case .success(let listing):
            var items: [SeenItem] = []
            items.reserveCapacity(visit.replies.count)
            for (position, reply) in visit.replies.enumerated() {
                items.append(seenItem(at: position, reply, listing))
            }
            if memory.isTrusted {
                run.recordTrusted(listing, items, of: memory, reply: reply)
            } else {
                run.record(SeenFolder(listing: listing, items: items), of: memory, reply: reply)
            }
        }
    }

    private func seenItem(at position: Int, _ reply: Outcome<ItemReply>, _ listing: FolderListing) -> SeenItem {
        switch reply {
        case .replied(.kept(let facts, let tag)): .image(facts, extension: Int(tag))
        case .replied(.failed(let error)) where error.meaning == .vanished: .gone
        // The listing is broken off, and tells why.
        case .replied(.failed(let error)) where error.meaning == .stalled && listing.end != .complete: .unseen
        case .replied(.failed(let error)):
            imageTag(of: listing.items[position], in: listing).map { .failed(error, extension: Int($0)) } ?? .other
        case .replied(.passed), .replied(.folder): .other
        case .neverStarted: .unseen
        }
    }

    func decide(on item: FolderItem, at path: TreePath, in memory: IndexedFolder) -> Decision<IndexedFolder> {
        let folder = run.subfolder(path, in: memory)
        if defaultExcludes && item.withName({ DefaultExcludes.rule(of: $0, isFolder: true) }) != nil {
            run.recordExcluded(folder)
            observer.skipped(path)
            return .skip
        }
        // An interrupted run before this one has done it.
        if run.goesOn && run.isDone(folder) {
            guard let done else { return .skip }
            if done.take(path, folder) { return .skip }
        }
        return .descend(folder)
    }

    func finish(_ end: FolderEnd, of visit: FolderVisit, as memory: IndexedFolder, replies: [Outcome<ItemReply>]) {
        observer.finished(end, visit, replies)
        guard end.status != .left, case .success(let listing) = visit.listing,
            listing.items.firstFolder < listing.items.count
        else {
            return
        }
        // Of a folder that was not listed nothing is written: no run has seen that it is as it is stored.
        if end.isFinished && !memory.isTrusted { run.recordFinished(memory) }
        for (item, reply) in zip(listing.items.folders, replies[listing.items.firstFolder...]) {
            if case .neverStarted = reply {
                run.recordUnfinished(run.subfolder(TreePath(item.name, in: memory.path), in: memory))
            }
        }
    }
}
