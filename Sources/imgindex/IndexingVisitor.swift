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
    private let lister: any FolderLister
    /// Folders that are done, to be walked after all others; nil: they are left out.
    private let done: DoneFolders?

    /// Makes a visitor.
    ///
    /// - Parameters:
    ///   - run: Takes the folders.
    ///   - classifier: Says which names are images.
    ///   - place: Where the index itself is: its files are no items.
    ///   - observer: Tells a person.
    ///   - lister: Lists the folders; asked here for those that need not be listed.
    ///   - done: Takes the folders that the interrupted runs before this one have done; nil: they are left out.
    init(
        run: IndexRun,
        classifier: NameClassifier,
        place: IndexFile.Place,
        observer: RunObserver,
        lister: any FolderLister,
        done: DoneFolders?
    ) {
        self.lister = lister
        self.done = done
        self.run = run
        self.classifier = classifier
        self.place = place
        self.observer = observer
    }

    func known(_ path: TreePath, as memory: WalkedFolder) -> OpenFolder? {
        let mayTrust = !memory.hasOwnRules && run.mayTrust(memory.folder)
        guard run.look == .events else {
            if !mayTrust { return nil }
            return lister.open(path, inspects: run.look == .images) { run.trust(memory.folder, $0) }
        }
        if mayTrust, let folder = untouched(memory.folder, at: path) { return folder }
        // The folder above may not have been listed either.
        if let facts = run.storedFacts(of: memory.folder) { lister.expect(path, storedAs: facts) }
        return nil
    }

    /// A folder in which nothing has happened, as it is stored.
    ///
    /// Where the folder above was listed, that has to have named this one as it is stored: another may have its name.
    private func untouched(_ folder: IndexedFolder, at path: TreePath) -> OpenFolder? {
        guard let facts = lister.facts(of: path) ?? run.storedFacts(of: folder), let items = run.trust(folder, facts)
        else { return nil }
        let listing = FolderListing(items: items, facts: facts, end: .complete)
        return OpenFolder(
            listing: listing,
            inspector: { _ in .failure(.init(call: "folder", code: ListingError.missingCode)) }
        )
    }

    func enter(_ folder: OpenFolder, at path: TreePath, as memory: WalkedFolder) -> WalkedFolder {
        var memory = memory
        memory.readRules(in: folder)
        return memory
    }

    func inspect(_ item: FolderItem, of folder: OpenFolder, as memory: WalkedFolder, reply: Reply<ItemReply>) {
        guard memory.unreadable == nil, let tag = imageTag(of: item, in: folder.listing),
            !areImagesDone(memory.folder, folder.listing),
            item.withName({ memory.rules.verdict(on: $0, isFolder: false) }) == nil
        else { return reply(.passed) }
        switch folder.facts(of: item) {
        case .success(let facts): reply(.kept(facts, tag: tag))
        case .failure(let error): reply(.failed(error))
        }
    }

    /// Whether the images of a folder are left out, as the interrupted runs before this one have inspected them.
    private func areImagesDone(_ memory: IndexedFolder, _ listing: FolderListing) -> Bool {
        // A store on the network says with the listing what its files are: nothing is spared.
        done == nil && run.goesOn && listing.end == .complete && listing.remote == nil
            && run.areImagesDone(memory, listing.facts)
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
        let reply = Reply { reply(folder.isLeft || !mayGoOn ? .leave : .goOn) }
        switch visit.listing {
        case .failure(let error) where error.meaning == .stopped || error.meaning == .refused:
            // Nothing is known of it.
            run.recordUnfinished(folder)
            reply(())
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
            for name in listing.remote?.ambiguous ?? [] { observer.ambiguous(name, in: visit.path) }
            if areImagesDone(folder, listing) { return run.recordDone(listing, of: folder, reply: reply) }
            let seen = seen(visit, listing, memory)
            if folder.isTrusted, case .brokenOff(let error) = listing.end {
                // Its items did not answer.
                run.record(error, of: folder, reply: reply)
            } else if folder.isTrusted {
                run.recordTrusted(listing, seen.items, of: folder, reply: reply)
            } else {
                run.record(seen, of: folder, reply: reply)
            }
        }
    }

    private func seen(_ visit: FolderVisit, _ listing: FolderListing, _ memory: WalkedFolder) -> SeenFolder {
        let rules = memory.rules
        var skips = SkipList()
        for (position, reply) in visit.replies.enumerated() {
            if case .replied(.passed) = reply { addSkip(listing.items[position], listing, rules, to: &skips) }
        }
        for item in listing.items.folders {
            if let verdict = item.withName({ rules.verdict(on: $0, isFolder: true) }) {
                skips.addFolder(item.name, verdict)
            }
        }
        for name in listing.remote?.ambiguous ?? [] { skips.addAmbiguous(name) }
        return SeenFolder(
            listing: listing,
            items: seenItems(visit.replies, listing),
            skips: skips.all + memory.badLines.map { Skip($0, in: visit.path) },
            skippedImages: skips.fileCount,
            hasOwnRules: memory.hasOwnRules
        )
    }

    private func seenItems(_ replies: [Outcome<ItemReply>], _ listing: FolderListing) -> SeenItems {
        guard let remote = listing.remote else {
            return SeenItems(replies.enumerated().map { seenItem(at: $0, $1, listing) })
        }
        let kinds = replies.map { reply in
            switch reply {
            case .replied(.kept(_, let tag)): tag
            case .replied(.failed): SeenItems.NoImage.gone.rawValue
            case .replied(.passed), .replied(.folder): SeenItems.NoImage.other.rawValue
            case .neverStarted: SeenItems.NoImage.unseen.rawValue
            }
        }
        return SeenItems(kinds: kinds, of: remote)
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
        // The listing is broken off, and tells why.
        case .replied(.failed(let error)) where error.meaning == .stalled && listing.end != .complete: .unseen
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
        let memory = WalkedFolder(folder, rules: memory.rules.entering(path.name), hasOwnRules: memory.hasOwnRules)
        // An interrupted run before this one has done it.
        if run.goesOn && run.isDone(folder) {
            guard let done else { return .skip }
            if done.take(path, memory) { return .skip }
        }
        return .descend(memory)
    }

    func finish(_ end: FolderEnd, of visit: FolderVisit, as memory: WalkedFolder, replies: [Outcome<ItemReply>]) {
        observer.finished(end, visit, replies, isUnknown: memory.unreadable != nil)
        guard end.status != .left, case .success(let listing) = visit.listing,
            listing.items.firstFolder < listing.items.count
        else { return }
        // Of a folder that was not listed nothing is written: no run has seen that it is as it is stored.
        if end.isFinished && !memory.folder.isTrusted { run.recordFinished(memory.folder) }
        for (item, reply) in zip(listing.items.folders, replies[listing.items.firstFolder...]) {
            if case .neverStarted = reply {
                let path = TreePath(item.name, in: memory.folder.path)
                run.recordUnfinished(run.subfolder(path, in: memory.folder))
            }
        }
    }
}
