import TestSupport
import Testing

/// What is told where nobody looks on, and what a person does about what is held, missing or elsewhere.
@Suite struct MannersTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
        try scene.add("a/1.jpg", "a/2.jpg")
    }

    /// Runs as cron does: without a terminal and without `--verbose`.
    private func cron(_ options: String...) throws -> ProcessEnd {
        try scene.command(scene.indexArguments(options))
    }

    private func index(_ command: String, _ options: String...) throws -> ProcessEnd {
        try scene.command(([command, "--index=index.db"] + options).map { bytes($0) })
    }

    private func wipe() throws {
        try scene.tree.rename(bytes("a"), to: bytes("../away"))
    }

    @Test("a wiped archive is told once, held until accepted, and then does not nag; what is back has its ids")
    func wipedAndAccepted() throws {
        #expect(try cron().outputText.contains("2 added"))
        let quiet = try cron()
        #expect(quiet.exitCode == 0 && quiet.output == [] && quiet.errors == [])
        try wipe()
        let held = try cron()
        #expect(held.exitCode == 2 && held.output == [])
        #expect(held.errorText.contains("2 images are absent, and held"))
        let again = try cron()
        #expect(again.exitCode == 2 && again.output == [] && again.errors == [])
        #expect(try scene.lastRun("state", "exit_code", "held") == ["complete", "2", "2"])

        let accepted = try index("accept", "tree")
        #expect(accepted.exitCode == 0 && accepted.outputText == "\(text(scene.root)): 2 images are missing now\n")
        #expect(try scene.lastRun("missing", "held") == ["2", "0"])
        #expect(try scene.damage() == [])
        let silent = try cron()
        #expect(silent.exitCode == 0 && silent.output == [] && silent.errors == [])

        let ids = try scene.query("SELECT id, path FROM images")
        try scene.tree.rename(bytes("../away"), to: bytes("a"))
        #expect(try scene.run().changes == ["returned": 2])
        #expect(try scene.query("SELECT id, path FROM images") == ids)
        #expect(try scene.damage() == [])
    }

    @Test("--accept-after releases what so many runs found absent, and thresholds are the user's")
    func options() throws {
        try scene.run()
        try wipe()
        #expect(try scene.run("--accept-after=2").exitCode == 2)
        #expect(try scene.run("--accept-after=2").changes == ["missing": 2])
        try scene.add("b/1.jpg", "b/2.jpg", "b/3.jpg", "b/4.jpg")
        try scene.run()
        try scene.folder("b").remove(bytes("1.jpg"))
        #expect(try scene.run("--hold-files=0", "--hold-percent=24.9").exitCode == 2)
        #expect(try scene.run("--hold-files=0", "--hold-percent=25").changes == ["missing": 1, "unchanged": 3])
    }

    @Test("a root that the index does not know is not accepted")
    func unknownRoot() throws {
        try scene.run()
        let end = try index("accept", "nowhere")
        #expect(end.exitCode == 66 && end.output == [] && end.errorText.contains("the index does not know it"))
        #expect(try index("accept").exitCode == 0)
    }

    @Test("prune removes what is missing for longer, only that, and a dry run nothing")
    func prune() throws {
        try scene.add("b.jpg", "c.jpg")
        try scene.run()
        try wipe()
        try scene.run()
        try scene.tree.remove(bytes("c.jpg"))
        try scene.run("--hold-files=100")
        let before = try scene.tool([bytes("sqlite3"), scene.index, bytes(".dump")]).outputText
        let dry = try index("prune", "--older-than=0", "--dry-run")
        #expect(dry.outputText.contains("folder \(text(scene.path("a")))\n"))
        #expect(dry.outputText.hasSuffix("3 images and 1 folders would be removed\n"))
        #expect(try scene.tool([bytes("sqlite3"), scene.index, bytes(".dump")]).outputText == before)
        #expect(try index("prune", "--older-than=1").outputText == "0 images and 0 folders removed\n")
        _ = try scene.query("UPDATE run SET ended = ended + 3600000000000 WHERE id = 3")
        // The clock was set back since that run ended.
        #expect(try index("prune", "--older-than=0").outputText == "2 images and 1 folders removed\n")
        #expect(try scene.query("SELECT name, state FROM images ORDER BY name") == ["b.jpg|present", "c.jpg|missing"])
        #expect(try scene.query("SELECT DISTINCT what FROM changes WHERE run > 1") == ["missing"])
        #expect(try scene.damage() == [])
        #expect(try index("prune").exitCode == 64)
    }

    @Test("a root on another volume fails, keeps its rows, is told once, and is taken when accepted")
    func otherVolume() throws {
        try scene.run()
        let images = try scene.query(
            "SELECT id, path, state, size, modified_ns, first_run, changed_run, missing_run, error FROM images"
        )
        _ = try scene.query("UPDATE volume SET identity = 'other'")
        let first = try cron()
        #expect(first.exitCode == 66 && first.output == [])
        let accept = "imgindex accept --index=\(text(scene.index)) \(text(scene.root))"
        #expect(
            first.errorText.hasSuffix("and was on 'other'; mount that one, or 'imgindex accept' this one: \(accept)\n")
        )
        #expect(
            try scene.query("SELECT problem LIKE '%was on ''other''; mount that one%' FROM problems ORDER BY what")
                == ["1", "1"]
        )
        #expect(
            try index("status").outputText.hasSuffix("  to take the volumes that are there now: \(accept)\n")
        )
        let second = try cron()
        #expect(second.exitCode == 66 && second.errors == [])
        #expect(try scene.lastRun("state") == ["failed"])
        #expect(
            try scene.query(
                "SELECT id, path, state, size, modified_ns, first_run, changed_run, missing_run, error FROM images"
            ) == images
        )
        #expect(try index("accept", "tree").outputText.contains("in 1 folders that were offline"))
        let back = try cron()
        #expect(back.exitCode == 0 && back.errorText.contains("can read root again"))
        #expect(try cron().errors == [])
        #expect(
            try scene.query(
                "SELECT id, path, state, size, modified_ns, first_run, changed_run, missing_run, error FROM images"
            ) == images
        )
    }

    @Test("a second run is silent with 75, and one that waits goes on when the first has ended")
    func waits() throws {
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        let second = try cron()
        #expect(second.exitCode == 75 && second.output == [] && second.errors == [])
        let third = try StartedProcess(
            try builtProgram("imgindex"),
            scene.indexArguments(["--wait=120", "-v"]),
            environment: scene.environment(),
            folder: scene.place.path
        )
        #expect(try first.letGo().end.exitCode == 0)
        let end = try third.wait()
        #expect(end.exitCode == 0 && end.changes == ["unchanged": 1_202])
    }
}
