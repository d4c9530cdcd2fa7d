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

    /// Makes a visitor.
    ///
    /// - Parameters:
    ///   - run: Takes the folders.
    ///   - classifier: Says which names are images.
    ///   - defaultExcludes: Whether folders that are litter by default are kept out.
    ///   - place: Where the index itself is: its files are no items.
    ///   - observer: Tells a person.
    init(
        run: IndexRun,
        classifier: NameClassifier,
        defaultExcludes: Bool,
        place: IndexFile.Place,
        observer: RunObserver
    ) {
        self.run = run
        self.classifier = classifier
        self.defaultExcludes = defaultExcludes
        self.place = place
        self.observer = observer
    }

    func inspect(_ item: FolderItem, of folder: OpenFolder, as memory: IndexedFolder, reply: Reply<ItemReply>) {
        guard let tag = imageTag(of: item, in: folder.listing) else { return reply(.passed) }
        switch folder.facts(of: item) {
        case .success(let facts): reply(.kept(facts, tag: tag))
        case .failure(let error): reply(.failed(error))
        }
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
        case .success(let listing):
            var items: [SeenItem] = []
            items.reserveCapacity(visit.replies.count)
            for (position, reply) in visit.replies.enumerated() {
                items.append(seenItem(at: position, reply, listing))
            }
            run.record(SeenFolder(listing: listing, items: items), of: memory, reply: reply)
        }
    }

    private func seenItem(at position: Int, _ reply: Outcome<ItemReply>, _ listing: FolderListing) -> SeenItem {
        switch reply {
        case .replied(.kept(let facts, let tag)): .image(facts, extension: Int(tag))
        case .replied(.failed(let error)) where error.meaning == .vanished: .gone
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
        return .descend(folder)
    }

    func finish(_ end: FolderEnd, of visit: FolderVisit, as memory: IndexedFolder, replies: [Outcome<ItemReply>]) {
        observer.finished(end, visit, replies)
        guard end.status != .left, case .success(let listing) = visit.listing,
            listing.items.firstFolder < listing.items.count
        else {
            return
        }
        if end.isFinished { run.recordFinished(memory) }
        for (item, reply) in zip(listing.items.folders, replies[listing.items.firstFolder...]) {
            if case .neverStarted = reply {
                run.recordUnfinished(run.subfolder(TreePath(item.name, in: memory.path), in: memory))
            }
        }
    }
}
