import AsyncLoop
import Dispatch
import Indexing
import Listing
import Walking

/// The walk of one root: of all that interrupted runs have not done, then of the rest.
struct TreeWalk: Sendable {
    let run: IndexRun
    let top: WalkedFolder
    let walker: Walker<IndexingVisitor>
    let done: DoneFolders?
    let stop: LoopStop

    /// Walks.
    ///
    /// - Parameters:
    ///   - queue: Where `completion` is called.
    ///   - completion: Called exactly once, with how the top folder and all below it ended.
    func start(on queue: DispatchQueue, completion: @escaping @Sendable (FolderEnd) -> Void) {
        walker.walk(run.folder.path, as: top, on: queue) { end in
            let rest = done?.all(of: run) ?? []
            if rest.isEmpty { return completion(end) }
            transformEach(rest, width: 1, on: Lanes(width: 1, label: "rest"), stop: stop) { folder, reply in
                walker.walk(folder.path, as: folder.memory, on: queue) { reply($0) }
            } completion: { outcomes in
                let isFinished = end.isFinished && outcomes.allSatisfy { $0.value?.isFinished == true }
                queue.async { completion(FolderEnd(status: end.status, isFinished: isFinished)) }
            }
        }
    }
}
