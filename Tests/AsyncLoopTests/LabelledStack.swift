import Synchronization

@testable import AsyncLoop

/// A ``LaneStack`` whose jobs have numbers for names.
final class LabelledStack {
    private final class Slot: Sendable {
        let label = Mutex<Int?>(nil)
    }

    private var stack: LaneStack
    private let slot: Slot

    init(width: Int) {
        stack = LaneStack(width: width)
        slot = Slot()
    }

    private init(copying other: LabelledStack) {
        stack = other.stack
        slot = other.slot
    }

    /// The same stack as it is now, on its own from here.
    func copied() -> LabelledStack { LabelledStack(copying: self) }

    var idleCount: Int { stack.idleCount }
    var pendingCount: Int { stack.pendingCount }

    /// - Returns: The lane to wake.
    func push(_ label: Int, isFollowUp: Bool) -> Int? {
        let slot = slot
        return stack.push({ slot.label.withLock { $0 = label } }, isFollowUp: isFollowUp)
    }

    /// - Returns: The name of the job taken.
    func pop(lane: Int) -> Int? {
        guard let job = stack.pop(lane: lane) else { return nil }
        job()
        return slot.label.withLock { $0.take() }
    }
}
