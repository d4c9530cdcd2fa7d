import Glibc
import TestSupport
import Testing

/// What becomes of the rclone that serves a run, whatever becomes of the command, and the other way round.
@Suite(.enabled(if: RealRclone.isInstalled)) struct RcloneProcessTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
        try scene.growTree()
    }

    /// A script that is the real rclone once it has written its number down, and served by `$1` where that is `rcd`.
    ///
    /// - Parameter more: What to do before, of `sh`.
    /// - Returns: The environment in which it is found.
    /// - Throws: ``CallError``.
    private func noted(_ more: String = "") throws -> [String: [UInt8]?] {
        let numbers = scene.place.path(of: "numbers".utf8)
        return try scene.fakeRclone("echo $$ >>'\(text(numbers))'\n\(more)\nexec /usr/bin/rclone \"$@\"")
    }

    /// The numbers of all that were started.
    private func numbers() throws -> [Int32] {
        try scene.shell("cat numbers 2>/dev/null || true").outputText.split(separator: "\n").compactMap { Int32($0) }
    }

    /// Whether a process is still there after some time; what nobody waits for counts as gone.
    private func outlives(_ number: Int32) throws -> Bool {
        for _ in 0..<100 {
            let state = try scene.shell(#"cut -d' ' -f3 /proc/$1/stat 2>/dev/null || echo Z"#, [bytes("\(number)")])
            if state.outputText.first == "Z" { return false }
            usleep(50_000)
        }
        return true
    }

    /// Starts the command on a tree that takes long: each folder is asked for through a server that is slow.
    private func start(_ environment: [String: [UInt8]?], _ options: String...) throws -> StartedProcess {
        _ = try scene.shell(
            "cd tree && for n in $(seq 1 1500); do mkdir -p many/$((n % 40))/$n; : >many/$((n % 40))/$n/x.jpg; done"
        )
        return try StartedProcess(
            try builtProgram("imgindex"),
            scene.indexArguments(["-v"] + options, [bytes("rclone:tree:")]),
            environment: scene.environment(scene.treeRemote.merging(environment) { $1 }),
            folder: scene.place.path
        )
    }

    /// Waits until some folders are in the index.
    private func waitForFolders() throws {
        for _ in 0..<400 {
            let count = try scene.shell("sqlite3 index.db 'SELECT count(*) FROM folder' 2>/dev/null || echo 0")
            if (Int(count.outputText.dropLast()) ?? 0) > 3 { return }
            usleep(10_000)
        }
    }

    @Test("one rclone serves all roots of a run, and is gone when the command is")
    func one() throws {
        let end = try scene.command(
            scene.indexArguments(["-v"], [bytes("rclone:tree:a"), bytes("rclone:tree:e"), bytes("rclone:tree:")]),
            environment: scene.treeRemote.merging(try noted()) { $1 }
        )
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try numbers().count == 1)
        for number in try numbers() { #expect(kill(number, 0) != 0) }
    }

    @Test("a run without such a root starts none")
    func none() throws {
        let end = try scene.command(scene.indexArguments(["-v"]), environment: try noted())
        #expect(end.exitCode == 0)
        #expect(try numbers() == [])
    }

    @Test("one that is killed while it is asked is replaced, and nothing is lost")
    func killed() throws {
        let process = try start(try noted(), "--width=2")
        try waitForFolders()
        if let number = try numbers().first { kill(number, SIGKILL) }
        let end = try process.wait()
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try numbers().count == 2)
        #expect(try scene.rcloneImages() == scene.treeImages())
        #expect(try scene.damage() == [])
    }

    @Test("one that ends each time when it is asked fails folders, and nothing is missing")
    func crashing() throws {
        try scene.runRclone()
        let killer = "(sleep 1.2; kill -9 $$) >/dev/null 2>&1 &"
        let process = try start(try noted(killer), "--width=1")
        let end = try process.wait()
        #expect(end.exitCode == 1 || end.exitCode == 0 || end.exitCode == 66, "\(end.errorText)")
        #expect(try numbers().count <= 2)
        #expect(try scene.value("SELECT count(*) FROM images WHERE state IS NOT 'present'") == "0")
        #expect(try scene.runRclone().exitCode == 0)
        #expect(try scene.rcloneImages() == scene.treeImages())
    }

    @Test("the command is killed: rclone does not outlive it", arguments: [SIGKILL, SIGTERM, SIGINT])
    func orphan(signal: Int32) throws {
        let process = try start(try noted(), "--width=1")
        try waitForFolders()
        process.send(signal)
        let end = try process.wait()
        if signal != SIGKILL { #expect(end.exitCode == 128 + signal || end.exitCode == 0, "\(end.errorText)") }
        #expect(try !numbers().isEmpty)
        for number in try numbers() { #expect(try !outlives(number)) }
        #expect(try scene.runRclone().exitCode == 0)
        #expect(try scene.rcloneImages() == scene.treeImages())
    }

    @Test("what does not want to end is ended")
    func stubborn() throws {
        // Between the command and rclone is a shell that does not mind SIGTERM.
        let script = "echo $$ >>numbers\ntrap '' TERM\n/usr/bin/rclone \"$@\"\nwhile :; do sleep 1; done"
        let end = try scene.runRclone(environment: try scene.fakeRclone(script))
        #expect(end.exitCode == 0, "\(end.errorText)")
        for number in try numbers() { #expect(kill(number, 0) != 0) }
    }

    @Test("the password is in no arguments, no output and no index; signals are to rclone as they are by default")
    func secrets() throws {
        let spy = """
            tr '\\0' '\\n' </proc/$$/environ | sed -n 's/^RCLONE_RC_PASS=//p' >>secrets
            tr '\\0' ' ' </proc/$$/cmdline >>lines; grep Sig /proc/self/status >signals
            env | cut -d= -f1 >names
            """
        let end = try scene.runRclone(environment: try noted(spy))
        #expect(end.exitCode == 0)
        let secret = try scene.shell("cat secrets").outputText.dropLast()
        #expect(secret.utf8.count == 64)
        let found = try scene.shell(#"grep -a -l -e "$1" index.db* lines || true"#, [bytes(String(secret))])
        #expect(found.output == [])
        #expect(!(end.outputText + end.errorText).contains(secret))
        let signals = try scene.shell("cat signals").outputText
        for line in signals.split(separator: "\n") where ["SigBlk", "SigIgn"].contains(String(line.prefix(6))) {
            // Those from 32 on are the C library's own: nobody may change what was inherited of them.
            let set = try #require(line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
            #expect(set & 0x7FFF_FFFF == 0, "\(line)")
        }
        #expect(try scene.shell("cat lines").outputText.contains("rcd --rc-addr 127.0.0.1:0"))
    }
}
