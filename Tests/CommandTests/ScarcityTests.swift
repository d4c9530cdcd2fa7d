import TestSupport
import Testing

/// Large folders and trees, few descriptors, small stacks.
@Suite struct ScarcityTests {
    @Test("a folder of 100,000 pictures is indexed, and again without a change")
    func largeFolder() throws {
        let scene = try Scene()
        for number in 0..<100_000 { try scene.tree.makeFile(bytes("i\(number).jpg")) }
        // On a terminal, to see the line that tells how far it is.
        let first = try scene.runOnTerminal()
        #expect(first.exitCode == 0 && first.changes == ["added": 100_000])
        #expect(first.outputText.contains("\r\u{1B}[K") && first.outputText.contains(" images/s, 0:"))
        // The last thing it does is to wipe itself.
        let lastWipe = first.outputText.split(separator: "\u{1B}[K").last.map(String.init) ?? ""
        #expect(lastWipe.hasPrefix("\(text(scene.root)): 1 folders, 100000 images, ") && lastWipe.hasSuffix(" s\r\n"))
        #expect(try scene.value("SELECT count(*), count(DISTINCT name) FROM images") == "100000|100000")
        #expect(try scene.run().changes == ["unchanged": 100_000])
        try scene.tree.remove(bytes("i77777.jpg"))
        try scene.tree.makeFile(bytes("new.jpg"))
        #expect(try scene.run().changes == ["added": 1, "missing": 1, "unchanged": 99_999])
        #expect(try scene.damage() == [])
    }

    @Test(
        "a tree that is wide and deep has the same index with few descriptors and a small stack",
        arguments: ["ulimit -n 64", "ulimit -s 256"]
    )
    func wideAndDeep(limit: String) throws {
        let scene = try Scene()
        for number in 0..<300 {
            let folder = try scene.tree.makeFolder(bytes("wide\(number)"))
            try folder.makeFile(bytes("x.jpg"), size: Int64(number))
            try folder.makeChain(number % 40, name: bytes("deep")).makeFile(bytes("y.png"))
        }
        let plenty = try scene.run()
        #expect(plenty.exitCode == 0 && plenty.changes == ["added": 600])
        let expected = try scene.content()
        var other = scene
        other.index = scene.place.path(of: bytes("other.db"))
        let end = try other.runLimited(limit, "--width=64")
        #expect(end.exitCode == 0 && end.counts["folders"] == plenty.counts["folders"], "\(end.errorText)")
        #expect(try other.content() == expected)
        #expect(try other.runLimited(limit, "--width=64").changes == ["unchanged": 600])
    }

    @Test("with too few descriptors nothing is begun, and with one more all is done, whoever has the others open")
    func tooFew() throws {
        let scene = try Scene()
        for number in 0..<40 { try scene.add("a\(number)/b/c/d/e/x.jpg") }
        var fewest: [Int] = []
        for inherited in ["3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-", "3<. 4<. 5<. 6<. 7<. 8<. 9<."] {
            var enough: [Int] = []
            var refused: [Int] = []
            // Not further down: there the loader does not find the libraries.
            for limit in (0..<100).reversed() where refused.count < 10 {
                _ = try scene.shell("rm -f index.db*")
                let end = try scene.runLimited("exec \(inherited) && ulimit -n \(limit)", "--width=8")
                if end.exitCode == 0 {
                    enough.append(limit)
                    #expect(end.changes == ["added": 40])
                    continue
                }
                refused.append(limit)
                #expect(end.exitCode == 73 && end.output == [], "\(limit): \(end)")
                #expect(
                    end.errorText.hasPrefix(
                        "imgindex: cannot start: ulimit -n: \(limit) files may be open at once and "
                    )
                        && end.errorText.hasSuffix(" are; a run needs 21 more\n")
                )
                #expect(try scene.shell("ls").outputText == "home\ntree\n")
            }
            let least = try #require(enough.last)
            #expect(refused == (1...10).map { least - $0 })
            fewest.append(least)
        }
        #expect(fewest[1] == fewest[0] + 7)
    }

    @Test("a width that the descriptors do not allow is lowered and told")
    func loweredWidth() throws {
        let scene = try Scene()
        let end = try scene.runLimited("ulimit -n 64", "--width=64")
        let lines = end.errorText.split(separator: "\n")
        #expect(end.exitCode == 0 && lines.count == 1)
        #expect(lines.first?.hasSuffix("too few files at once for width 64 (ulimit -n)") == true)
        #expect(Int(try scene.lastRun("width")[0]) ?? 0 < 64)
    }
}
