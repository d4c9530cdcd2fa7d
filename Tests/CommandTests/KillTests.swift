import Dispatch
import Glibc
import TestSupport
import Testing

/// `kill -9` at any moment: the index is sound, no row is lost, and the next run completes it.
@Suite struct KillTests {
    private func tree() throws -> Scene {
        let scene = try Scene()
        for number in 0..<80 {
            let folder = try scene.tree.makeFolder(bytes("folder\(number)")).makeFolder(bytes("sub"))
            for image in 0..<25 { try folder.makeFile(bytes("\(image).jpg"), size: Int64(image)) }
        }
        return scene
    }

    @Test("a first run that is killed is completed by the next, as if nothing had been")
    func firstRun() throws {
        var generator = SeededGenerator("killed first runs")
        let scene = try tree()
        var undisturbed = scene
        undisturbed.index = scene.place.path(of: bytes("undisturbed.db"))
        let length = try microseconds { try undisturbed.run() }
        let expected = try undisturbed.content()
        for round in 0..<30 {
            var scene = scene
            scene.index = scene.place.path(of: bytes("killed\(round).db"))
            try kill(scene, after: UInt32.random(in: 0...length, using: &generator))
            let kept = try keptImages(scene)
            let next = try scene.run()
            #expect(next.exitCode == 0 && next.counts["unchanged"] ?? 0 >= kept.count, "\(next)")
            try expectWhole(scene, expected, images: 2_000)
            try scene.expectKept(kept)
        }
    }

    @Test("a re-run that is killed is completed by the next, as if nothing had been")
    func rerun() throws {
        var generator = SeededGenerator("killed re-runs")
        let scene = try tree()
        try scene.run()
        _ = try scene.shell("cp index.db start.db")
        for number in stride(from: 0, to: 80, by: 3) {
            let folder = try scene.folder("folder\(number)/sub")
            try folder.remove(bytes("3.jpg"))
            try folder.makeFile(bytes("new.jpg"), size: 99)
            try folder.setMode(0o600, of: bytes("4.jpg"))
            try scene.tree.rename(bytes("folder\(number)"), to: bytes("renamed\(number)"))
        }
        var undisturbed = scene
        undisturbed.index = scene.place.path(of: bytes("undisturbed.db"))
        _ = try scene.shell("cp start.db undisturbed.db")
        let length = try microseconds { try undisturbed.run() }
        let expected = try undisturbed.content()
        for round in 0..<30 {
            var scene = scene
            scene.index = scene.place.path(of: bytes("killed\(round).db"))
            _ = try scene.shell("cp start.db killed\(round).db")
            try kill(scene, after: UInt32.random(in: 0...length, using: &generator))
            let kept = try keptImages(scene)
            #expect(kept.count >= 2_000)
            #expect(try scene.run().exitCode == 0)
            try expectWhole(scene, expected, images: 2_000)
            try scene.expectKept(kept)
        }
    }

    private func microseconds(_ body: () throws -> ProcessEnd) throws -> UInt32 {
        let start = DispatchTime.now().uptimeNanoseconds
        let end = try body()
        try #require(end.exitCode == 0)
        return UInt32(clamping: (DispatchTime.now().uptimeNanoseconds - start) / 1_000)
    }

    private func kill(_ scene: Scene, after time: UInt32) throws {
        let process = try StartedProcess(
            try builtProgram("imgindex"),
            scene.indexArguments([]),
            environment: scene.environment(),
            folder: scene.place.path
        )
        usleep(time)
        process.send(SIGKILL)
        _ = try process.wait()
    }

    /// The ids and names that are in the index after a kill; it is sound, if there is one.
    private func keptImages(_ scene: Scene) throws -> [String] {
        let tables = try scene.tool([
            bytes("sqlite3"), bytes("-readonly"), scene.index, bytes("SELECT 1 FROM root LIMIT 1"),
        ])
        guard tables.exitCode == 0 else { return [] }
        #expect(try scene.damage() == [])
        return try scene.query("SELECT id, name FROM images ORDER BY id")
    }

    private func expectWhole(_ scene: Scene, _ expected: [String], images: Int) throws {
        #expect(try scene.damage() == [])
        #expect(try scene.content() == expected)
        #expect(try scene.run().changes == ["unchanged": images])
        #expect(try scene.value("SELECT count(*) FROM runs WHERE state = 'running'") == "0")
    }
}

extension Scene {
    /// Expects that images which were in the index still have their ids, those in folders that were renamed among them.
    fileprivate func expectKept(_ images: [String]) throws {
        #expect(try Set(images).subtracting(query("SELECT id, name FROM images")) == [])
    }
}
