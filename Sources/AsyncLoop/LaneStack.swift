/// The pending jobs, idle lanes and offers of ``Lanes`` as a pure value.
///
/// Jobs leave in the reverse order of their coming. A walk whose folders queue
/// here goes down before it goes wide, so that what is pending grows with the
/// depth of a tree times the width of its loops; first-in first-out would hold
/// the whole frontier, which grows with the tree.
///
/// An *offer* is what a lane may do when it would idle otherwise: help a loop
/// that could not find a lane to help it. It is not pending work: nobody waits
/// for it, and it can be withdrawn.
struct LaneStack {
    typealias Job = @Sendable () -> Void

    private var pending: [Job] = []
    private var idle: [Int]
    private var offers: [(by: ObjectIdentifier, job: Job)] = []

    /// Makes a stack without jobs and with all lanes idle.
    init(width: Int) {
        idle = Array((0..<width).reversed())
    }

    var idleCount: Int { idle.count }
    var pendingCount: Int { pending.count }
    var offerCount: Int { offers.count }

    /// Adds a job.
    ///
    /// - Parameters:
    ///   - job: Leaves the stack exactly once.
    ///   - isFollowUp: The caller is on a lane and returns to its stack soon: it
    ///     takes one job itself, and others are woken only for more.
    /// - Returns: The lane to wake, no longer idle, or nil if none is needed.
    mutating func push(_ job: @escaping Job, isFollowUp: Bool) -> Int? {
        pending.append(job)
        return isFollowUp && pending.count == 1 ? nil : idle.popLast()
    }

    /// Makes an offer, which is a job at once if a lane is idle.
    ///
    /// - Parameters:
    ///   - job: Leaves the stack once, or never if it is withdrawn.
    ///   - owner: Who may withdraw it; has one offer at a time.
    /// - Returns: The lane to wake, no longer idle, or nil if the offer stands.
    mutating func offer(_ job: @escaping Job, by owner: ObjectIdentifier) -> Int? {
        guard let lane = idle.popLast() else {
            offers.append((owner, job))
            return nil
        }
        pending.append(job)
        return lane
    }

    /// Takes back the newest offer that an owner made, if it still stands.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(1) for the newest of all, as of the innermost of nested loops; at worst O(offers).
    mutating func withdraw(by owner: ObjectIdentifier) -> Bool {
        guard let index = offers.lastIndex(where: { $0.by == owner }) else { return false }
        offers.remove(at: index)
        return true
    }

    /// Takes the newest job for a lane, or else the newest offer.
    ///
    /// - Returns: The job, or nil when there is none: the lane is idle then.
    mutating func pop(lane: Int) -> Job? {
        if let job = pending.popLast() ?? offers.popLast()?.job { return job }
        idle.append(lane)
        return nil
    }
}
