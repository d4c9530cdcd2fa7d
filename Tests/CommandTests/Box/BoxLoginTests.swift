import TestSupport
import Testing

/// Who we are to Box, and that nobody else learns it.
@Suite struct BoxLoginTests {
    private let scene: Scene
    private let box: FakeBox

    init() throws {
        scene = try Scene()
        box = try FakeBox("--made", "4x5")
    }

    private static let secret = "Zm9vYmFy-secret"

    private func makeConfig(mode: Int32 = 0o600) throws -> String {
        let file = scene.place.path(of: "box.json".utf8)
        try writeFile(
            file,
            bytes(
                #"{"client_id": "id", "client_secret": "\#(Self.secret)", "box_subject_type": "user", "box_subject_id": "1"}"#
            )
        )
        _ = try scene.shell(#"chmod "$2" "$1""#, [file, bytes(String(mode, radix: 8))])
        return "--box-config=\(text(file))"
    }

    @Test("without a login a root on Box is a wrong command line, and so are a bad address and a bad file")
    func none() throws {
        let none = try scene.run(box, environment: ["BOX_TOKEN": nil])
        #expect(none.exitCode == 64 && none.errorText.contains("set BOX_TOKEN"))
        let address = try scene.run(box, environment: ["IMGINDEX_BOX_API": bytes("http://box.example")])
        #expect(address.exitCode == 64 && address.errorText.contains("IMGINDEX_BOX_API"))
        let token = try scene.run(box, environment: ["BOX_TOKEN": bytes("a b")])
        #expect(token.exitCode == 64 && token.errorText.contains("BOX_TOKEN"))
        try writeFile(scene.place.path(of: "bad.json".utf8), bytes("[1]"))
        _ = try scene.shell("chmod 600 bad.json")
        let bad = try scene.run(box, "--box-config=bad.json")
        #expect(bad.exitCode == 64 && bad.errorText.contains("bad.json") && bad.errorText.contains("no JSON object"))
        let file = try scene.run(box, "--box-config=nowhere.json")
        #expect(file.exitCode == 64 && file.errorText.contains("No such file"))
    }

    @Test("a file with a login is refused if others may read it", arguments: [0o640, 0o604, 0o660] as [Int32])
    func readable(mode: Int32) throws {
        let end = try scene.run(box, try makeConfig(mode: mode))
        #expect(end.exitCode == 64 && end.errorText.contains("chmod 600"))
        #expect(try box.requests().isEmpty)
    }

    @Test("an application logs in by itself, and once more for all when its token is not taken any more")
    func renewal() throws {
        let config = try makeConfig()
        try box.plan(#"{"folder": "10000002", "fault": "401", "times": 1}"#)
        let end = try scene.run(box, config, environment: ["BOX_TOKEN": nil])
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try scene.boxImages() == box.images())
        #expect(try box.requests().filter { $0.path == "/oauth2/token" }.count == 2)
    }

    @Test("a login that is not taken ends the run as such; folders stay unfinished, and the next run goes on")
    func refused() throws {
        let config = try makeConfig()
        try box.plan(#"{"folder": "10000002", "fault": "401", "times": -1}"#)
        let end = try scene.run(box, config, "--width=1", environment: ["BOX_TOKEN": nil])
        #expect(end.exitCode == 77, "\(end.errorText)")
        #expect(end.errorText.contains("does not take the renewed token"))
        #expect(try scene.lastRun("state", "exit_code") == ["interrupted", "77"])
        #expect(try scene.query("SELECT status FROM folders WHERE path = 'box:/folder-0000002'") == ["unfinished"])
        #expect(try box.requests().filter { $0.path == "/oauth2/token" }.count == 2)
        try box.plan(#"{"clear": true}"#)
        #expect(try scene.run(box).exitCode == 0)
        #expect(try scene.boxImages() == box.images())
    }

    @Test("a token that expired is told with one request, and what is known stays", arguments: [false, true])
    func expired(isKnown: Bool) throws {
        if isKnown { try scene.run(box) }
        try box.clearLog()
        try box.plan(#"{"path": "/2.0/users/me", "fault": "401", "times": -1}"#)
        let end = try scene.run(box)
        #expect(end.exitCode == 77 && end.errorText.contains("get a new one"), "\(end.errorText)")
        #expect(try box.requests().count == 1)
        #expect(try scene.value("SELECT count(*) FROM images WHERE state = 'present'") == (isKnown ? "20" : "0"))
    }

    @Test("a root that is refused does not keep the others from being indexed")
    func otherRoots() throws {
        try scene.tree.makeFile(bytes("local.jpg"))
        try box.plan(#"{"path": "/2.0/users/me", "fault": "401", "times": -1}"#)
        let end = try scene.command(
            scene.indexArguments(["-v", "--rate=0"], [bytes("box:"), scene.root]),
            environment: box.environment
        )
        #expect(end.exitCode == 77, "\(end.errorText)")
        #expect(try scene.presentImages() == ["local.jpg"])
    }

    @Test("a passing fault of what gives tokens is waited out")
    func passing() throws {
        let config = try makeConfig()
        try box.plan(#"{"path": "/oauth2/token", "fault": "503", "times": 2, "retry_after": 0}"#)
        let end = try scene.run(box, config, environment: ["BOX_TOKEN": nil])
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try scene.boxImages() == box.images())
    }

    @Test("no secret is in the index, its log, the command's output or its arguments")
    func secrets() throws {
        let config = try makeConfig()
        var output: [UInt8] = []
        for fault in ["403", "500", "garbage", "not-a-box-answer"] {
            try box.plan(#"{"folder": "10000002", "fault": "\#(fault)", "times": 1, "message": "\#(FakeBox.token)"}"#)
            let end = try scene.run(box, "--full")
            output += end.output + end.errors
        }
        let process = try StartedProcess(
            try builtProgram("imgindex"),
            scene.indexArguments(["-v", "--rate=5", config], [bytes("box:")]),
            environment: scene.environment(box.environment),
            folder: scene.place.path
        )
        let arguments = try scene.shell("tr '\\0' ' ' < /proc/$1/cmdline", [bytes("\(process.number)")])
        let end = try process.wait()
        output += end.output + end.errors + arguments.output
        let search = try scene.shell(
            #"grep -r -a -l -e "$1" -e "$2" index.db* || true"#,
            [bytes(FakeBox.token), bytes(Self.secret)]
        )
        #expect(search.output == [])
        #expect(!text(output).contains(FakeBox.token) && !text(output).contains(Self.secret))
    }
}
