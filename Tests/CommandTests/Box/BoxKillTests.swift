import Dispatch
import Glibc
import TestSupport
import Testing

/// Runs on Box that end in the middle.
@Suite struct BoxKillTests {
    private let scene: Scene
    private let box: FakeBox

    init() throws {
        scene = try Scene()
        box = try FakeBox("--made", "60x5", "--latency", "5")
    }

    private func start() throws -> StartedProcess {
        try StartedProcess(
            try builtProgram("imgindex"),
            scene.indexArguments(["-v", "--rate=0", "--width=2"], [bytes("box:")]),
            environment: scene.environment(box.environment),
            folder: scene.place.path
        )
    }

    /// Waits until so many folders were asked for.
    private func wait(for folders: Int) throws {
        for _ in 0..<2_000 {
            if try box.requests().compactMap(\.folder).count >= folders { return }
            usleep(5_000)
        }
        Issue.record("it never came to \(folders) folders")
    }

    @Test(
        "after a kill at any moment the index is whole, and the next run makes it that of an undisturbed one",
        arguments: [
            1, 2, 5, 20, 40, 58,
        ]
    )
    func killed(folders: Int) throws {
        let process = try start()
        try wait(for: folders)
        process.send(SIGKILL)
        _ = try process.wait()
        if try scene.shell("test -e index.db").exitCode == 0 { #expect(try scene.damage() == []) }
        #expect(try scene.run(box).exitCode == 0)
        #expect(try scene.boxImages() == box.images())
        #expect(try scene.value("SELECT count(*) FROM images WHERE state <> 'present'") == "0")
        #expect(try scene.damage() == [])
    }

    @Test(
        "a signal ends the run at once, also while Box asks to wait; what was listed is kept",
        arguments: [SIGINT, SIGTERM]
    )
    func signal(number: Int32) throws {
        try box.plan(#"{"folder": "10000005", "fault": "429", "times": -1, "retry_after": 300}"#)
        let process = try start()
        for _ in 0..<2_000 where try !box.requests().contains(where: { $0.status == 429 }) { usleep(5_000) }
        process.send(number)
        let end = try process.wait(timeout: .seconds(60))
        #expect(end.exitCode == 128 + number)
        #expect(try scene.lastRun("state") == ["interrupted"])
        try box.plan(#"{"clear": true}"#)
        #expect(try scene.run(box).exitCode == 0)
        #expect(try scene.boxImages() == box.images())
    }
}

/// Trees on Box that are large.
@Suite struct BoxSizeTests {
    private static let items = isSanitized ? 20_000 : 200_000

    @Test("a folder of 200,000 items is listed page by page")
    func largeFolder() throws {
        let scene = try Scene()
        let box = try FakeBox("--flat", "\(Self.items)")
        #expect(try scene.run(box).changes == ["added": Self.items])
        #expect(try box.requests().compactMap(\.folder).count == Self.items / 1_000 + 1)
        #expect(
            try scene.value(
                "SELECT count(DISTINCT remote_id), min(image_count) FROM images JOIN folders AS f ON f.id = folder_id"
            ) == "\(Self.items)|\(Self.items)"
        )
    }

    @Test("many thousands of folders are asked for once each")
    func manyFolders() throws {
        let folders = 10_000 * rounds
        let scene = try Scene()
        let box = try FakeBox("--made", "\(folders)x1")
        #expect(try scene.run(box).changes == ["added": folders])
        #expect(try box.requests().compactMap(\.folder).count == folders + 1)
    }
}
