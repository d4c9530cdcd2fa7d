internal import AsyncLoop
public import Listing
internal import Synchronization
internal import Walking

/// What a ``RecordingVisitor`` remembers of a folder: how far its calls have come.
public final class FolderMemory: Sendable {
    fileprivate struct State {
        var parent: FolderMemory?
        var isEntered = false
        var underInspection = 0
        var isVisitBegun = false
        var isVisitEnded = false
        var isFinished = false
        var below = 0
        var answers: [[UInt8]: ItemReply] = [:]
    }

    /// Which folder.
    public let path: TreePath

    private let alive: Tally
    private let state: Mutex<State>

    init(of path: TreePath, in parent: FolderMemory? = nil, counted alive: Tally) {
        self.path = path
        self.alive = alive
        state = Mutex(State(parent: parent))
        alive.add(1)
    }

    deinit {
        alive.add(-1)
    }

    // MARK: - What the calls tell; each returns what is wrong about it, or nil

    func enters(_ path: TreePath) -> String? {
        state.withLock { state in
            defer { state.isEntered = true }
            if state.isEntered { return "entered twice" }
            if state.isVisitBegun { return "entered after the visit" }
            return path === self.path ? nil : "entered as another folder"
        }
    }

    func inspectionBegins() -> String? {
        state.withLock { state in
            state.underInspection += 1
            if !state.isEntered { return "an item was inspected before its folder was entered" }
            return state.isVisitBegun ? "an item was inspected after the visit" : nil
        }
    }

    func inspectionEnds(_ item: FolderItem, _ answer: ItemReply) {
        state.withLock { state in
            state.underInspection -= 1
            state.answers[item.name] = answer
        }
    }

    func visitBegins(_ visit: FolderVisit) -> String? {
        state.withLock { state in
            if state.isVisitBegun { return "visited twice" }
            state.isVisitBegun = true
            if state.underInspection > 0 { return "visited before its files were done" }
            guard case .success(let listing) = visit.listing else {
                if state.isEntered { return "entered though it could not be listed" }
                return visit.replies.isEmpty ? nil : "replies though it could not be listed"
            }
            if !state.isEntered { return "visited before it was entered" }
            let expected = listing.items.files.map { item in state.answers[item.name] }
            if visit.replies.map(\.value) != expected { return "the visit's replies are not those of its items" }
            let isShort = expected.contains { $0 == nil }
            return isShort == visit.isCutShort ? nil : "isCutShort is \(visit.isCutShort)"
        }
    }

    func visitEnds() {
        state.withLock { $0.isVisitEnded = true }
    }

    func decides() -> String? {
        state.withLock { state in
            if !state.isVisitEnded { return "a subfolder was begun before the visit had ended" }
            return state.isFinished ? "a subfolder was begun after the end" : nil
        }
    }

    func begins(_ child: TreePath) -> FolderMemory {
        state.withLock { $0.below += 1 }
        return FolderMemory(of: child, in: self, counted: alive)
    }

    func passesOver(_ child: TreePath, _ status: FolderEnd.Status) {
        ends(child, FolderEnd(status: status, isFinished: status == .skipped))
    }

    func finishes(_ end: FolderEnd, _ visit: FolderVisit, _ replies: [Outcome<ItemReply>]) -> String? {
        let (parent, complaint): (FolderMemory?, String?) = state.withLock { state in
            defer { state.isFinished = true }
            // Taken, so that the memories of a deep chain are not let go of in one another.
            return (state.parent.take(), state.complaint(at: end, visit, replies))
        }
        parent?.state.withLock { $0.below -= 1 }
        parent?.ends(path, end)
        return complaint
    }

    private func ends(_ child: TreePath, _ end: FolderEnd) {
        state.withLock { $0.answers[child.name] = .folder(end) }
    }
}

extension FolderMemory.State {
    fileprivate func complaint(at end: FolderEnd, _ visit: FolderVisit, _ replies: [Outcome<ItemReply>]) -> String? {
        if isFinished { return "finished twice" }
        if !isVisitEnded { return "finished before its visit had ended" }
        if below > 0 { return "finished before what is below it" }
        guard case .success(let listing) = visit.listing else {
            return replies.isEmpty && !end.isFinished ? nil : "replies though it could not be listed"
        }
        if replies.map(\.value) != listing.items.map({ answers[$0.name] }) { return "replies not in item order" }
        let isAllFinished = replies.allSatisfy { reply in
            switch reply {
            case .replied(.folder(let end)): end.isFinished
            case .replied: true
            case .neverStarted: false
            }
        }
        let isFinished = isAllFinished && listing.end == .complete
        return isFinished == end.isFinished ? nil : "isFinished is \(end.isFinished)"
    }
}
