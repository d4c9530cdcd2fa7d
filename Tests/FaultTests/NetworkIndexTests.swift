import TestSupport
import Testing

/// An index that statfs(2) says is on a network file system.
@Suite(.serialized, .enabled(if: canInterpose)) struct NetworkIndexTests {
    @Test("it has a rollback journal, a warning says so but not with --quiet, and the rows are those of any other")
    func journal() throws {
        var trial = try Trial(Stage.rerun())
        for (kind, name) in [("6969", "nfs"), ("ff534d42", "cifs"), ("fe534d42", "smb3")] {
            trial.kind = kind
            let end = try trial.run()
            let warning = "the index should be on a local disk: \(text(trial.index)): its file system is \(name)"
            #expect(end.process.errorText.contains(warning))
            #expect(end.process.exitCode == trial.stage.undisturbed.process.exitCode)
            #expect(end.counts["journal.pwrite"] ?? 0 > 0 && end.counts["wal.pwrite"] == nil)
            #expect(try trial.look().content == trial.stage.expected.content)
            #expect(try !trial.run(nil, ["--quiet"]).process.errorText.contains("local disk"))
        }
        trial.kind = nil
        let end = try trial.run()
        #expect(!end.process.errorText.contains("local disk") && end.counts["wal.pwrite"] ?? 0 > 0)
        #expect(try trial.look().content == trial.stage.expected.content)
    }
}
