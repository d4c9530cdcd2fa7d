/// The pending jobs and idle lanes of ``Lanes`` as a pure value.
///
/// Jobs leave in the reverse order of their coming. A walk whose folders queue
/// here goes down before it goes wide, so that what is pending grows with the
/// depth of a tree times the width of its loops; first-in first-out would hold
/// the whole frontier, which grows with the tree.
struct LaneStack {
    typealias Job = @Sendable () -> Void

    private var pending: [Job] = []
    private var idle: [Int]

    /// Makes a stack without jobs and with all lanes idle.
    init(width: Int) {
        idle = Array((0..<width).reversed())
    }

    var idleCount: Int { idle.count }
    var pendingCount: Int { pending.count }

    /// Adds a job.
    ///
    /// - Parameter isFollowUp: The caller is on a lane and returns to its stack
    ///   soon: it takes one job itself, and others are woken only for more.
    /// - Returns: The lane to wake, no longer idle, or nil if none is needed.
    mutating func push(_ job: @escaping Job, isFollowUp: Bool) -> Int? {
        pending.append(job)
        return isFollowUp && pending.count == 1 ? nil : idle.popLast()
    }

    /// Takes the newest job for a lane.
    ///
    /// - Returns: The job, or nil when there is none: the lane is idle then.
    mutating func pop(lane: Int) -> Job? {
        if let job = pending.popLast() { return job }
        idle.append(lane)
        return nil
    }
}
