import Glibc
import TestSupport
import Testing

/// A call that never comes back ends after `--stall`: the folder says so, nothing is lost, and the run ends.
@Suite(.serialized, .enabled(if: canInterpose)) struct StallTests {
    @Test("every call of a re-run that hangs makes a folder or the root stalled, and the next run completes it")
    func everyCall() throws {
        let stage = try Stage.rerun()
        let calls = ["tree.openat", "tree.statx", "tree.getdents64", "tree.stat", "tree.realpath"]
        let plans = calls.flatMap { call in
            let count = stage.undisturbed.counts[call] ?? 0
            return stride(from: 1, through: count, by: max(1, count / (3 * rounds))).map {
                Plan(call: call, number: $0, manner: .hang)
            }
        }
        #expect(Set(plans.map(\.call)).isSuperset(of: ["tree.openat", "tree.statx", "tree.getdents64"]))
        let complaints = each(plans) { plan in
            let trial = try Trial(stage)
            let end = try trial.run(plan, ["--stall=1"])
            let after = try trial.look()
            var complaints = trial.of(after) + (try trial.ofNextRun(after))
            if end.struck.isEmpty { complaints.append("not struck") }
            if ![1, 2, 66].contains(end.process.exitCode) { complaints.append("ended with \(end.process)") }
            if !end.process.errorText.contains("no answer in time") {
                complaints.append("said \(end.process.errorText)")
            }
            return complaints.map { "\(plan): \($0)" }
        }
        #expect(complaints == [])
    }

    @Test("a mount that hangs from some moment on is not asked for ever, and no row changes its state")
    func deadMount() throws {
        let stage = try Stage.rerun()
        let trial = try Trial(stage)
        let opens = stage.undisturbed.counts["tree.openat"] ?? 0
        #expect(opens > 3)
        let end = try trial.run(Plan(call: "tree.openat", number: opens / 2, manner: .hung), ["--stall=1"])
        // What is absent may be what did not answer: it is held.
        #expect(end.process.exitCode == 2)
        let after = try trial.look()
        #expect(after.content.contains { $0.contains("|stalled|listing: no answer in time|") })
        #expect(trial.of(after) == [])
        let complaints = try trial.ofNextRun(after)
        #expect(complaints == [])
    }

    @Test("a root that hangs ends the command with 66, is told in the index, and is as before when it answers")
    func root() throws {
        let stage = try Stage.rerun()
        let trial = try Trial(stage)
        let end = try trial.run(Plan(call: "tree.realpath", number: 1, manner: .hung), ["--stall=1"])
        #expect(end.process.exitCode == 66)
        #expect(end.process.errorText.contains("cannot read root: \(text(stage.root)): no answer in time"))
        let after = try trial.look()
        #expect(after.lastRun.contains { $0.contains("realpath: no answer in time") })
        #expect(after.content.count { $0.contains("|stalled|") } == 1)
        #expect(trial.of(after) == [])
        #expect(try trial.ofNextRun(after) == [])
    }
}
