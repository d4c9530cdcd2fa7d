import TestSupport
import Testing

/// What people have in the place of rclone: scripts that print a listing whatever they are asked for.
@Suite struct RcloneScriptTests {
    private let scene: Scene
    private static let one =
        #"{"Path":"a.jpg","Name":"a.jpg","Size":3,"ModTime":"2020-01-01T00:00:00Z","IsDir":false}"#

    init() throws {
        scene = try Scene()
    }

    private func run(_ script: String, _ options: String...) throws -> ProcessEnd {
        try scene.command(
            scene.indexArguments(["-v"] + options, [bytes("rclone:fake:")]),
            environment: try scene.fakeRclone(script)
        )
    }

    @Test("X01: a listing on standard output is taken, and 10 MB on standard error are in nobody's way")
    func noise() throws {
        for noise in [
            "echo '2020/01/01 00:00:00 NOTICE: hello' >&2", "head -c 10000000 /dev/zero | tr '\\0' 'x\\n' >&2",
        ] {
            let end = try run("\(noise)\necho '[\(Self.one)]'")
            #expect(end.exitCode == 0, "\(end.errorText)")
            #expect(
                try scene.query("SELECT path, size, modified FROM images") == [
                    "rclone:fake:/a.jpg|3|2020-01-01T00:00:00Z"
                ]
            )
        }
        #expect(try scene.lastRun("added", "unchanged") == ["0", "1"])
    }

    @Test(
        "X04: two items of one path are one row by the lowest id and a warning, and stay so",
        arguments: [false, true]
    )
    func ambiguous(isReversed: Bool) throws {
        let quoted = #"{"Path":"it'\''s.jpg","Name":"it'\''s.jpg","Size":1,"ModTime":"","IsDir":false}"#
        let twins = [1, 2].map { String(Self.one.dropLast()) + #","ID":"\#($0)"}"# }
        let script = { (twins: [String]) in "echo '[\(twins.joined(separator: ",")),\(quoted)]'" }
        let first = try run(script(twins))
        #expect(first.exitCode == 0, "\(first.errorText)")
        #expect(first.errorText.contains("a.jpg"))
        #expect(try scene.query("SELECT name FROM images ORDER BY 1") == ["a.jpg", "it's.jpg"])
        #expect(try scene.query("SELECT name, reason FROM skipped WHERE name IS NOT NULL") == ["a.jpg|ambiguous"])
        let second = try run(script(isReversed ? twins.reversed() : twins))
        #expect(second.exitCode == 0 && second.changes == ["unchanged": 2], "\(second.outputText)")
    }

    @Test("X06: a listing that is empty where images were is held: the rows stay, and the run says so")
    func empty() throws {
        #expect(try run("echo '[\(Self.one)]'").exitCode == 0)
        let end = try run("echo '[]'")
        #expect(end.exitCode == 2 && end.errorText.contains("held"), "\(end.errorText)")
        #expect(try scene.query("SELECT name, state FROM images") == ["a.jpg|held"])
        #expect(try scene.value("SELECT missing FROM runs ORDER BY id DESC LIMIT 1") == "0")
    }

    @Test(
        "a listing that is none, that is not whole, or that came with a complaint makes nothing missing",
        arguments: [
            ("exit 1", 66), ("echo '[]'; exit 5", 66), ("echo '{'", 1), ("echo '['", 1), ("", 1), ("kill -9 $$", 66),
            ("echo '[]'; echo '2020/01/01 00:00:00 ERROR : a.jpg: Failed to read' >&2", 1),
            (#"echo '[{"Name":"a/b.jpg","IsDir":false}]'"#, 1), (#"echo '[{"Name":"..","IsDir":true}]'"#, 1),
        ]
    )
    func broken(script: String, code: Int32) throws {
        #expect(try run("echo '[\(Self.one)]'").exitCode == 0)
        let end = try run(script)
        #expect(end.exitCode == code || end.exitCode == 66, "\(end.errorText)")
        #expect(try scene.query("SELECT name, state FROM images") == ["a.jpg|present"])
        #expect(try run("echo '[\(Self.one)]'").changes == ["unchanged": 1])
        #expect(try scene.damage() == [])
    }

    @Test("a script that hangs is given up, and does not outlive the command")
    func hangs() throws {
        let end = try run(#"[ "$1" = rcd ] && exit 1; exec sleep 1000"#, "--stall=1")
        #expect(end.exitCode == 66 && end.errorText.contains("no answer in time"), "\(end.errorText)")
        let left = try scene.shell(
            #"for p in /proc/[0-9]*; do tr '\0' ' ' <$p/environ; echo; done 2>/dev/null | grep -c "PATH=$1" || true"#,
            [scene.place.path(of: "bin".utf8)]
        )
        #expect(left.outputText == "0\n")
    }

    @Test("an rclone that is too old, or cannot be run, is told and nothing is lost")
    func unfit() throws {
        let none = try scene.command(
            scene.indexArguments(["-v"], [bytes("rclone:fake:")]),
            environment: ["PATH": bytes("/nowhere")]
        )
        #expect(none.exitCode == 66 && none.errorText.contains("apt-get install rclone"), "\(none.errorText)")
        let folder = try scene.fakeRclone("")
        try writeFile(scene.place.path(of: "bin/rclone".utf8), bytes("no program\n"))
        let odd = try scene.command(scene.indexArguments(["-v"], [bytes("rclone:fake:")]), environment: folder)
        #expect(odd.exitCode == 66 && odd.errorText.contains("cannot be started"), "\(odd.errorText)")
    }
}
