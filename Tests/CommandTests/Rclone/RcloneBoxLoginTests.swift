import JSON
import TestSupport
import Testing

/// A tree on Box, walked with the token of a remote of rclone: both come to the fake Box by CONNECT, as to the real one.
@Suite(.enabled(if: RealRclone.isInstalled)) struct RcloneBoxLoginTests {
    private let scene: Scene
    private let box: FakeBox

    init() throws {
        scene = try Scene()
        let tests = bytes(#filePath).split(separator: UInt8(ascii: "/")).dropLast(3).reduce([]) { $0 + bytes("/") + $1 }
        let made = try runProcess(tests + bytes("/FakeBox/make-certificate"), [scene.place.path])
        try #require(made.exitCode == 0, "\(made.errorText)")
        let folder = text(scene.place.path)
        box = try FakeBox("--made", "4x5", "--tls", "\(folder)/cert.pem", "\(folder)/key.pem", "--connect-proxy")
    }

    /// Writes rclone's configuration.
    private func configure(token: String, expiry: String, type: String = "box") throws {
        let token =
            #"{"access_token":"\#(token)","token_type":"bearer","refresh_token":"fake-refresh","expiry":"\#(expiry)"}"#
        let file = "[mybox]\ntype = \(type)\ntoken = \(token)\n"
        try writeFile(scene.place.path(of: "rclone.conf".utf8), bytes(file))
    }

    private func run(_ options: String..., on other: FakeBox? = nil) throws -> ProcessEnd {
        let address = bytes((other ?? box).address)
        let file = { (name: String) in scene.place.path(of: name.utf8) }
        return try scene.command(
            scene.indexArguments(["-v", "--rate=0", "--box-login=mybox"] + options, [bytes("box:")]),
            environment: [
                "RCLONE_CONFIG": file("rclone.conf"), "SSL_CERT_FILE": file("ca.pem"),
                "HTTPS_PROXY": address,
                "https_proxy": address, "NO_PROXY": nil, "no_proxy": nil, "BOX_TOKEN": nil,
                "IMGINDEX_BOX_API": nil,
            ]
        )
    }

    /// How many refresh tokens were used.
    private func refreshed(_ other: FakeBox? = nil) throws -> Int64? {
        JSONValue.read(try (other ?? box).control("tokens")) { $0["refresh_used"]?.integer }
    }

    private static let past = "2020-01-01T00:00:00Z"
    private static let future = "2120-01-01T00:00:00Z"

    @Test("a token whose time is up is refreshed by rclone, once, and the tree is walked with the new one")
    func expired() throws {
        try configure(token: "old-token", expiry: Self.past)
        let end = try run()
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try scene.boxImages() == box.images())
        #expect(try refreshed() == 1)
        // rclone has kept what it was given: the next run needs no other.
        #expect(try run().changes == ["unchanged": 20])
        #expect(try refreshed() == 1)
        let search = try scene.shell("grep -a -l -e old-token -e fake-refresh index.db* || true")
        #expect(search.output == [])
    }

    @Test("a token that is not taken in the middle of a walk is asked for once more, and the walk goes on")
    func again() throws {
        try configure(token: FakeBox.token, expiry: Self.future)
        try box.plan(#"{"folder": "10000002", "fault": "401", "times": 1}"#)
        let end = try run("--width=1")
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try scene.boxImages() == box.images())
    }

    @Test("a token that expires while the tree is walked is refreshed by rclone")
    func expiring() throws {
        let folder = text(scene.place.path)
        let tls = ["\(folder)/cert.pem", "\(folder)/key.pem"]
        let slow = try FakeBox("--made", "8x2", "--latency", "400", "--tls", tls[0], tls[1], "--connect-proxy")
        try slow.control("tokens", #"{"expires_in": 3}"#)
        try configure(token: "old-token", expiry: Self.past)
        let end = try run("--width=1", on: slow)
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try scene.boxImages() == slow.images())
        #expect(try refreshed(slow) ?? 0 >= 2)
    }

    @Test("a token that is not taken is a refused login; a remote that is not there or of another type cannot be read")
    func refused() throws {
        try configure(token: FakeBox.token, expiry: Self.future, type: "alias")
        let other = try run()
        #expect(other.exitCode == 66, "\(other.errorText)")
        try writeFile(scene.place.path(of: "rclone.conf".utf8), bytes("[other]\ntype = box\n"))
        let none = try run()
        #expect(none.exitCode == 66 && none.errorText.contains("config file"), "\(none.errorText)")
        try configure(token: "old-token", expiry: Self.past)
        try box.control("tokens", #"{"refresh": ["another"]}"#)
        let stale = try run("--stall=20")
        #expect(stale.exitCode == 77, "\(stale.errorText)")
        #expect(!stale.errorText.contains("fake-refresh"))
        let both = try run("--box-config=x.json")
        #expect(both.exitCode == 64)
    }
}
