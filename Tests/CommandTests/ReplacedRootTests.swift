import TestSupport
import Testing

/// A root that is taken away while it is walked.
@Suite struct ReplacedRootTests {
    private static let reasons = [
        "mv tree away": "it is not there any more",
        "rm -r tree": "it is not there any more",
        "mv tree away; mkdir tree": "something else has its place",
        "mv tree away; cp -a away tree": "something else has its place",
        "mv tree away; : >tree": "something else has its place",
    ]

    @Test("a run whose root is removed or replaced is not complete, and says why", arguments: reasons)
    func duringRun(script: String, reason: String) throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let held = try HeldRun(scene, width: 1)
        #expect(try scene.shell(script).exitCode == 0)
        let end = try held.letGo().end
        let why = "the root was removed or replaced while it was walked: \(reason)"
        #expect(end.exitCode == 1)
        #expect(end.errorText == "imgindex: cannot vouch for root: \(text(scene.root)): \(why)\n")
        #expect(try scene.lastRun("state", "exit_code", "error") == ["partial", "1", why])
        #expect(try scene.command("status", "--index=index.db").outputText.contains("\n  \(why)\n"))
        #expect(try scene.damage() == [])
    }

    @Test("a root that is taken away and put back is complete")
    func back() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let held = try HeldRun(scene, width: 1)
        #expect(try scene.shell("mv tree away; mkdir tree; rmdir tree; mv away tree").exitCode == 0)
        #expect(try held.letGo().end.exitCode == 0)
        #expect(try scene.lastRun("state", "error") == ["complete", ""])
        #expect(try scene.run().changes == ["unchanged": 1_200])
    }
}
