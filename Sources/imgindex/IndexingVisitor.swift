import AsyncLoop
import Classifying
import Excluding
import Indexing
import Listing
import Walking

/// What a walk does for the index: asks the classifier which items are images and the
/// rules which are kept out, and hands every folder to the run.
final class IndexingVisitor: Visitor {
    private let run: IndexRun
    private let classifier: NameClassifier
    private let place: IndexFile.Place
    private let observer: RunObserver

    /// Makes a visitor.
    ///
    /// - Parameters:
    ///   - run: Takes the folders.
    ///   - classifier: Says which names are images.
    ///   - place: Where the index itself is: its files are no items.
    ///   - observer: Tells a person.
    init(
        run: IndexRun,
        classifier: NameClassifier,
        place: IndexFile.Place,
        observer: RunObserver
    ) {
        self.run = run
        self.classifier = classifier
        self.place = place
        self.observer = observer
    }

    func enter(_ folder: OpenFolder, at path: TreePath, as memory: WalkedFolder) -> WalkedFolder {
        var memory = memory
        memory.readRules(in: folder)
        return memory
    }

    func inspect(_ item: FolderItem, of folder: OpenFolder, as memory: WalkedFolder, reply: Reply<ItemReply>) {
        guard memory.unreadable == nil, let tag = imageTag(of: item, in: folder.listing),
            item.withName({ memory.rules.verdict(on: $0, isFolder: false) }) == nil
        else { return reply(.passed) }
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

    func visit(_ visit: FolderVisit, as memory: WalkedFolder, reply: Reply<VisitReply>) {
        let folder = memory.folder
        let mayGoOn = memory.unreadable == nil
        let reply = Reply { reply(folder.isOffline || !mayGoOn ? .leave : .goOn) }
        switch visit.listing {
        case .failure(let error):
            observer.visited(visit)
            run.record(error, of: folder, reply: reply)
        case .success(let listing):
            if let (file, error) = memory.unreadable {
                observer.cannotRead(file, error, in: visit.path)
                return run.recordUnknownRules(file, error, in: listing, of: folder, reply: reply)
            }
            observer.visited(visit)
            for line in memory.badLines { observer.passedOver(line, in: visit.path) }
            run.record(seen(visit, listing, memory.rules), of: folder, reply: reply)
        }
    }

    private func seen(_ visit: FolderVisit, _ listing: FolderListing, _ rules: ExcludeRules) -> SeenFolder {
        var items: [SeenItem] = []
        var skips = SkipList()
        items.reserveCapacity(visit.replies.count)
        for (position, reply) in visit.replies.enumerated() {
            if case .replied(.passed) = reply { addSkip(listing.items[position], listing, rules, to: &skips) }
            items.append(seenItem(at: position, reply, listing))
        }
        for item in listing.items.folders {
            if let verdict = item.withName({ rules.verdict(on: $0, isFolder: true) }) {
                skips.addFolder(item.name, verdict)
            }
        }
        return SeenFolder(listing: listing, items: items, skips: skips.all, skippedImages: skips.fileCount)
    }

    /// Adds a file that was not inspected, if a rule is why.
    private func addSkip(
        _ item: FolderItem,
        _ listing: FolderListing,
        _ rules: ExcludeRules,
        to skips: inout SkipList
    ) {
        guard let verdict = item.withName({ rules.verdict(on: $0, isFolder: false) }),
            imageTag(of: item, in: listing) != nil
        else { return }
        skips.addFile(item.name, verdict)
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

    func decide(on item: FolderItem, at path: TreePath, in memory: WalkedFolder) -> Decision<WalkedFolder> {
        let folder = run.subfolder(path, in: memory.folder)
        if item.withName({ memory.rules.verdict(on: $0, isFolder: true) }) != nil {
            run.recordExcluded(folder)
            observer.skipped(path)
            return .skip
        }
        return .descend(WalkedFolder(folder, rules: memory.rules.entering(path.name)))
    }

    func finish(_ end: FolderEnd, of visit: FolderVisit, as memory: WalkedFolder, replies: [Outcome<ItemReply>]) {
        observer.finished(end, visit, replies, isUnknown: memory.unreadable != nil)
        guard end.status != .left, case .success(let listing) = visit.listing,
            listing.items.firstFolder < listing.items.count
        else { return }
        if end.isFinished { run.recordFinished(memory.folder) }
        for (item, reply) in zip(listing.items.folders, replies[listing.items.firstFolder...]) {
            if case .neverStarted = reply {
                let path = TreePath(item.name, in: memory.folder.path)
                run.recordUnfinished(run.subfolder(path, in: memory.folder))
            }
        }
    }
}
