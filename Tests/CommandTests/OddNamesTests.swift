import TestSupport
import Testing

/// Names that other programs stumble over: in the index they are byte for byte as on disk.
@Suite struct OddNamesTests {
    @Test("line feeds in the names of a file and of a folder make no further rows")
    func lineFeeds() throws {
        let scene = try Scene()
        try scene.add("two\nlines.jpg", "dir\n/x.jpg")
        #expect(try scene.run().changes == ["added": 2])
        #expect(try scene.presentImages() == ["dir\n/x.jpg", "two\nlines.jpg"])
        #expect(try scene.run().changes == ["unchanged": 2])
        let trace = try scene.run("--width=1", "--trace").outputText.split(separator: "\n")
        #expect(trace.contains { $0.hasSuffix("/two\\nlines.jpg") } && trace.contains { $0.hasSuffix("/dir\\n/x.jpg") })
        #expect(trace.count == 6)
    }

    @Test("a name that is not UTF-8 is kept as bytes, and the folders beside it are indexed")
    func notUTF8() throws {
        let scene = try Scene()
        for folder in ["a", "b", "c", "d"] { try scene.add("\(folder)/sub/x.jpg") }
        let odd = bytes("b/") + [0xA7, 0xFF, 0x01] + bytes(".jpg")
        try scene.add(odd)
        let end = try scene.run()
        #expect(end.exitCode == 0 && end.changes == ["added": 5])
        #expect(try scene.names("path").contains(scene.root + bytes("/") + odd))
        #expect(try scene.query("SELECT count(*), typeof(name) FROM images GROUP BY 2") == ["1|blob", "4|text"])
        #expect(try scene.query("SELECT DISTINCT status FROM folders") == ["listed"])
        #expect(try scene.run().changes == ["unchanged": 5])
    }

    @Test("names of 255 bytes are indexed, of files as of folders")
    func longNames() throws {
        let scene = try Scene()
        let folder = String(repeating: "d", count: 255)
        let paths = [
            String(repeating: "a", count: 251) + ".jpg", folder + "/x.jpg",
            String(repeating: "\u{6F22}", count: 83) + ".jpg",
        ]
        for path in paths { try scene.add(bytes(path)) }
        #expect(try scene.run().changes == ["added": 3])
        #expect(try scene.presentImages() == paths)
    }

    @Test("a leading hyphen makes no option of a file or of a root")
    func hyphens() throws {
        let scene = try Scene()
        try scene.add("-rf.jpg", "--help.jpg", "-d/x.jpg", "--version/y.jpg")
        let inside = try scene.command(scene.indexArguments([], [bytes("./-d")]), folder: scene.root)
        #expect(inside.exitCode == 0 && inside.changes == ["added": 1])
        let afterHyphens = try scene.command(
            scene.indexArguments([], [bytes("-d"), bytes("--version")]),
            folder: scene.root
        )
        #expect(afterHyphens.exitCode == 0 && afterHyphens.changes == ["added": 1])
        #expect(try scene.run().changes == ["added": 2, "unchanged": 2])
        #expect(try scene.presentImages() == ["--help.jpg", "--version/y.jpg", "-d/x.jpg", "-rf.jpg"])
        let misread = try scene.command([bytes("index"), bytes("-d")], folder: scene.root)
        #expect(misread.exitCode == 64)
        #expect(misread.errorText.hasPrefix("imgindex: unknown option: '-d': no such option; put './' before"))
    }

    @Test("characters that turn text around or hide are kept in the index and escaped for people")
    func disguises() throws {
        let scene = try Scene()
        try scene.add(
            "photo\u{202E}gpj.exe",
            "\u{5E9}\u{5DC}\u{5D5}\u{5DD}.jpg",
            "a\u{200B}.jpg",
            "a.jpg",
            "\u{2066}b\u{2069}.jpg"
        )
        let trace = try scene.run("--trace").outputText
        #expect(
            try scene.names("name")
                == ["a.jpg", "a\u{200B}.jpg", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}.jpg", "\u{2066}b\u{2069}.jpg"].map {
                    bytes($0)
                }
        )
        #expect(trace.contains("/photo\\u{202E}gpj.exe\n") && trace.contains("/a\\u{200B}.jpg\n"))
        #expect(trace.contains("/\\u{2066}b\\u{2069}.jpg\n") && trace.contains("/\u{5E9}\u{5DC}\u{5D5}\u{5DD}.jpg\n"))
        #expect(!trace.unicodeScalars.contains { "\u{202E}\u{200B}\u{2066}\u{2069}".unicodeScalars.contains($0) })
    }

    @Test("names that mean something to shells, globs, SQL or formats are only names")
    func otherLanguages() throws {
        let scene = try Scene()
        let folders = [
            "CZ | Prague", "a:b", "q?*[x]", "it's", "back\\slash", "100% \"x\"", "$(id)", "{}", "%s%n", ";--",
        ]
        for folder in folders { try scene.add("\(folder)/x.jpg") }
        #expect(try scene.run().changes == ["added": 10])
        let sorted = folders.map { bytes($0) }.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(try scene.presentImages().map { bytes($0) } == sorted.map { $0 + bytes("/x.jpg") })
        #expect(try scene.run().changes == ["unchanged": 10])
        #expect(try scene.value("SELECT count(*) FROM folders WHERE image_count = 1") == "10")
    }

    @Test("names that Unicode calls equal are two names")
    func composedAndNot() throws {
        let scene = try Scene()
        try scene.add(bytes("caf\u{E9}.jpg"))
        try scene.add(bytes("cafe\u{301}.jpg"))
        #expect(try scene.run().changes == ["added": 2])
        #expect(try scene.run().changes == ["unchanged": 2])
        #expect(try scene.names("name") == [bytes("cafe\u{301}.jpg"), bytes("caf\u{E9}.jpg")])
    }

    @Test("every odd name there is can be a file's, a folder's and a root's")
    func allOddNames() throws {
        let scene = try Scene()
        let names = OddName.all.filter { $0.count <= 250 }
        for name in names {
            try scene.add(name + bytes("/x.jpg"))
            try scene.add(name + bytes("/") + name + bytes(".png"))
        }
        let end = try scene.command(scene.indexArguments([], names.map { scene.root + bytes("/") + $0 }))
        #expect(end.exitCode == 0)
        // A name that is a dot alone after its extension is taken away counts too: "-.png", "\n.png".
        #expect(try scene.value("SELECT count(*) FROM images") == "\(names.count * 2)")
        #expect(try scene.run().changes == ["unchanged": names.count * 2])
        #expect(try scene.damage() == [])
    }
}
