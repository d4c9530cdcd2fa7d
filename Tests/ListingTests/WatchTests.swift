import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Listing

/// Calls that come back in time, too late, or never.
@Suite struct WatchTests {
    private let clock = StallClock()
    private let gate = Gate()
    private let stalled = ListingError(call: "statx", code: ETIMEDOUT)
    private let notTried = ListingError(call: "not tried", code: ETIMEDOUT)

    private func call(_ watch: Watch, on mount: Int, hangs: Bool) -> Result<Int, ListingError> {
        watch.run("statx", on: mount) { [clock, gate] in
            if hangs {
                clock.expire()
                gate.wait()
            } else {
                clock.pass()
            }
            return .success(mount)
        }
    }

    @Test("a call that comes back has its result or its error, one that does not is stalled, and the next goes on")
    func oneOfThree() {
        let watch = Watch(most: 3, patience: clock.patience)
        defer { gate.open() }
        #expect(call(watch, on: 1, hangs: false) == .success(1))
        #expect(call(watch, on: 1, hangs: true) == .failure(stalled))
        #expect(stalled.meaning == .stalled && stalled.description == "statx: no answer in time")
        #expect(call(watch, on: 1, hangs: false) == .success(1))
        let error = ListingError(call: "statx", code: EACCES)
        let failed: Result<Int, ListingError> = watch.run("statx") { [clock] in
            clock.pass()
            return .failure(error)
        }
        #expect(failed == .failure(error))
    }

    @Test("after eight calls on one mount that do not come back no further one is made on it, but on others")
    func boundOfOne() {
        let watch = Watch(most: 100, patience: clock.patience)
        defer { gate.open() }
        for _ in 0..<Watch.mostOfOne { #expect(call(watch, on: 1, hangs: true) == .failure(stalled)) }
        #expect(call(watch, on: 1, hangs: true) == .failure(notTried))
        #expect(call(watch, on: 2, hangs: false) == .success(2))
    }

    @Test("at the bound of all mounts no call is made any more")
    func boundOfAll() {
        let watch = Watch(most: 2, patience: clock.patience)
        defer { gate.open() }
        for mount in 1...2 { #expect(call(watch, on: mount, hangs: true) == .failure(stalled)) }
        for mount in 1...3 { #expect(call(watch, on: mount, hangs: true) == .failure(notTried)) }
    }

    @Test("what a call brings that was given up is let go of")
    func late() async {
        let watch = Watch(most: 2, patience: clock.patience)
        let (clock, gate) = (clock, gate)
        await withCheckedContinuation { continuation in
            let result: Result<Kept, ListingError> = watch.run("statx") {
                clock.expire()
                gate.wait()
                return .success(Kept { continuation.resume() })
            }
            #expect(throws: stalled) { try result.get() }
            gate.open()
        }
    }
}

/// Tells when it is let go of.
private final class Kept: Sendable {
    private let isReleased: @Sendable () -> Void

    init(_ isReleased: @escaping @Sendable () -> Void) {
        self.isReleased = isReleased
    }

    deinit {
        isReleased()
    }
}
