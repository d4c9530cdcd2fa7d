import TestSupport
import Testing

/// What may not be read is said to be so, and costs nothing beside it.
@Suite(.enabled(if: OtherUser.canRun)) struct DeniedTests {
    @Test("a folder that may not be read is denied, not empty, and a later run completes it")
    func deniedFolder() throws {
        var scene = try Scene()
        for folder in ["a", "b", "c", "d"] { try scene.add("\(folder)/x.jpg") }
        try scene.letOtherUserIn()
        try scene.tree.setMode(0o000, of: bytes("b"))
        try scene.folder("c").setMode(0o000, of: bytes("x.jpg"))
        let partial = try scene.runAsOtherUser()
        #expect(partial.exitCode == 1 && partial.changes == ["added": 3, "errors": 1])
        #expect(partial.errorText == "imgindex: cannot list folder: \(text(scene.path("b"))): Permission denied\n")
        #expect(try scene.presentImages() == ["a/x.jpg", "c/x.jpg", "d/x.jpg"])
        #expect(
            try scene.query("SELECT name, status, error FROM folder ORDER BY path").dropFirst()
                == ["a|listed|", "b|denied|openat: Permission denied", "c|listed|", "d|listed|"]
        )
        #expect(
            try scene.lastRun("state", "exit_code", "folders_listed", "folders_failed") == ["partial", "1", "4", "1"]
        )
        #expect(
            try scene.query("SELECT * FROM problems")
                == ["folder|\(text(scene.path("b")))|denied: openat: Permission denied|1"]
        )
        try scene.tree.setMode(0o755, of: bytes("b"))
        let complete = try scene.runAsOtherUser()
        #expect(complete.exitCode == 0 && complete.changes == ["added": 1, "unchanged": 3])
        #expect(try scene.query("SELECT * FROM problems") == [])
    }

    @Test("the images of a folder that may not be read any more stay present")
    func deniedLater() throws {
        var scene = try Scene()
        try scene.add("a/x.jpg", "a/sub/y.jpg", "b.jpg")
        try scene.letOtherUserIn()
        #expect(try scene.runAsOtherUser().changes == ["added": 3])
        try scene.tree.setMode(0o000, of: bytes("a"))
        for _ in 0..<2 {
            let partial = try scene.runAsOtherUser()
            #expect(partial.exitCode == 1 && partial.changes == ["unchanged": 1, "errors": 1])
            #expect(try scene.presentImages() == ["a/sub/y.jpg", "a/x.jpg", "b.jpg"])
        }
        #expect(try scene.query("SELECT problem, since_run FROM problems") == ["denied: openat: Permission denied|2"])
        try scene.tree.setMode(0o755, of: bytes("a"))
        #expect(try scene.runAsOtherUser().changes == ["unchanged": 3])
    }

    @Test("of many problems ten are printed, and all with --verbose; every one is in the index")
    func manyProblems() throws {
        var scene = try Scene()
        try scene.letOtherUserIn()
        try scene.makeShutFolders("no\u{1B}[31m")
        let brief = try scene.runAsOtherUser("--width=1")
        let lines = brief.errorText.split(separator: "\n")
        #expect(brief.exitCode == 1 && lines.count == 11)
        #expect(lines.last == "imgindex: 5 further problems: see the view 'problems'")
        #expect(lines.first?.contains("/no\\x1B[31m") == true && !brief.errorText.contains("\u{1B}"))
        let verbose = try scene.runAsOtherUser("--width=1", "--verbose")
        #expect(verbose.errorText.split(separator: "\n").count == 15)
        #expect(try scene.value("SELECT count(*) FROM problems") == "15")
        let quiet = try scene.runAsOtherUser("--width=1", "--quiet")
        #expect(quiet.exitCode == 1 && quiet.output == [] && quiet.errors == [])
    }

    @Test("a folder that may be listed but not entered keeps its rows and is a problem")
    func listedButNotEntered() throws {
        var scene = try Scene()
        try scene.add("a/x.jpg")
        try scene.letOtherUserIn()
        try scene.runAsOtherUser()
        try scene.tree.setMode(0o444, of: bytes("a"))
        #expect(try scene.runAsOtherUser().exitCode == 1)
        #expect(try scene.presentImages() == ["a/x.jpg"])
        try scene.tree.setMode(0o755, of: bytes("a"))
        #expect(try scene.runAsOtherUser().changes == ["unchanged": 1])
        #expect(try scene.query("SELECT * FROM problems") == [])
    }

    @Test("a root that may not be read is an error of its own, and the other roots are indexed")
    func deniedRoot() throws {
        var scene = try Scene()
        try scene.add("a/x.jpg", "b/y.jpg")
        try scene.letOtherUserIn()
        try scene.tree.setMode(0o000, of: bytes("a"))
        let end = try scene.runAsOtherUser(roots: [scene.path("a"), scene.path("b")])
        #expect(end.exitCode == 66)
        #expect(end.errorText == "imgindex: cannot read root: \(text(scene.path("a"))): Permission denied\n")
        #expect(try scene.presentImages() == ["b/y.jpg"])
    }
}
