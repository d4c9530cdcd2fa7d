import TestSupport
import Testing

/// Folders that are not listed because their times are as stored.
@Suite struct FastTests {
    private let scene: Scene

    /// A root with 60 folders of two images each: more than the 20 that each run lists all the same.
    init() throws {
        scene = try Scene()
        for number in 10..<70 { try scene.add("d\(number)/a.jpg", "d\(number)/b.jpg") }
        #expect(try scene.run().changes == ["added": 120])
        try age()
    }

    /// Makes the folders old, as they are seldom while a test runs.
    private func age() throws {
        _ = try scene.query("UPDATE folder SET is_racy = 0; UPDATE image SET look_again = NULL")
    }

    private func trusted() throws -> Int {
        Int(try scene.value("SELECT folders_trusted FROM runs ORDER BY id DESC LIMIT 1")) ?? -1
    }

    /// A folder that the next run will trust: it was listed last.
    private func lastListed() throws -> String {
        try scene.value("SELECT name FROM folder WHERE parent IS NOT NULL ORDER BY listed_run DESC, id DESC LIMIT 1")
    }

    @Test("without --fast every folder is listed", arguments: [[], ["--verbose"]])
    func all(options: [String]) throws {
        let end = try scene.command(scene.indexArguments(options + ["-v"]))
        #expect(end.changes == ["unchanged": 120] && end.counts["folders"] == 61)
        #expect(try trusted() == 0)
    }

    @Test("with --fast an edit in place is found in a folder that is not listed")
    func edited() throws {
        let folder = try lastListed()
        try scene.add("\(folder)/a.jpg", padding: 10)
        let end = try scene.run("--fast")
        #expect(end.changes == ["changed": 1, "unchanged": 119])
        #expect(try trusted() >= 40)
        #expect(try scene.value("SELECT listed_run FROM folder WHERE name = '\(folder)'") == "1")
        try age()
        #expect(try scene.run("--fast").changes == ["unchanged": 120])
        #expect(try scene.damage() == [])
    }

    @Test("with --fast=trust an edit in place is missed in a folder that is not listed, and found when it is")
    func missed() throws {
        try scene.add("\(try lastListed())/a.jpg", padding: 10)
        #expect(try scene.run("--fast=trust").changes == ["unchanged": 120])
        #expect(try trusted() >= 40)
        #expect(try scene.run().changes == ["changed": 1, "unchanged": 119])
    }

    @Test(
        "what is added or removed is found, as it changes the times of its folder",
        arguments: ["--fast", "--fast=trust"]
    )
    func added(option: String) throws {
        let folder = try lastListed()
        try scene.add("\(folder)/new.jpg", "\(folder)/sub/c.jpg")
        try scene.folder(folder).remove(bytes("a.jpg"))
        #expect(try scene.run(option).changes == ["added": 2, "missing": 1, "unchanged": 119])
        #expect(try trusted() > 0)
        #expect(try scene.damage() == [])
    }

    @Test("runs of another tree with other rules do not end the trust in this one, those of a root inside it do")
    func otherRoots() throws {
        try scene.place.folder.makeFolder(bytes("other"))
        try scene.run("--exclude=*.png", roots: [scene.place.path(of: bytes("other"))])
        #expect(try scene.run("--fast").changes == ["unchanged": 120])
        #expect(try trusted() >= 40)
        try scene.run("--exclude=*.png", roots: [scene.path("d10")])
        #expect(try scene.run("--fast").changes == ["unchanged": 120])
        #expect(try trusted() == 0)
    }

    @Test("folders that no walk comes to take no places in the sample", .enabled(if: OtherUser.canRun))
    func unreachable() throws {
        var scene = try Scene()
        for number in 10..<70 { try scene.add("d\(number)/a.jpg") }
        for number in 10..<50 { try scene.add("shut/s\(number)/a.jpg") }
        try scene.letOtherUserIn()
        try scene.runAsOtherUser()
        try scene.tree.setMode(0o000, of: bytes("shut"))
        for _ in 0..<4 {
            _ = try scene.query("UPDATE folder SET is_racy = 0; UPDATE image SET look_again = NULL")
            #expect(try scene.runAsOtherUser("--fast").exitCode == 1)
        }
        #expect(try scene.value("SELECT count(*) FROM folder WHERE name LIKE 'd__' AND listed_run = 1") == "0")
        try scene.tree.setMode(0o755, of: bytes("shut"))
    }

    @Test("every folder is listed again within so many runs", arguments: ["--fast", "--fast=trust"])
    func sample(option: String) throws {
        for _ in 0..<4 {
            try age()
            #expect(try scene.run(option).changes == ["unchanged": 120])
            #expect(try trusted() > 0)
        }
        #expect(try scene.value("SELECT min(listed_run) FROM folder WHERE parent IS NOT NULL") != "1")
    }

    @Test("other rules, times that were too young and folders that are not finished are reasons to list")
    func reasons() throws {
        #expect(try scene.run("--fast=trust", "--extensions=+xyz").exitCode == 0)
        #expect(try trusted() == 0)
        #expect(try scene.run("--fast=trust", "--extensions=+xyz").exitCode == 0)
        #expect(try trusted() == 0, "all are racy")
        try age()
        _ = try scene.query("UPDATE folder SET finished_run = listed_run - 1")
        #expect(try scene.run("--fast=trust", "--extensions=+xyz").exitCode == 0)
        #expect(try trusted() == 0, "none is finished")
    }

    @Test("a change of which the folder's times do not tell ends the trust in its file system, and is told once")
    func distrust() throws {
        let folder = try scene.value("SELECT name FROM folder WHERE parent IS NOT NULL ORDER BY listed_run, id LIMIT 1")
        try scene.add("\(folder)/new.jpg")
        let times = try scene.tool([bytes("stat"), bytes("-c"), bytes("%.9Y %.9Z"), scene.path(folder)]).outputText
            .split(whereSeparator: \.isWhitespace).map { $0.filter { $0 != "." } }
        _ = try scene.query("UPDATE folder SET mtime = \(times[0]), ctime = \(times[1]) WHERE name = '\(folder)'")
        let end = try scene.run("--fast=trust")
        #expect(end.changes == ["added": 1, "unchanged": 120])
        #expect(end.errorText.contains("cannot trust folder times"))
        try age()
        let next = try scene.run("--fast=trust")
        #expect(next.changes == ["unchanged": 121] && next.errorText == "")
        #expect(try trusted() == 0)
    }
}
