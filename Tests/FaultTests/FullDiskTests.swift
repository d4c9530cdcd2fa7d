import Glibc
import TestSupport
import Testing

/// No room for the index: the run says so and loses nothing, and the next one completes it when there is room.
@Suite(.serialized, .enabled(if: canInterpose)) struct FullDiskTests {
    @Test("a first run whose writes fail from some moment on is completed by the next run")
    func firstRun() throws {
        try sweep(Stage.first())
    }

    @Test("a re-run whose writes fail from some moment on is completed by the next run")
    func rerun() throws {
        try sweep(Stage.rerun())
    }

    private func sweep(_ stage: Stage) throws {
        let counts = stage.undisturbed.counts.filter { $0.key.hasSuffix(".pwrite") }
        let count = counts.values.reduce(0, +)
        #expect(count > 20)
        let plans = stride(from: 1, through: count, by: max(1, count / (20 * rounds))).flatMap { number in
            [ENOSPC, EIO].map { Plan(call: "any.pwrite", number: number, manner: .from, code: $0) }
        }
        #expect(each(plans) { plan in try Trial(stage).complaints(plan) } == [])
    }

    @Test("a run on a file system that is full is completed when there is room", .enabled(if: canMount))
    func smallFileSystem() throws {
        for stage in [try Stage.first(), try Stage.rerun()] {
            let ends = Outcomes()
            let sizes = stride(from: 16, through: 1_200, by: max(4, 64 / rounds))
            let complaints = each(Array(sizes)) { size in
                let end = try SmallDisk(stage).run(kibibytes: size)
                ends.add(end.full.process.exitCode)
                return end.complaints
            }
            #expect(complaints == [])
            // Some had room, and some had not.
            #expect(ends.all == [73, stage.undisturbed.process.exitCode])
        }
    }
}

/// Whether this process may mount a file system that only a child of it sees.
private let canMount: Bool = {
    do {
        let script = "mount -t tmpfs none /mnt"
        let end = try runProcess(bytes("/usr/bin/env"), SmallDisk.unshare + [bytes("-c"), bytes(script)])
        if end.exitCode == 0 { return true }
        print("skipped a disk that is really full: nothing can be mounted here: \(end.errorText)")
    } catch {
        print("skipped a disk that is really full: \(error)")
    }
    return false
}()
