import TestSupport
import Testing

/// An index file that is taken away while a run has it.
@Suite struct ReplacedIndexTests {
    private static let said = "the index file was removed or replaced while it was in use; run again"

    @Test(
        "a run whose index is removed or replaced says so and does not end well, and the next run is whole",
        arguments: [
            "rm index.db", "mv index.db away.db", "rm index.db; : >index.db",
            "mv index.db away.db; mv other.db index.db",
        ]
    )
    func duringRun(script: String) throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        var other = scene
        other.index = scene.place.path(of: bytes("other.db"))
        try other.run()
        let expected = try other.content()
        for isRerun in [false, true] {
            if isRerun { try scene.run() }
            let held = try HeldRun(scene, width: isRerun ? 4 : 1)
            #expect(try scene.shell(script).exitCode == 0)
            let end = try held.letGo().end
            #expect(end.exitCode == 73)
            #expect(end.errorText == "imgindex: cannot write index: \(text(scene.index)): \(Self.said)\n")
            #expect(try scene.run().exitCode == 0)
            #expect(try scene.content() == expected)
            #expect(try scene.damage() == [])
            _ = try scene.shell("rm -f index.db* away.db*")
            try other.run()
        }
    }

    @Test("a file that takes the place of an index in use stays as it is")
    func otherFile() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        var other = scene
        other.index = scene.place.path(of: bytes("other.db"))
        try other.run(roots: [scene.path("folder10")])
        let held = try HeldRun(scene)
        #expect(try scene.shell("cksum <other.db >before; mv other.db index.db").exitCode == 0)
        #expect(try held.letGo().end.exitCode == 73)
        #expect(try scene.query("SELECT root, images_seen FROM runs") == ["\(text(scene.path("folder10")))|20"])
        #expect(try scene.shell("cksum <index.db | cmp - before").output == [])
    }

    @Test("the row of a run whose index was renamed says that it failed, and why")
    func row() throws {
        var scene = try Scene()
        try scene.makeTalkativeTree()
        let held = try HeldRun(scene)
        _ = try scene.shell("mv index.db away.db; mv index.db-wal away.db-wal; mv index.db-shm away.db-shm")
        #expect(try held.letGo().end.exitCode == 73)
        scene.index = scene.place.path(of: bytes("away.db"))
        #expect(
            try scene.lastRun("state", "exit_code", "error") == [
                "failed", "73", Self.said,
            ]
        )
    }
}
