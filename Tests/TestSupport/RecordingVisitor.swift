public import AsyncLoop
public import Listing
internal import Synchronization
public import Walking

/// Remembers every call of a walk, and checks that those of each folder come in their documented order.
public final class RecordingVisitor: Visitor {
    /// One call.
    public enum Event: Sendable {
        /// The task of an item that is not a folder.
        case inspect(TreePath, name: [UInt8])
        /// A folder was listed, or could not be.
        case visit(FolderVisit)
        /// A decision at a subfolder.
        case decide(TreePath)
        /// A folder and all below it is finished.
        case finish(FolderEnd, FolderVisit, replies: [Outcome<ItemReply>])
    }

    /// What the visitor decides at a subfolder.
    public enum Choice: Sendable {
        /// List it.
        case descend
        /// Do not list it.
        case skip
        /// Do not list it, and stop the walk.
        case stop
    }

    private let manner: ReplyManner
    private let choose: @Sendable (TreePath) -> Choice
    private let onEvent: @Sendable (Event) -> Void
    private let keepsEvents: Bool
    private let recorded = Mutex<[Event]>([])
    private let wrongs = Mutex<[String]>([])

    /// How many folders were begun and not finished, about: memories that are alive.
    public let memories = Tally()

    /// Makes a visitor.
    ///
    /// - Parameters:
    ///   - manner: How tasks and visits reply. Default: at once.
    ///   - keepsEvents: Whether ``events`` has them. Default: yes.
    ///   - choose: What to do at a subfolder. Default: descend.
    ///   - onEvent: Called at each call, on its lane, before it replies.
    public init(
        manner: ReplyManner = .immediate,
        keepsEvents: Bool = true,
        choose: @escaping @Sendable (TreePath) -> Choice = { _ in .descend },
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.manner = manner
        self.keepsEvents = keepsEvents
        self.choose = choose
        self.onEvent = onEvent
    }

    /// The calls, in their order.
    public var events: [Event] { recorded.withLock { $0 } }

    /// What was not as documented, as sentences; empty if all was.
    public var complaints: [String] { wrongs.withLock { $0 } }

    /// Waits until nothing that replied later is remembered.
    public func settle() {
        manner.settle()
    }

    /// Makes the memory of a root.
    public func makeMemory(of root: TreePath) -> FolderMemory {
        FolderMemory(of: root, counted: memories)
    }

    /// Notes that the folder was listed.
    public func enter(_ folder: OpenFolder, at path: TreePath, as memory: FolderMemory) -> FolderMemory {
        complain(memory.enters(path), memory)
        return memory
    }

    /// Inspects the facts of files; other items pass.
    public func inspect(_ item: FolderItem, of folder: OpenFolder, as memory: FolderMemory, reply: Reply<ItemReply>) {
        complain(memory.inspectionBegins(), memory)
        record(.inspect(memory.path, name: item.name))
        let answer = answer(to: item, of: folder)
        manner {
            memory.inspectionEnds(item, answer)
            reply(answer)
        }
    }

    /// Records the visit.
    public func visit(_ visit: FolderVisit, as memory: FolderMemory, reply: Reply<VisitReply>) {
        complain(memory.visitBegins(visit), memory)
        record(.visit(visit))
        manner {
            memory.visitEnds()
            reply(.goOn)
        }
    }

    /// Decides as the test wants it.
    public func decide(on item: FolderItem, at path: TreePath, in memory: FolderMemory) -> Decision<FolderMemory> {
        complain(memory.decides(), memory)
        record(.decide(path))
        switch choose(path) {
        case .descend:
            return .descend(memory.begins(path))
        case .skip:
            memory.passesOver(path, .skipped)
            return .skip
        case .stop:
            memory.passesOver(path, .unfinished)
            return .stop
        }
    }

    /// Records the end.
    public func finish(
        _ end: FolderEnd,
        of visit: FolderVisit,
        as memory: FolderMemory,
        replies: [Outcome<ItemReply>]
    ) {
        complain(memory.finishes(end, visit, replies), memory)
        record(.finish(end, visit, replies: replies))
    }

    private func answer(to item: FolderItem, of folder: OpenFolder) -> ItemReply {
        guard item.kind == .file else { return .passed }
        switch folder.facts(of: item) {
        case .success(let facts): return .kept(facts, tag: Int32(clamping: item.name.count))
        case .failure(let error): return .failed(error)
        }
    }

    private func record(_ event: Event) {
        if keepsEvents { recorded.withLock { $0.append(event) } }
        onEvent(event)
    }

    private func complain(_ complaint: String?, _ memory: FolderMemory) {
        guard let complaint else { return }
        wrongs.withLock { $0.append("\(String(decoding: memory.path.bytes, as: UTF8.self)): \(complaint)") }
    }
}
