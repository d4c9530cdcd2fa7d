public import AsyncLoop
public import Dispatch
public import Listing

/// Walks a tree: the asynchronous loop over a folder's items, in which an item
/// that is a folder starts the loop again.
///
/// **Order.** With width 1: depth first; in each folder first its files, then its
/// subfolders, each sorted by the bytes of their names; a subfolder is finished
/// before the next item starts. With a larger width the order is free, but a
/// folder is always visited before its subfolders and finished after them.
///
/// **Bounds.** The state of the recursion is in the loops and their replies, on
/// the heap. What is pending grows with the depth of the tree times the width,
/// and with the largest folder; not with the size of the tree. As many folders as
/// there are lanes are under way at once, from their listing until their visit has
/// replied, also if listers and visitors complete later on other queues.
///
/// **Errors** are data: a folder that cannot be listed is visited with its error
/// and the walk goes on.
public final class Walker<V: Visitor>: Sendable {
    /// How long one lane inspects a folder's files alone before another helps:
    /// ten times what waking a lane costs, so that helping is never the larger part.
    @usableFromInline
    static var patience: Duration { .microseconds(100) }

    // Inlinable, as everything here: a visitor is called for every item, and called
    // through a generic's tables that would take longer than most of what it does.
    @usableFromInline
    let lister: any FolderLister
    @usableFromInline
    let lanes: Lanes
    @usableFromInline
    let places: Places
    @usableFromInline
    let stop: LoopStop
    @usableFromInline
    let visitor: V

    /// Makes a walker.
    ///
    /// - Parameters:
    ///   - lister: Lists the folders.
    ///   - lanes: Where everything is called; their number is the width of the walk.
    ///   - stop: Stops the walk when thrown: nothing more is listed or inspected,
    ///     what is under way ends, every folder begun is still visited and finished.
    ///   - visitor: What the walk is for.
    @inlinable
    public init(lister: any FolderLister, lanes: Lanes, stop: LoopStop, visitor: V) {
        self.lister = lister
        self.lanes = lanes
        places = Places(on: lanes)
        self.stop = stop
        self.visitor = visitor
    }

    /// Walks a tree.
    ///
    /// - Parameters:
    ///   - root: The path of its root folder.
    ///   - memory: What the visitor remembers of the root folder.
    ///   - queue: Where `completion` is called.
    ///   - completion: Called exactly once, after everything: the last folder is
    ///     finished and nothing runs on the lanes any more.
    @inlinable
    public func walk(
        _ root: TreePath,
        as memory: V.Folder,
        on queue: DispatchQueue,
        completion: @escaping @Sendable (FolderEnd) -> Void
    ) {
        let lanes = lanes
        walkFolder(
            root,
            as: memory,
            reply: Reply { end in
                lanes.notify(on: queue) { completion(end) }
            }
        )
    }

    @inlinable
    func walkFolder(_ path: TreePath, as memory: V.Folder, reply: Reply<FolderEnd>) {
        places.take { [self] in
            if let folder = visitor.known(path, as: memory) {
                return inspectFiles(of: folder, at: path, as: memory, reply: reply)
            }
            lister.list(path) { [self] result in
                onLane { [self] in
                    switch result {
                    case .success(let folder):
                        let memory = visitor.enter(folder, at: path, as: memory)
                        inspectFiles(of: folder, at: path, as: memory, reply: reply)
                    case .failure(let error): cannotList(path, error, as: memory, reply: reply)
                    }
                }
            }
        }
    }

    /// Goes on here if this is a lane, on a lane if not: a lister may complete anywhere.
    @inlinable
    func onLane(_ body: @escaping @Sendable () -> Void) {
        if lanes.isOnLane { body() } else { lanes.submit(body) }
    }

    @inlinable
    func cannotList(_ path: TreePath, _ error: ListingError, as memory: V.Folder, reply: Reply<FolderEnd>) {
        let visit = FolderVisit(path: path, listing: .failure(error), replies: [], isCutShort: false)
        visitor.visit(
            visit,
            as: memory,
            reply: Reply { [self] _ in
                onLane { [self] in
                    let end = FolderEnd(status: .failed(error), isFinished: false)
                    places.leave()
                    finish(end, visit, as: memory, replies: [], reply: reply)
                }
            }
        )
    }

    /// The loop over the items that are not folders.
    ///
    /// It starts in place so that the folder's descriptor is open only while a lane works at it.
    @inlinable
    func inspectFiles(of folder: OpenFolder, at path: TreePath, as memory: V.Folder, reply: Reply<FolderEnd>) {
        transformEach(
            folder.listing.items.files,
            on: lanes,
            stop: stop,
            // What takes no time is done sooner by one lane than by many that wait for each other's replies.
            patience: folder.hasFacts ? .seconds(3_600) : Self.patience,
            startsInPlace: true
        ) { [self] item, reply in
            visitor.inspect(item, of: folder, as: memory, reply: reply)
        } completion: { [self] replies in
            let listing = folder.inspectedListing
            let visit = FolderVisit(
                path: path,
                listing: .success(listing),
                replies: replies,
                isCutShort: stop.isStopped && replies.contains { $0.value == nil }
            )
            visitor.visit(
                visit,
                as: memory,
                reply: Reply { [self] answer in
                    onLane { [self] in
                        places.leave()
                        switch answer {
                        case .goOn:
                            walkSubfolders(of: visit, listing, as: memory, reply: reply)
                        case .leave:
                            let end = FolderEnd(status: .left, isFinished: false)
                            finish(end, visit, as: memory, replies: visit.replies, reply: reply)
                        }
                    }
                }
            )
        }
    }

    /// The loop over the items that are folders, each of which starts a walk of its own.
    ///
    /// It starts in place so that the first of them come for their places before others are offered one.
    @inlinable
    func walkSubfolders(
        of visit: FolderVisit,
        _ listing: FolderListing,
        as memory: V.Folder,
        reply: Reply<FolderEnd>
    ) {
        if listing.items.folders.isEmpty {
            finish(
                FolderEnd(visit, listing, replies: visit.replies),
                visit,
                as: memory,
                replies: visit.replies,
                reply: reply
            )
            return
        }
        transformEach(
            listing.items.folders,
            on: lanes,
            stop: stop,
            patience: Self.patience,
            startsInPlace: true
        ) { [self] item, reply in
            let path = TreePath(item.name, in: visit.path)
            let itemReply = Reply { (end: FolderEnd) in reply(.folder(end)) }
            switch visitor.decide(on: item, at: path, in: memory) {
            case .descend(let memory):
                walkFolder(path, as: memory, reply: itemReply)
            case .skip:
                itemReply(FolderEnd(status: .skipped, isFinished: true))
            case .stop:
                stop.stop()
                itemReply(FolderEnd(status: .unfinished, isFinished: false))
            }
        } completion: { [self] (replies: [Outcome<ItemReply>]) in
            let all = visit.replies + replies
            finish(FolderEnd(visit, listing, replies: all), visit, as: memory, replies: all, reply: reply)
        }
        places.offer()
    }

    @inlinable
    func finish(
        _ end: FolderEnd,
        _ visit: FolderVisit,
        as memory: V.Folder,
        replies: [Outcome<ItemReply>],
        reply: Reply<FolderEnd>
    ) {
        // Before the reply, so that the loop it belongs to goes on before the others.
        places.offer()
        visitor.finish(end, of: visit, as: memory, replies: replies)
        reply(end)
    }
}

extension FolderEnd {
    /// The end of a folder that could be listed.
    @inlinable
    init(_ visit: FolderVisit, _ listing: FolderListing, replies: [Outcome<ItemReply>]) {
        let isBelowFinished = replies[visit.replies.count...].allSatisfy { reply in
            if case .replied(.folder(let end)) = reply { end.isFinished } else { false }
        }
        switch listing.end {
        case .brokenOff(let error): self.init(status: .failed(error), isFinished: false)
        case .otherVolume: self.init(status: .otherVolume, isFinished: true)
        case .complete where visit.isCutShort: self.init(status: .unfinished, isFinished: false)
        case .complete: self.init(status: .listed, isFinished: isBelowFinished)
        }
    }
}
