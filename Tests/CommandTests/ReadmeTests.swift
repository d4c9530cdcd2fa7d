import TestSupport
import Testing

/// What README says of the views and asks them, held against an index.
@Suite struct ReadmeTests {
    private let scene: Scene
    private let readme: String

    init() throws {
        scene = try Scene()
        let file = bytes(#filePath).dropLast("Tests/CommandTests/ReadmeTests.swift".utf8.count) + bytes("README.md")
        readme = text(try readFile(Array(file)))
    }

    /// What stands between two marks.
    private func part(from start: String, to end: String) throws -> Substring {
        let from = try #require(readme.firstRange(of: start)?.upperBound, "\(start)")
        let to = try #require(readme[from...].firstRange(of: end)?.lowerBound, "\(end)")
        return readme[from..<to]
    }

    @Test(
        "the columns of a view are listed in their order",
        arguments: ["images", "folders", "runs", "changes", "skipped", "problems"]
    )
    func columns(view: String) throws {
        try scene.run()
        let rows = try part(from: "**`\(view)`**", to: "## Questions").split(separator: "\n")
            .drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
        let named = rows.flatMap { row in
            // Every second of what the backticks of the first cell part is a name.
            row.split(separator: " | ")[0].split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
        #expect(try named == scene.query("SELECT name FROM pragma_table_info('\(view)') ORDER BY cid"))
    }

    private func recipes() throws -> Substring { try part(from: "```sh\n# all present", to: "```") }

    @Test("every question in one line has an answer")
    func questions() throws {
        try scene.add("a.nef", "b/c.jpg")
        try writeFile(scene.root + [UInt8(ascii: "/"), 0xFF] + bytes(".png"), [])
        try scene.run()
        let end = try scene.shell("set -eu; db=$1; # \(try recipes())", [scene.index])
        #expect(end.exitCode == 0 && end.errors == [], "\(end.errorText)")
        let lines = end.outputText.split(separator: "\n")
        #expect(lines.contains(Substring(text(scene.path("a.nef")))), "the raw file without a JPEG")
        // The last one is JSON: without a byte that makes it invalid.
        let json = end.output.split(separator: UInt8(ascii: "\n")).suffix(3)
        #expect(json.allSatisfy { !$0.contains(0xFF) } && text(Array(json.joined())).contains("FF2E706E67"))
    }

    @Test("what is missing is asked without what came back")
    func missing() throws {
        try scene.add("a.jpg", "b.jpg", "c.jpg")
        try scene.run()
        for name in ["a.jpg", "b.jpg"] { try scene.tree.rename(bytes(name), to: bytes("../\(name)")) }
        try scene.run("--hold-files=9")
        try scene.tree.rename(bytes("../a.jpg"), to: bytes("a.jpg"))
        try scene.run()
        let recipe = try #require(try recipes().split(separator: "# ").first { $0.hasPrefix("what is missing") })
        let end = try scene.shell("db=$1; # \(recipe)", [scene.index])
        let lines = end.outputText.split(separator: "\n")
        #expect(lines.count == 1, "\(lines)")
        #expect(lines.first?.hasSuffix("|\(text(scene.path("b.jpg")))|listed:\(text(scene.root))") == true, "\(lines)")
    }
}
