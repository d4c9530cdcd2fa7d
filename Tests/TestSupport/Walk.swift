public import AsyncLoop
internal import Dispatch
public import Listing
public import Walking

/// One walk of a test from its beginning to its end.
public struct Walk: Sendable {
    /// What was seen.
    public let visitor: RecordingVisitor
    /// How the root ended.
    public let end: FolderEnd

    /// Walks a tree and waits for the completion.
    ///
    /// - Parameters:
    ///   - lister: Lists the folders.
    ///   - width: How many lanes.
    ///   - root: The path of the root. Default: `/`.
    ///   - stop: Stops the walk. Default: nobody does.
    ///   - visitor: Sees it. Default: one that replies at once and descends everywhere.
    public init(
        _ lister: any FolderLister,
        width: Int,
        root: TreePath = TreePath(root: Array("/".utf8)),
        stop: LoopStop = LoopStop(),
        visitor: RecordingVisitor = RecordingVisitor()
    ) async {
        let lanes = Lanes(width: width)
        let walker = Walker(lister: lister, lanes: lanes, stop: stop, visitor: visitor)
        let memory = visitor.makeMemory(of: root)
        self.visitor = visitor
        end = await withCheckedContinuation { continuation in
            // A second completion would trap here.
            walker.walk(root, as: memory, on: DispatchQueue(label: "walk completion")) { end in
                continuation.resume(returning: end)
            }
        }
        await passAll(lanes)
        visitor.settle()
    }
}

/// Waits until every lane has let go of the job it had before.
///
/// A job has ended, and a walk may complete, a moment before what it captured is released.
private func passAll(_ lanes: Lanes) async {
    let meeting = Rendezvous(lanes.width)
    for _ in 0..<lanes.width { lanes.submit { meeting.arrive() } }
    await withCheckedContinuation { continuation in
        lanes.notify(on: DispatchQueue(label: "passed")) { continuation.resume() }
    }
}
