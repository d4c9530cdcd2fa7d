// Lets the thread sanitizer see the locks of Swift's Mutex; empty in every other build.
//
// Mutex takes a free lock with an atomic instruction in the caller's code, which
// the sanitizer sees. When the lock is held it calls functions of the runtime
// library, which were built without the sanitizer: it sees two threads at the
// same memory with nothing between them, and reports a race at every contended
// lock. Here are these functions again, built with the sanitizer. They take
// precedence over the library's because they are linked into the program itself.
//
// Swift cannot express them: they have the names of functions of another module.

#include "CSanitizer.h"

#if __has_feature(thread_sanitizer)

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

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
    long pause = 100000;
    while (!atomic_compare_exchange_weak_explicit(word, &unlocked, thread, memory_order_acquire, memory_order_relaxed)) {
        unlocked = 0;
        // Asleep, as a thread is that waits for a lock: tests look at it. And for longer each time: where a hundred
        // threads wait for one that stands still, they must not keep the machine busy.
        nanosleep(&(struct timespec){.tv_nsec = pause}, 0);
        if (pause < 50000000) { pause *= 2; }
    }
}

// Synchronization._MutexHandle._tryLockSlow() -> Bool, called when the lock seemed to be held.
__attribute__((swiftcall)) bool tryLockSlowly(
    __attribute__((swift_context)) _Atomic(uint32_t) *word
) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");

__attribute__((swiftcall)) bool tryLockSlowly(__attribute__((swift_context)) _Atomic(uint32_t) *word) {
    // It is; and who lets go of it meanwhile does not matter to one who only tries.
    (void)word;
    return false;
}

#endif

uintptr_t imgindex_stack_address(void) { return (uintptr_t)__builtin_frame_address(0); }
