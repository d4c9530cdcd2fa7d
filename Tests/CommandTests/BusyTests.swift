import Glibc
import TestSupport
import Testing

/// Two runs at once.
@Suite struct BusyTests {
    @Test("a second run of an index that is being written ends with 75, and the first goes on")
    func second() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        let second = try scene.run()
        #expect(second.exitCode == 75 && second.output == [])
        #expect(
            second.errorText == """
                imgindex: cannot use index: \(text(scene.index)): another run has it; wait until it has ended, or let this \
                one wait: --wait=SECONDS\n
                """
        )
        let end = try first.letGo().end
        #expect(end.exitCode == 0)
        #expect(try scene.query("SELECT id, state FROM runs") == ["1|complete"])
        #expect(try scene.run().changes == ["unchanged": 1_200])
    }

    @Test(
        "accept and prune, which a person typed, say that another run has the index, also where no terminal is",
        arguments: [["accept"], ["prune", "--older-than=1"], ["prune", "--older-than=1", "--dry-run"]]
    )
    func typed(words: [String]) throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        let end = try scene.command((words + ["--index=index.db"]).map { bytes($0) })
        #expect(end.exitCode == 75 && end.output == [])
        #expect(end.errorText.contains(": another run has it; ") && end.errorText.hasSuffix(": --wait=SECONDS\n"))
        #expect(try first.letGo().end.exitCode == 0)
    }

    @Test("--wait=0 does not wait, and without it a run waits a moment for one that is about to end")
    func waitNot() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        func seconds(_ options: String...) throws -> Double {
            let start = ContinuousClock.now
            #expect(try scene.command(scene.indexArguments(options)).exitCode == 75)
            return start.duration(to: .now) / .seconds(1)
        }
        // The quickest of some, as the machine may be busy.
        #expect(try (0..<10).map { _ in try seconds("--wait=0") }.min() ?? 9 < 0.9)
        #expect(try seconds() >= 1)
        #expect(try first.letGo().end.exitCode == 0)
    }

    @Test("a run of another root into an index that is being written ends with 75, and nothing of it is in there")
    func otherRoot() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let other = try scene.place.folder.makeFolder(bytes("other"))
        try other.makeFile(bytes("x.jpg"), size: 3)
        let root = [scene.place.path(of: bytes("other"))]
        let first = try HeldRun(scene)
        #expect(try scene.run(roots: root).exitCode == 75)
        #expect(try first.letGo().end.exitCode == 0)
        #expect(try scene.query("SELECT root, state FROM runs") == ["\(text(scene.root))|complete"])
        #expect(try scene.run(roots: root).changes == ["added": 1])
        #expect(try scene.query("SELECT id, state FROM runs") == ["1|complete", "2|complete"])
        #expect(try scene.damage() == [])
    }

    @Test(
        "a signal ends a run that waits for another one, and nothing of it is in the index",
        arguments: [SIGINT, SIGTERM]
    )
    func signalWhileWaiting(number: Int32) throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        let second = try StartedProcess(
            try builtProgram("imgindex"),
            scene.indexArguments(["--wait=3000"]),
            environment: scene.environment(),
            folder: scene.place.path
        )
        // Signals are blocked by whoever waits for them; before that one ends the process as it ends any.
        try waitUntil("it watches signals") {
            text(try readFile(bytes("/proc/\(second.number)/status"))).contains("SigBlk:\t0000000000004003")
        }
        second.send(number)
        let end = try second.wait()
        #expect(end.exitCode == 128 + number && end.signal == nil && end.output == [], "\(end)")
        #expect(try first.letGo().end.exitCode == 0)
        #expect(try scene.query("SELECT id, state FROM runs") == ["1|complete"])
    }

    @Test("the time of --max-time begins when the other run has ended")
    func timeWhileWaiting() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        let second = try StartedProcess(
            try builtProgram("imgindex"),
            scene.indexArguments(["--wait=3000", "--max-time=1s", "-v"]),
            environment: scene.environment(),
            folder: scene.place.path
        )
        // Longer than its time.
        usleep(1_500_000)
        #expect(try first.letGo().end.exitCode == 0)
        #expect(try [0, 1].contains(second.wait().exitCode))
        #expect(try scene.query("SELECT id, state IN ('complete', 'interrupted') FROM runs") == ["1|1", "2|1"])
    }

    @Test("another index is written meanwhile, of the same tree")
    func otherIndex() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        var other = scene
        other.index = scene.place.path(of: bytes("other.db"))
        #expect(try other.run().changes == ["added": 1_200])
        #expect(try first.letGo().end.exitCode == 0)
        #expect(try scene.content() == other.content())
    }

    @Test("after a run that was killed the next one starts without help, and calls it killed")
    func killed() throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let first = try HeldRun(scene)
        try first.send(SIGKILL)
        #expect(try first.wait().signal == SIGKILL)
        #expect(try scene.damage() == [])
        let next = try scene.run()
        #expect(next.exitCode == 0 && next.counts["images"] == 1_200)
        #expect(try scene.query("SELECT id, state, ended IS NULL FROM runs") == ["1|killed|1", "2|complete|0"])
        #expect(try scene.run().changes == ["unchanged": 1_200])
    }

    @Test("a run waits for a program that writes to the index, and loses nothing")
    func otherWriter() throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        try scene.run()
        let blocker = try StartedProcess(
            bytes("/bin/sh"),
            [
                "-c",
                "{ printf 'BEGIN IMMEDIATE;\\n.shell touch locked\\n'; sleep 1; printf 'COMMIT;\\n'; } | sqlite3 \"$0\"",
            ]
            .map { bytes($0) } + [scene.index],
            environment: scene.environment(),
            folder: scene.place.path
        )
        try waitUntil("the index is locked") { try readFile(scene.place.path(of: bytes("locked"))).isEmpty }
        try scene.add("b.jpg")
        let end = try scene.run()
        #expect(end.exitCode == 0 && end.changes == ["added": 1, "unchanged": 1])
        #expect(try blocker.wait().exitCode == 0)
    }

    @Test("a reader that stays never blocks a run, and sees the index as it was")
    func reader() throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        try scene.run()
        let reader = try StartedProcess(
            bytes("/bin/sh"),
            [
                "-c",
                """
                { printf 'BEGIN;\\nSELECT count(*) FROM images;\\n.shell touch reading\\n'
                  while [ ! -e go ]; do sleep 0.02; done; printf 'SELECT count(*) FROM images;\\n'; } | sqlite3 "$0"
                """,
            ].map { bytes($0) } + [scene.index],
            environment: scene.environment(),
            folder: scene.place.path
        )
        try waitUntil("the reader has begun") { try readFile(scene.place.path(of: bytes("reading"))).isEmpty }
        try scene.add("b.jpg")
        #expect(try scene.run().changes == ["added": 1, "unchanged": 1])
        #expect(try entryNames(of: scene.place.folder).contains(bytes("index.db-wal")))
        try scene.place.folder.makeFile(bytes("go"))
        #expect(try reader.wait().outputText == "1\n1\n")
        #expect(try scene.value("SELECT count(*) FROM images") == "2")
        // What it held back is in the file.
        #expect(try !entryNames(of: scene.place.folder).contains(bytes("index.db-wal")))
    }
}
