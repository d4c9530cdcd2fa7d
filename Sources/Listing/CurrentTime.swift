internal import Glibc

/// The time, in nanoseconds since 1970-01-01 UTC, the nearest that 64 bits hold.
///
/// See clock_gettime(2), CLOCK_REALTIME: it may be set, also back.
public func currentTime() -> Int64 {
    var time = timespec()
    // Cannot fail: the clock is there and so is the memory.
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(Int64(time.tv_sec), UInt32(clamping: time.tv_nsec))
}
