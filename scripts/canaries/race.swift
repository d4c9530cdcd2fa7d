import Glibc
import Synchronization

/// Two threads add to one number without any order between them: the thread sanitizer must report it.
///
/// Threads of their own, as a busy queue may give two blocks to one thread; and each waits for the other to be there,
/// by what gives no order, as the sanitizer forgets what a thread did that has ended.
@main
enum Race {
    static let started = Atomic(0)

    static func main() {
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.initialize(to: 0)
        let threads = (0..<2).map { _ in
            var thread = pthread_t()
            pthread_create(
                &thread,
                nil,
                { argument in
                    Race.started.add(1, ordering: .relaxed)
                    while Race.started.load(ordering: .relaxed) < 2 { sched_yield() }
                    for _ in 0..<1_000 {
                        argument?.assumingMemoryBound(to: Int.self).pointee += 1
                        sched_yield()
                    }
                    return nil
                },
                number
            )
            return thread
        }
        for thread in threads { pthread_join(thread, nil) }
        print(number.pointee)
        number.deallocate()
    }
}
