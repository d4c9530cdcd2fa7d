import Glibc
import TestSupport
import Testing

/// Runs that are asked to end.
@Suite struct SignalTests {
    @Test(
        "a signal ends a run cleanly: what was listed is in the index, and the next run completes it",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)]
    )
    func signal(number: Int32, code: Int32) throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let held = try HeldRun(scene, width: number == SIGINT ? 1 : 4)
        try held.send(number)
        let (end, trace) = try held.letGo()
        #expect(end.exitCode == code && end.signal == nil && end.errors == [])
        #expect(trace.last?.hasPrefix("interrupted: \(text(scene.root)): ") == true)
        #expect(try scene.lastRun("state", "exit_code", "ended IS NULL") == ["interrupted", "\(code)", "0"])
        #expect(try scene.damage() == [])

        let listed = try scene.lastRun("folders_listed")[0]
        #expect((1..<61).contains(Int(listed) ?? 0))
        #expect(try scene.value("SELECT count(*) FROM folders WHERE status = 'listed' AND listed_run = 1") == listed)
        #expect(
            try scene.value("SELECT count(*) FROM folders WHERE status = 'unfinished'") == "\(61 - (Int(listed) ?? 0))"
        )
        #expect(
            try scene.value("SELECT count(*) FROM folders WHERE status = 'listed' AND image_count NOT IN (0, 20)")
                == "0"
        )
        let kept = try scene.value("SELECT count(*) FROM images")

        let next = try scene.run()
        #expect(next.exitCode == 0 && next.counts["images"] == 1_200 && next.counts["unchanged"] == Int(kept))
        try expectUndisturbed(scene)
        #expect(try scene.run().changes == ["unchanged": 1_200])
    }

    @Test("a second signal ends a run that does not end by itself at once, and loses no folder that was committed")
    func secondSignal() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let held = try HeldRun(scene)
        try held.send(SIGTERM)
        try held.send(SIGINT)
        // Nobody reads its trace, so this is no end of the walk.
        let end = try held.wait()
        #expect(end.exitCode == 130 && end.signal == nil, "\(end)")
        #expect(try scene.damage() == [])
        #expect(try scene.run().exitCode == 0)
        try expectUndisturbed(scene)
    }

    @Test("a signal in a re-run calls nothing missing that was not come to")
    func rerun() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        try scene.run()
        let held = try HeldRun(scene)
        try held.send(SIGINT)
        #expect(try held.letGo().end.exitCode == 130)
        #expect(try scene.lastRun("state", "missing", "added", "changed") == ["interrupted", "0", "0", "0"])
        #expect(try scene.presentImages().count == 1_200)
        #expect(try scene.run().changes == ["unchanged": 1_200])
    }

    @Test("a signal ends all roots: those after it are not begun")
    func severalRoots() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        try scene.place.folder.makeFolder(bytes("second")).makeFile(bytes("x.jpg"))
        let roots = [scene.root, scene.place.path(of: bytes("second"))]
        let held = try HeldRun(scene, roots: roots)
        try held.send(SIGINT)
        #expect(try held.letGo().end.exitCode == 130)
        #expect(try scene.query("SELECT state FROM runs") == ["interrupted"])
        #expect(try scene.run(roots: roots).exitCode == 0)
        #expect(try scene.query("SELECT state FROM runs") == ["interrupted", "complete", "complete"])
    }

    /// Expects the index to have the content of one that was written at a stretch.
    private func expectUndisturbed(_ scene: Scene) throws {
        var other = scene
        other.index = scene.place.path(of: bytes("undisturbed.db"))
        try other.run()
        #expect(try scene.content() == other.content())
        #expect(try scene.damage() == [])
    }
}
