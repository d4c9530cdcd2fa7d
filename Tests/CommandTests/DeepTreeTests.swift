import TestSupport
import Testing

/// Trees deeper than paths, stacks or descriptors reach.
@Suite struct DeepTreeTests {
    @Test("a picture below a path of 5,000 bytes is indexed with its whole path")
    func beyondPathMax() throws {
        let scene = try Scene()
        try scene.add("top.jpg")
        let name = String(repeating: "d", count: 250)
        try scene.tree.makeChain(20, name: bytes(name)).makeFile(bytes("deep.jpg"), size: 7)
        let end = try scene.run()
        #expect(end.exitCode == 0 && end.counts["folders"] == 21 && end.changes == ["added": 2])
        let deep = String(repeating: name + "/", count: 20) + "deep.jpg"
        #expect(try scene.presentImages() == [deep, "top.jpg"])
        #expect(try scene.value("SELECT size FROM images WHERE length(path) > 5000") == "7")
        #expect(
            try scene.value("SELECT count(*), max(length(path)) FROM folders")
                == "21|\(deep.utf8.count - 9 + scene.root.count + 1)"
        )
        #expect(try scene.run().changes == ["unchanged": 2])
        #expect(try scene.damage() == [])
    }

    @Test("a path beyond PATH_MAX with a name that is not text is bytes as a whole")
    func beyondPathMaxNotText() throws {
        let scene = try Scene()
        let name = [UInt8](repeating: 0xFF, count: 250)
        try scene.tree.makeChain(20, name: name).makeFile(bytes("deep.jpg"))
        #expect(try scene.run().changes == ["added": 1])
        let chain = [[UInt8]](repeating: name + bytes("/"), count: 20).flatMap { $0 }
        #expect(try scene.names("path") == [scene.root + bytes("/") + chain + bytes("deep.jpg")])
    }

    @Test("a folder that moves from beyond PATH_MAX, or to there, keeps its rows")
    func movedFar() throws {
        let scene = try Scene()
        var folder = scene.tree
        for _ in 0..<25 { folder = try folder.makeFolder(Array(repeating: UInt8(ascii: "d"), count: 200)) }
        try folder.makeFolder(bytes("far")).makeFile(bytes("a.jpg"), size: 5)
        try scene.add("near/b.jpg")
        #expect(try scene.run().changes == ["added": 2])
        let first = Array(repeating: UInt8(ascii: "d"), count: 200)
        // The whole chain gets another name: all in it is at another path.
        try scene.tree.rename(first, to: bytes("e") + first.dropFirst())
        #expect(try scene.run().changes == ["moved": 1, "unchanged": 1])
        #expect(try scene.run().changes == ["unchanged": 2])
        // From beyond to before, and the other way round.
        _ = try scene.shell(
            """
            cd tree; mv near ../near; cd -P e*; for n in $(seq 24); do cd -P d*; done; mv ../$(basename "$PWD")/far "$1/far"
            mv "$2" near
            """,
            [scene.root, scene.place.path(of: bytes("near"))]
        )
        #expect(try scene.run().changes == ["moved": 2])
        #expect(try scene.run().changes == ["unchanged": 2])
        #expect(
            try scene.query("SELECT count(DISTINCT id), min(state), max(state) FROM images") == ["2|present|present"]
        )
        #expect(try scene.damage() == [])
    }

    @Test("a folder that cannot be read below such a path is named in full", .enabled(if: OtherUser.canRun))
    func deniedBeyondPathMax() throws {
        var scene = try Scene()
        try scene.letOtherUserIn()
        let name = String(repeating: "d", count: 250)
        let deep = try scene.tree.makeChain(20, name: bytes(name))
        try deep.makeFolder(bytes("no"))
        try deep.setMode(0o000, of: bytes("no"))
        let end = try scene.runAsOtherUser()
        #expect(end.exitCode == 1)
        #expect(end.errorText.hasSuffix("/\(name)/no: Permission denied\n") && end.errorText.utf8.count > 5_000)
        #expect(try scene.value("SELECT path FROM problems").hasSuffix("/\(name)/no"))
    }

    @Test(
        "a chain of 5,000 folders is indexed to its end, whatever is scarce",
        arguments: ["ulimit -n 64", "ulimit -s 256"]
    )
    func longChain(limit: String) throws {
        let scene = try Scene()
        try scene.tree.makeChain(5_000, name: bytes("d")).makeFile(bytes("deep.jpg"), size: 3)
        let end = try scene.runLimited(limit, "--width=64")
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(end.counts["folders"] == 5_001 && end.changes == ["added": 1])
        #expect(
            try scene.value("SELECT count(*) FROM folders WHERE tree_image_count = 1 AND tree_image_bytes = 3")
                == "5001"
        )
        #expect(try scene.value("SELECT count(*) FROM folders WHERE finished_run = 1 AND status = 'listed'") == "5001")
        #expect(try scene.value("SELECT length(path) FROM images") == "\(scene.root.count + 10_000 + 9)")
        #expect(try scene.runLimited(limit, "--width=64").changes == ["unchanged": 1])
    }
}

extension Scene {
    /// Runs `imgindex index` on the tree under limits that `sh` sets.
    func runLimited(_ limit: String, _ options: String..., variables: [String: [UInt8]?] = [:]) throws -> ProcessEnd {
        let script = limit.isEmpty ? "exec \"$@\"" : "\(limit) && exec \"$@\""
        return try runProcess(
            bytes("/bin/sh"),
            [bytes("-c"), bytes(script), bytes("sh"), try builtProgram("imgindex")] + indexArguments(["-v"] + options),
            environment: environment(variables),
            folder: place.path
        )
    }
}
