import TestSupport
import Testing

/// Where the index is when nobody says, who may read it, and that it is never in itself.
@Suite struct IndexPlaceTests {
    @Test("the place is that of --index, else of IMGINDEX_FILE, XDG_DATA_HOME, HOME")
    func order() throws {
        let scene = try Scene()
        try scene.add("a.jpg")
        let data = scene.place.path(of: bytes("data"))
        let cases: [(variables: [String: [UInt8]?], file: String)] = [
            ([:], "home/.local/share/imgindex/index.db"),
            (["XDG_DATA_HOME": data], "data/imgindex/index.db"),
            (["XDG_DATA_HOME": bytes("relative")], "home/.local/share/imgindex/index.db"),
            (["XDG_DATA_HOME": []], "home/.local/share/imgindex/index.db"),
            (["XDG_DATA_HOME": data, "IMGINDEX_FILE": scene.place.path(of: bytes("named.db"))], "named.db"),
            (["IMGINDEX_FILE": bytes("relative.db")], "relative.db"),
        ]
        for (variables, file) in cases {
            _ = try scene.shell("rm -rf home/.local data *.db")
            #expect(try scene.command([bytes("status")], environment: variables).exitCode == 73)
            #expect(try scene.shell("find home data *.db 2>/dev/null").outputText == "home\n")
            #expect(try scene.command([bytes("index"), bytes("tree")], environment: variables).exitCode == 0)
            #expect(try scene.shell("find home data *.db -type f 2>/dev/null").outputText == file + "\n")
            let status = try scene.command([bytes("status")], environment: variables)
            #expect(status.exitCode == 0 && status.outputText.contains(file + "\n"))
        }
        let given = try scene.command(
            [bytes("index"), bytes("--index=given.db"), bytes("tree")],
            environment: ["IMGINDEX_FILE": bytes("named.db")]
        )
        #expect(given.exitCode == 0)
        #expect(try scene.shell("ls *.db").outputText == "given.db\nrelative.db\n")
        let nowhere = try scene.command([bytes("index"), bytes("tree")], environment: ["HOME": nil])
        #expect(nowhere.exitCode == 64)
        #expect(
            nowhere.errorText.hasPrefix(
                "imgindex: no place for the index: environment: set HOME, or name a file with '--index=FILE'\n"
            )
        )
    }

    @Test("a place whose path is too long for SQLite is refused before a folder is made")
    func tooLong() throws {
        let scene = try Scene()
        let data = scene.place.path(
            of: bytes("data/" + Array(repeating: String(repeating: "d", count: 99), count: 5).joined(separator: "/"))
        )
        let end = try scene.command([bytes("index"), bytes("tree")], environment: ["XDG_DATA_HOME": data])
        let length = data.count + "/imgindex/index.db".utf8.count
        #expect(end.exitCode == 73 && end.output == [])
        #expect(
            end.errorText.hasSuffix(
                "index.db: its path without links has \(length) bytes, and SQLite takes 504 at most; name another file\n"
            )
        )
        #expect(try scene.shell("ls").outputText == "home\ntree\n")
    }

    @Test(
        "folders made for the index have mode 0700 and its files 0600, whatever the umask",
        arguments: ["000", "022", "077", "277", "777"]
    )
    func modes(mask: String) throws {
        let scene = try Scene()
        try scene.makeTalkativeTree()
        let run =
            "{ umask \(mask); exec \"$1\" index tree --trace; } | { head -c 1 >/dev/null; stat -c '%a %n' $(find home | sort) >modes; cat >/dev/null; }"
        #expect(try scene.shell(run, [try builtProgram("imgindex")]).exitCode == 0)
        let files = ["", "-shm", "-wal"].map { "600 home/.local/share/imgindex/index.db\($0)\n" }.joined()
        #expect(
            text(try readFile(scene.place.path(of: bytes("modes")))).hasSuffix(
                "700 home/.local\n700 home/.local/share\n700 home/.local/share/imgindex\n" + files
            )
        )
        #expect(try scene.shell("ls home/.local/share/imgindex").outputText == "index.db\n")
    }

    @Test(
        "an index in the tree is no row, with none of its companions, and its folder is no change",
        arguments: ["p/index.jpg", "../link.jpg"]
    )
    func insideTree(name: String) throws {
        var scene = try Scene()
        try scene.makeTalkativeTree()
        try scene.add("p/a.jpg", "p/other.jpg-wal", "q/index.jpg")
        try scene.place.folder.makeLink(bytes("link.jpg"), to: bytes("tree/p/index.jpg"))
        scene.index = scene.root + bytes("/" + name)
        if name.hasPrefix("..") { try writeFile(scene.path("p/index.jpg"), []) }
        let extensions = "--extensions=+jpg-wal,+jpg-shm,+jpg-journal"
        let first = try scene.run(extensions)
        try #require(first.exitCode == 0, "\(first.errorText)")
        #expect(first.changes == ["added": 1_203])
        #expect(try scene.presentImages().suffix(3) == ["p/a.jpg", "p/other.jpg-wal", "q/index.jpg"])
        let others = try scene.value("SELECT other_count FROM folder WHERE name = 'p'")
        for _ in 0..<2 { #expect(try scene.run(extensions).changes == ["unchanged": 1_203]) }
        #expect(try scene.value("SELECT other_count FROM folder WHERE name = 'p'") == others)
        #expect(try scene.damage() == [])
    }
}
