import Glibc
import TestSupport
import Testing

/// Trees through the real rclone.
@Suite(.enabled(if: RealRclone.isInstalled)) struct RcloneTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
        try scene.growTree()
    }

    @Test("a first run has what is there: paths, sizes, times; a second one nothing new; a third what changed")
    func runs() throws {
        let first = try scene.runRclone()
        #expect(first.exitCode == 0 && first.changes == ["added": 12], "\(first.errorText)")
        #expect(try scene.rcloneImages() == scene.treeImages())
        #expect(try scene.treeImages().count == 12)
        #expect(try scene.query("SELECT DISTINCT status, volume LIKE 'rclone:tree:%' FROM folders") == ["listed|1"])
        let second = try scene.runRclone("--width=1")
        #expect(second.exitCode == 0 && second.changes == ["unchanged": 12], "\(second.outputText)")
        _ = try scene.shell("cd tree && rm a/one.jpg && printf 123456 >e/one.jpg && rm -r a/b && printf 1 >new.jpg")
        let third = try scene.runRclone()
        #expect(
            third.exitCode == 0 && third.changes["changed"] == 1 && third.changes["missing"] == 5,
            "\(third.outputText)"
        )
        #expect(try scene.rcloneImages() == scene.treeImages())
        #expect(try scene.damage() == [])
    }

    @Test("a root within another shares its rows, however it is written; a path that leads nowhere is told")
    func roots() throws {
        #expect(try scene.runRclone(root: "rclone:tree:a/b").changes == ["added": 4])
        #expect(try scene.runRclone(root: "rclone:tree:a//b/").changes == ["unchanged": 4])
        #expect(try scene.runRclone().changes == ["added": 8, "unchanged": 4])
        #expect(try scene.rcloneImages() == scene.treeImages())
        #expect(try scene.runRclone(root: "rclone:tree:a/b").changes == ["unchanged": 4])
        // To what stands for another folder a slash means nothing.
        #expect(try scene.runRclone(root: "rclone:tree:/a/b").changes == ["unchanged": 4])
        #expect(try scene.command("accept", "--index=index.db", "rclone:tree:a/b").exitCode == 0)
        let here = ["RCLONE_CONFIG_HERE_TYPE": bytes("local")] as [String: [UInt8]?]
        let relative = try scene.runRclone(root: "rclone:here:tree", environment: here)
        #expect(
            relative.exitCode == 66 && relative.errorText.contains("write rclone:here:/PATH"),
            "\(relative.errorText)"
        )
        let none = try scene.runRclone(root: "rclone:tree:nowhere")
        #expect(none.exitCode == 66 && none.errorText.contains("directory not found"), "\(none.errorText)")
        let unknown = try scene.runRclone(root: "rclone:unknown:")
        #expect(unknown.exitCode == 66 && unknown.errorText.contains("config"), "\(unknown.errorText)")
        for path in ["rclone:tree:a/b/one.jpg", "rclone:tree:/a/b/one.jpg"] {
            #expect(try scene.command("why", "--index=index.db", path).exitCode == 0)
        }
        #expect(try scene.command("status", "--index=index.db").outputText.contains("Root rclone:tree:"))
    }

    @Test("a root that is not there any more loses nothing; one that is empty is held until that is accepted")
    func gone() throws {
        try scene.runRclone()
        _ = try scene.shell("mv tree away")
        let end = try scene.runRclone()
        #expect(end.exitCode == 66, "\(end.errorText)")
        #expect(try scene.value("SELECT count(*) FROM images WHERE state = 'present'") == "12")
        _ = try scene.shell("mkdir tree")
        #expect(try scene.runRclone().exitCode == 2)
        #expect(try scene.value("SELECT count(*) FROM images WHERE state = 'held'") == "12")
        #expect(try scene.command("accept", "--index=index.db", "rclone:tree:").exitCode == 0)
        #expect(try scene.value("SELECT count(*) FROM images WHERE state = 'missing'") == "12")
    }

    @Test("a remote that leads elsewhere is another volume: nothing is taken of it until that is accepted")
    func elsewhere() throws {
        try scene.runRclone()
        _ = try scene.shell("mkdir other && printf 1 >other/x.jpg")
        let other = ["RCLONE_CONFIG_TREE_REMOTE": scene.place.path(of: "other".utf8)] as [String: [UInt8]?]
        let end = try scene.runRclone(environment: other)
        #expect(end.exitCode == 66 && end.errorText.contains("it is on volume"), "\(end.errorText)")
        #expect(try scene.rcloneImages() == scene.treeImages())
    }

    @Test("options of rclone in the environment keep nothing out")
    func environment() throws {
        let end = try scene.runRclone(environment: [
            "RCLONE_EXCLUDE": bytes("*.jpg"), "RCLONE_MAX_SIZE": bytes("1"), "RCLONE_MAX_AGE": bytes("1s"),
            "RCLONE_DRY_RUN": bytes("true"), "AWS_CA_BUNDLE": bytes("/nowhere"), "RCLONE_RC_ADDR": bytes("1.2.3.4:5"),
        ])
        #expect(end.exitCode == 0 && end.changes == ["added": 12], "\(end.errorText)")
    }

    @Test("a tree over WebDAV and one over SFTP are the local one, links left out", arguments: ["webdav", "sftp"])
    func servers(kind: String) throws {
        let login = ["--user", "me", "--pass", "secret-word"]
        let server = try RcloneServing(
            kind,
            scene.root,
            environment: scene.environment(),
            login[0],
            login[1],
            login[2],
            login[3]
        )
        let obscured = try scene.tool([bytes("rclone"), bytes("obscure"), bytes("secret-word")]).outputText.dropLast()
        let name = "RCLONE_CONFIG_NET_"
        var remote: [String: [UInt8]?] = ["\(name)TYPE": bytes(kind), "\(name)USER": bytes("me")]
        remote["\(name)PASS"] = bytes(String(obscured))
        if kind == "webdav" {
            remote["\(name)URL"] = bytes("http://127.0.0.1:\(server.port)")
        } else {
            remote["\(name)HOST"] = bytes("127.0.0.1")
            remote["\(name)PORT"] = bytes("\(server.port)")
        }
        let first = try scene.runRclone(root: "rclone:net:", environment: remote)
        #expect(first.exitCode == 0, "\(first.errorText)")
        #expect(try scene.rcloneImages(kind == "sftp" ? "rclone:net:." : "rclone:net:") == scene.treeImages())
        let second = try scene.runRclone(root: "rclone:net:", environment: remote)
        #expect(second.exitCode == 0 && second.changes == ["unchanged": 12], "\(second.outputText)")
        #expect(try scene.query("SELECT DISTINCT type FROM volume") == ["rclone-\(kind)"])
        // Over SFTP a path with a slash is another one than that without, in the home folder; over WebDAV it is not.
        for (root, change) in [
            ("/a/b", kind == "sftp" ? "added" : "unchanged"), ("a/b", "unchanged"), ("/a/b", "unchanged"),
        ] {
            let end = try scene.runRclone(root: "rclone:net:\(root)", environment: remote)
            #expect(end.exitCode == 0 && end.changes == [change: 4], "\(root): \(end.outputText) \(end.errorText)")
            let why = try scene.command("why", "--index=index.db", "rclone:net:\(root)/one.jpg")
            #expect(why.exitCode == 0, "\(root): \(why.outputText)")
        }
        #expect(
            try scene.shell(#"grep -a -l -e secret-word -e "$1" index.db* || true"#, [bytes(String(obscured))]).output
                == []
        )
    }

    @Test("a folder that rclone may not list is denied, and what was in it stays", .enabled(if: OtherUser.canRun))
    func denied() throws {
        var scene = scene
        try scene.letOtherUserIn()
        let arguments = scene.indexArguments(["-v"], [bytes("rclone:tree:")])
        #expect(try scene.commandAsOtherUser(arguments, environment: scene.treeRemote).changes == ["added": 12])
        try scene.tree.setMode(0o000, of: bytes("a"))
        let end = try scene.commandAsOtherUser(arguments, environment: scene.treeRemote)
        try scene.tree.setMode(0o755, of: bytes("a"))
        #expect(end.exitCode == 1 && end.changes["missing"] == nil, "\(end.outputText) \(end.errorText)")
        #expect(
            try scene.query("SELECT path, substr(problem, 1, 6) FROM problems WHERE what = 'folder'") == [
                "rclone:tree:/a|denied"
            ]
        )
        #expect(try scene.value("SELECT count(*) FROM images WHERE state = 'present'") == "12")
    }

    @Test("times are kept in the steps of the store")
    func precision() throws {
        try scene.runRclone()
        #expect(
            try scene.query("SELECT DISTINCT modified_ns % 1000000000 FROM images WHERE name = 'one.jpg'") == [
                "700000000"
            ]
        )
    }
}
