import Glibc
import TestSupport
import Testing

/// Any call may fail at any time: the index stays true, and who was struck says so.
@Suite(.serialized, .enabled(if: canInterpose)) struct CallFaultTests {
    @Test("a first run with a call that fails is completed by the next run")
    func firstRun() throws {
        try sweep(Stage.first(), 150, "faults in first runs")
    }

    @Test("a re-run with a call that fails is completed by the next run")
    func rerun() throws {
        try sweep(Stage.rerun(), 150, "faults in re-runs")
    }

    @Test(
        "a run with a call that fails after a run that was killed while it made the index is completed by the next run"
    )
    func afterKilledMaking() throws {
        let stage = try Stage.first().killed(at: Plan(call: "main.pwrite", number: 4, manner: .kill))
        #expect(Set(stage.start.keys) == [bytes("index.db"), bytes("index.db-journal")])
        try sweep(stage, 50, "faults after a journal was left")
    }

    @Test("a journal that cannot be opened at first is played back all the same")
    func unreadableJournal() throws {
        let stage = try Stage.first().killed(at: Plan(call: "main.pwrite", number: 4, manner: .kill))
        let plan = Plan(call: "journal.open", number: 1, manner: .fail, code: EIO)
        #expect(try Trial(stage).complaints(plan) == [])
    }

    @Test("a run with a call that fails after a run that was killed while it wrote rows is completed by the next run")
    func afterKilledWriting() throws {
        let stage = try Stage.rerun()
        let writes = stage.undisturbed.counts["wal.pwrite"] ?? 0
        let killed = try stage.killed(at: Plan(call: "wal.pwrite", number: writes - 1, manner: .kill))
        #expect(Set(killed.start.keys) == [bytes("index.db"), bytes("index.db-wal")])
        try sweep(killed, 50, "faults after a log was left")
    }

    private func sweep(_ stage: Stage, _ count: Int, _ name: String) throws {
        var generator = SeededGenerator(name)
        let all = Plan.faults(stage.undisturbed.counts)
        let plans = Plan.sample(all, count * rounds, using: &generator)
        let widths = plans.map { _ in generator.chance(1, in: 2) ? 1 : 4 }
        print("\(name): \(plans.count) of \(all.count)")
        let complaints = each(Array(zip(plans, widths))) { plan, width in
            try Trial(stage, width: width).complaints(plan)
        }
        #expect(complaints == [])
    }
}
