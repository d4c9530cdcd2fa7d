internal import Glibc

/// The time, in nanoseconds since 1970-01-01 UTC.
func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let (whole, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : whole &+ Int64(time.tv_nsec)
}
