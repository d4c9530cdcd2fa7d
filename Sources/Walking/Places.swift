public import AsyncLoop
import Synchronization

/// The places of folders under way, from their listing until their visit has replied.
///
/// There are as many as lanes. The lanes alone do not bound what is under way: a
/// lister or visitor that completes later leaves its lane free meanwhile, and as
/// many folders would be begun, and open, as the tree is broad.
///
/// Who finds no place waits; the newest gets the next one, so that the walk goes
/// down before it goes wide. To that end a folder that leaves lets its subfolders
/// come first, and only then offers its place to the others.
@usableFromInline
final class Places: Sendable {
    @usableFromInline
    typealias Job = @Sendable () -> Void

    private struct State {
        var free: Int
        var waiting: [Job] = []
    }

    private let lanes: Lanes
    private let state: Mutex<State>

    @usableFromInline
    init(on lanes: Lanes) {
        self.lanes = lanes
        state = Mutex(State(free: lanes.width))
    }

    /// Runs a job on a lane once it has a place, which it keeps until it calls ``leave()``.
    @usableFromInline
    func take(_ job: @escaping Job) {
        let isFree = state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return true
            }
            state.waiting.append(job)
            return false
        }
        if isFree { lanes.submitFollowUp(job) }
    }

    /// Gives a place back; to be followed by ``offer()``.
    @usableFromInline
    func leave() {
        state.withLock { $0.free += 1 }
    }

    /// Gives a free place, if there is one, to the newest who waits, if there is one.
    ///
    /// Called on a lane before anything that is to go first is submitted to it.
    @usableFromInline
    func offer() {
        let job: Job? = state.withLock { state in
            guard state.free > 0, let job = state.waiting.popLast() else { return nil }
            state.free -= 1
            return job
        }
        if let job { lanes.submitFollowUp(job) }
    }
}
