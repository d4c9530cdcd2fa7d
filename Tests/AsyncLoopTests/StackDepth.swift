import AsyncLoop
import CSanitizer
import Glibc
import Synchronization

/// How far apart the stack addresses are that a code path was seen at, for each thread.
final class StackDepth: Sendable {
    private let bounds = Mutex<[pthread_t: ClosedRange<UInt>]>([:])

    /// The most bytes of one thread's stack between two places noted.
    var most: UInt {
        bounds.withLock { $0.values.map { $0.upperBound - $0.lowerBound }.max() ?? 0 }
    }

    /// Notes how deep the caller is.
    func note() {
        let here = imgindex_stack_address()
        bounds.withLock { bounds in
            let thread = pthread_self()
            let old = bounds[thread] ?? here...here
            bounds[thread] = min(old.lowerBound, here)...max(old.upperBound, here)
        }
    }
}

/// Loops that start loops: each of `depth` has the next as its only input.
///
/// - Parameters:
///   - depth: The number of loops.
///   - width: Of each loop.
///   - lanes: Where all run.
///   - note: Called in every transform and completion.
///   - reply: Gets the number of loops that completed.
func chain(
    of depth: Int,
    width: Int,
    on lanes: Lanes,
    note: @escaping @Sendable () -> Void = {},
    reply: Reply<Int>
) {
    transformEach(CollectionOfOne(depth), width: width, on: lanes) { depth, reply in
        note()
        if depth > 1 {
            chain(of: depth - 1, width: width, on: lanes, note: note, reply: reply)
        } else {
            reply(0)
        }
    } completion: { results in
        note()
        reply((results.first?.value ?? 0) + 1)
    }
}
