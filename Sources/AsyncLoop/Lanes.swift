public import Dispatch
import Synchronization

/// A fixed number of serial queues that run blocking work.
///
/// Every queue gets a thread of its own while it has work, however long the
/// other lanes block. A concurrent queue does not: it starts no further thread
/// when those it has are blocked in system calls, and so do serial queues that
/// *target* a global queue. (64 blocks that each sleep 200 ms: 244 ms on 64
/// serial queues, 3,802 ms on one concurrent queue, 2,198 ms on 64 serial queues
/// that target `.global()`, with Swift 6.3 on 2 cores.)
///
/// Jobs wait on one stack that idle lanes pull from, newest first. All that was
/// submitted, and every loop that runs on the lanes, is a member of one
/// `DispatchGroup`; ``notify(on:_:)`` tells when all of it has ended.
public final class Lanes: Sendable {
    /// The number of lanes, at least 1.
    public let width: Int

    private let queues: [DispatchQueue]
    private let stack: Mutex<LaneStack>
    private let group = DispatchGroup()

    private static let currentLanes = DispatchSpecificKey<ObjectIdentifier>()

    /// Makes idle lanes.
    ///
    /// No thread is started before there is work.
    /// - Parameters:
    ///   - width: The number of lanes. Less than 1 counts as 1.
    ///   - label: What the queues are called in a debugger. Default: `lane`.
    public init(width: Int, label: String = "lane") {
        let width = max(1, width)
        self.width = width
        queues = (0..<width).map { DispatchQueue(label: "\(label) \($0)") }
        stack = Mutex(LaneStack(width: width))
        for queue in queues {
            queue.setSpecific(key: Self.currentLanes, value: ObjectIdentifier(self))
        }
    }

    /// Runs a job on the next free lane.
    ///
    /// May be called from any thread; returns at once.
    /// - Parameter job: Called exactly once. It may block its lane.
    /// - Complexity: O(1); waking an idle lane takes a few microseconds.
    public func submit(_ job: @escaping @Sendable () -> Void) {
        push(job, isFollowUp: false)
    }

    /// Runs a job right after the one that submits it, on the same lane if no other is free first.
    ///
    /// As ``submit(_:)``, but if the caller is on one of these lanes no other is
    /// woken for this job alone: for the last thing a job does before it returns.
    /// A caller that goes on to block its lane should use ``submit(_:)``.
    /// - Parameter job: Called exactly once. It may block its lane.
    /// - Complexity: O(1), about 0.1 µs on a lane.
    public func submitFollowUp(_ job: @escaping @Sendable () -> Void) {
        push(job, isFollowUp: isOnLane)
    }

    /// Calls a closure once all submitted jobs have ended and all loops on these
    /// lanes have completed; at once if there are none.
    ///
    /// By then the lanes have let go of every job and loop.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - body: Called exactly once.
    public func notify(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        group.notify(queue: queue, execute: body)
    }

    /// Whether the caller is on one of these lanes.
    public var isOnLane: Bool {
        DispatchQueue.getSpecific(key: Self.currentLanes) == ObjectIdentifier(self)
    }

    /// Runs a job on a lane that would be idle otherwise, now or later.
    ///
    /// - Parameters:
    ///   - owner: Who makes the offer; it has one at a time.
    ///   - job: Called once, unless the owner withdraws the offer before a lane takes it.
    @usableFromInline
    func offer(by owner: ObjectIdentifier, _ job: @escaping @Sendable () -> Void) {
        group.enter()
        wake(stack.withLock { $0.offer(job, by: owner) })
    }

    /// Takes an offer back, if no lane has taken it.
    @usableFromInline
    func withdrawOffer(by owner: ObjectIdentifier) {
        if stack.withLock({ $0.withdraw(by: owner) }) { group.leave() }
    }

    @usableFromInline
    func loopStarts() {
        group.enter()
    }

    @usableFromInline
    func loopEnded() {
        group.leave()
    }

    @usableFromInline
    func preconditionOnLane(_ name: StaticString) {
        // Traps because the loop would otherwise block a thread that is not there to be blocked.
        if !isOnLane { fatalError("AsyncLoop: loop '\(name)' starts in place outside its lanes") }
    }

    private func push(_ job: @escaping @Sendable () -> Void, isFollowUp: Bool) {
        group.enter()
        wake(stack.withLock { $0.push(job, isFollowUp: isFollowUp) })
    }

    private func wake(_ lane: Int?) {
        if let lane { queues[lane].async { self.work(lane: lane) } }
    }

    /// What a lane does from its waking to its idling.
    private func work(lane: Int) {
        while runJob(lane: lane) { group.leave() }
    }

    /// Runs one job, and lets go of what it holds before it counts as ended.
    ///
    /// - Returns: Whether there was one; if not, the lane is idle.
    @inline(never)
    private func runJob(lane: Int) -> Bool {
        guard let job = stack.withLock({ $0.pop(lane: lane) }) else { return false }
        job()
        return true
    }
}
