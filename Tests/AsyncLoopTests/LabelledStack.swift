import Synchronization

@testable import AsyncLoop

/// A ``LaneStack`` whose jobs have numbers for names.
final class LabelledStack {
    private final class Slot: Sendable {
        let label = Mutex<Int?>(nil)
    }

    private var stack: LaneStack
    private let slot: Slot
    private let owners: [Slot]

    init(width: Int) {
        stack = LaneStack(width: width)
        slot = Slot()
        owners = (0..<8).map { _ in Slot() }
    }

    private init(copying other: LabelledStack) {
        stack = other.stack
        slot = other.slot
        owners = other.owners
    }

    /// The same stack as it is now, on its own from here.
    func copied() -> LabelledStack { LabelledStack(copying: self) }

    var idleCount: Int { stack.idleCount }
    var pendingCount: Int { stack.pendingCount }
    var offerCount: Int { stack.offerCount }

    /// - Returns: The lane to wake.
    func push(_ label: Int, isFollowUp: Bool) -> Int? {
        stack.push(job(label), isFollowUp: isFollowUp)
    }

    /// - Returns: The lane to wake.
    func offer(_ label: Int) -> Int? {
        stack.offer(job(label), by: ObjectIdentifier(owners[label]))
    }

    /// - Returns: Whether the offer of this name still stood.
    func withdraw(_ label: Int) -> Bool {
        stack.withdraw(by: ObjectIdentifier(owners[label]))
    }

    /// - Returns: The name of the job taken.
    func pop(lane: Int) -> Int? {
        guard let job = stack.pop(lane: lane) else { return nil }
        job()
        return slot.label.withLock { $0.take() }
    }

    private func job(_ label: Int) -> LaneStack.Job {
        let slot = slot
        return { slot.label.withLock { $0 = label } }
    }
}
