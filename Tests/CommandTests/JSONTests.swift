import TestSupport
import Testing

/// What programs get to read.
///
/// SQLite's JSON functions are the judge.
@Suite struct JSONTests {
    @Test("the summary has an object a root, with the columns of the view runs in their order")
    func columns() throws {
        let scene = try Scene()
        try scene.add("a/1.jpg", "b/2.jpg", "b/3.jpg")
        let end = try scene.run("--json", roots: [scene.path("a"), scene.path("b")])
        #expect(end.exitCode == 0 && end.errors == [] && end.outputText.split(separator: "\n").count == 1)
        let columns = try scene.query("SELECT name FROM pragma_table_info('runs') ORDER BY cid")
        for run in 0...1 {
            #expect(try ask(scene, end, "SELECT key FROM o, json_each(j, '$.runs[\(run)]')") == columns)
        }
        #expect(try ask(scene, end, "SELECT key, json_array_length(value) FROM o, json_each(j)") == ["runs|2"])
        #expect(
            try ask(
                scene,
                end,
                "SELECT j ->> '$.runs[1].root', j ->> '$.runs[1].added', json_type(j, '$.runs[1].seconds') FROM o"
            )
                == ["\(text(scene.path("b")))|2|real"]
        )
        for column in columns {
            let value = try scene.value("SELECT \(column) FROM runs WHERE id = 2")
            #expect(
                try ask(scene, end, "SELECT j ->> '$.runs[1].\(column)' FROM o").joined(separator: "\n") == value
            )
        }
        let status = try scene.command("status", "--json", "--index=index.db")
        #expect(status.exitCode == 0 && status.outputText == end.outputText)
    }

    @Test("names of all kinds make no JSON that cannot be read")
    func oddNames() throws {
        for name in OddName.all where name.count < 200 {
            let scene = try Scene()
            let path = scene.root + bytes("/") + name
            try scene.tree.makeFolder(name)
            let end = try scene.run("--json", roots: [path])
            let root = try ask(scene, end, "SELECT hex(j ->> '$.runs[0].root') FROM o")
            let expected = String(decoding: path, as: UTF8.self).utf8.map {
                ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
            }.joined()
            #expect(root == [expected])
        }
    }

    @Test("a root that cannot be read is no object, and with none that can there is an empty list")
    func noRuns() throws {
        let scene = try Scene()
        let end = try scene.run("--json", roots: [scene.path("no")])
        #expect(end.exitCode == 66 && end.outputText == "{\"runs\": []}\n")
    }

    /// Asks SQLite about the output: the column `j` of the table `o`.
    private func ask(_ scene: Scene, _ end: ProcessEnd, _ sql: String) throws -> [String] {
        try writeFile(scene.place.path(of: bytes("output.json")), end.output)
        let answer = try scene.shell(
            "sqlite3 -batch :memory: \"WITH o (j) AS (SELECT CAST(readfile('output.json') AS TEXT)) $1\"",
            [bytes(sql)]
        )
        try #require(answer.exitCode == 0, "\(answer.errorText)")
        return answer.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
