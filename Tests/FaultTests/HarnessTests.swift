import Glibc
import TestSupport
import Testing

/// The library strikes where it is told to, and every check sees what it is for.
@Suite(.enabled(if: canInterpose)) struct HarnessTests {
    @Test("a call that is to fail fails with the code that was asked for, and only that one")
    func strikes() throws {
        let trial = try Trial(Stage.first())
        let end = try trial.run(Plan(call: "tree.openat", number: 3, manner: .fail, code: EIO))
        #expect(end.struck == ["tree.openat"] && end.process.exitCode == 1)
        #expect(end.process.errorText.split(separator: "\n").count { $0.hasSuffix(": Input/output error") } == 1)
        let counts = trial.stage.undisturbed.counts
        #expect(counts["any"] ?? 0 > 200 && trial.stage.undisturbed.struck == [])
        #expect(
            Set(["tree.openat", "tree.getdents64", "tree.statx", "main.pwrite", "wal.pwrite", "journal.unlink"])
                .isSubset(of: counts.keys)
        )
    }

    @Test("a listing that is cut gives some entries and then fails")
    func cuts() throws {
        let stage = try Stage.first()
        let trial = try Trial(stage)
        let end = try trial.run(Plan(call: "tree.getdents64", number: 1, manner: .cut, code: ESTALE))
        #expect(end.process.errorText.contains("cannot list folder to its end: \(text(stage.root)): Stale file handle"))
        let seen = try trial.look().images.count
        #expect(seen > 0 && seen < stage.expected.images.count)
    }

    @Test("a run that is to be killed is killed, and one that is to find a full disk says so")
    func kills() throws {
        let stage = try Stage.first()
        let killed = try Trial(stage).run(Plan(call: "any", number: 99, manner: .kill))
        #expect(killed.process.signal == SIGKILL && killed.struck.count == 1 && killed.counts.isEmpty)
        let full = try Trial(stage).run(Plan(call: "any.pwrite", number: 9, manner: .from, code: ENOSPC))
        #expect(full.process.exitCode == 73 && !full.struck.isEmpty)
        #expect(full.process.errorText.contains("database or disk is full"))
        let dying = try Trial(stage).run(Plan(call: "tree.statx", number: 9, manner: .from, code: EIO))
        #expect(dying.struck.count > 1 && dying.process.exitCode == 1)
    }

    @Test("the folder that is kept shut is denied, and its images of a former run are present")
    func denies() throws {
        let stage = try Stage.rerun()
        #expect(stage.undisturbed.process.exitCode == 1)
        #expect(stage.undisturbed.process.errorText.contains("/closed: Permission denied"))
        #expect(stage.expected.content.contains { $0.contains("|denied|openat: Permission denied|") })
        #expect(!stage.expected.missing.contains(hex(stage.root + bytes("/closed/c.jpg"))))
        #expect(stage.expected.missing.count >= 6)
    }

    @Test("an image that is called missing wrongly, a lost row, a wrong row and a damaged file are seen")
    func seesLies() throws {
        let stage = try Stage.rerun()
        let trial = try Trial(stage)
        let end = try trial.run()
        let right = try trial.look()
        #expect(trial.of(right) == [] && trial.ofSilence(end, right) == [])

        var look = right
        look.missing.insert(hex(stage.root + bytes("/a.jpg")))
        #expect(trial.of(look).count == 1)
        look = right
        look.images[stage.startImages.keys.first ?? 0] = nil
        #expect(trial.of(look).count == 1)
        look = right
        look.content.removeLast()
        #expect(trial.ofSilence(end, look).count == 1)

        var file = try readFile(trial.index)
        for position in stride(from: 16_384, to: file.count, by: 4_000) { file[position] ^= 0xFF }
        try writeFile(trial.index, file)
        #expect(try !trial.look().damage.isEmpty)
    }

    @Test("a run that hides a failed call is seen, and so is one that only claims to be complete")
    func seesSilence() throws {
        let stage = try Stage.first()
        let trial = try Trial(stage)
        let silent = FaultyEnd(try trial.run().process, report: bytes("fault tree.statx 3\n"))
        let plan = Plan(call: "tree.statx", number: 3, manner: .fail, code: EIO)
        let look = try trial.look()
        #expect(trial.of(silent, plan, look) == ["nothing was said of tree.statx"])
        let harmless = Plan(call: "tree.statx", number: 3, manner: .fail, code: EINTR)
        #expect(trial.of(silent, harmless, look) == [])
        #expect(trial.of(silent, harmless, IndexLook()).count == 1)
    }
}
