// Lets the thread sanitizer see the locks of Swift's Mutex; empty in every other build.
//
// Mutex takes a free lock with an atomic instruction in the caller's code, which
// the sanitizer sees. When the lock is held it calls a function of the runtime
// library, which was built without the sanitizer: it sees two threads at the
// same memory with nothing between them, and reports a race at every contended
// lock. Here is that function again, built with the sanitizer. It takes
// precedence over the library's because it is linked into the tests themselves.
//
// Swift cannot express it: it has the name of a function of another module.

#include "CSanitizer.h"

#if __has_feature(thread_sanitizer)

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

// Synchronization._MutexHandle._lockSlow(UInt32): 0 is unlocked, a thread's id is locked by it. This waits
// without a system call that would leave a mark in the word, so that the unlocking, too, is seen.
__attribute__((swiftcall)) void lockSlowly(
    uint32_t thread,
    __attribute__((swift_context)) _Atomic(uint32_t) *word
) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void lockSlowly(
    uint32_t thread,
    __attribute__((swift_context)) _Atomic(uint32_t) *word
) {
    uint32_t unlocked = 0;
    while (!atomic_compare_exchange_weak_explicit(word, &unlocked, thread, memory_order_acquire, memory_order_relaxed)) {
        unlocked = 0;
        sched_yield();
    }
}

#endif
