import Testing

@testable import BoxListing

/// When the next request may be sent.
@Suite struct BoxPacingTests {
    private let second: Int64 = 1_000_000_000

    @Test("after a burst of a second's worth, requests come at the rate")
    func rate() {
        var pacing = BoxPacing(rate: 10, width: 100)
        for _ in 0..<10 { #expect(pacing.next(at: 0) == .send) }
        #expect(pacing.next(at: 0) == .wait(second / 10))
        #expect(pacing.next(at: second / 10) == .send)
        #expect(pacing.next(at: second / 10) == .wait(second / 10))
        // A rest fills the bucket, but not more than full.
        for _ in 0..<10 { #expect(pacing.next(at: 100 * second) == .send) }
        #expect(pacing.next(at: 100 * second) != .send)
    }

    @Test("no more are on their way than may be, whatever the rate")
    func width() {
        var pacing = BoxPacing(rate: nil, width: 2)
        #expect(pacing.next(at: 0) == .send)
        #expect(pacing.next(at: 0) == .send)
        #expect(pacing.next(at: 0) == .full)
        pacing.ended()
        #expect(pacing.next(at: 0) == .send)
    }

    @Test("a pause holds all up until its end, and a shorter one does not end it")
    func pause() {
        var pacing = BoxPacing(rate: nil, width: 8)
        pacing.pause(until: 5 * second)
        pacing.pause(until: 2 * second)
        #expect(pacing.next(at: second) == .wait(4 * second))
        #expect(pacing.next(at: 5 * second) == .send)
    }

    @Test("the delay doubles up to a minute", arguments: [(1, 0.5), (2, 1), (3, 2), (7, 32), (8, 60), (1_000, 60)])
    func delay(attempt: Int, seconds: Double) {
        #expect(BoxRetries.delay(after: attempt, random: 1) == Int64(seconds * 1e9))
        #expect(BoxRetries.delay(after: attempt, random: 0.5) == Int64(seconds * 0.5e9))
    }

    @Test("requests leave in the order they came, but one that is sent again at once goes first")
    func jobs() {
        var jobs = BoxJobs()
        let job = { (path: String) in BoxJob(path: path, call: "test") { _ in true } }
        for path in ["a", "b", "c"] { jobs.append(job(path)) }
        #expect(jobs.removeFirst().path == "a")
        jobs.append(job("d"))
        jobs.prepend(job("a"))
        #expect(jobs.takeAll().map(\.path) == ["a", "b", "c", "d"])
        #expect(jobs.isEmpty)
    }
}
