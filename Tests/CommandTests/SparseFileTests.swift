import TestSupport
import Testing

/// Sizes beyond 32 bits.
@Suite struct SparseFileTests {
    @Test("a file of a tebibyte is a row with its size, and not read through")
    func tebibyte() throws {
        let scene = try Scene()
        try scene.tree.makeFile(bytes("huge.jpg"), size: 1_099_511_627_776)
        try scene.add("ok.jpg")
        let end = try scene.run()
        #expect(end.exitCode == 0 && !end.isTimedOut)
        #expect(
            try scene.query("SELECT name, size FROM images ORDER BY name") == ["huge.jpg|1099511627776", "ok.jpg|170"]
        )
        #expect(try scene.value("SELECT tree_image_bytes FROM folders") == "1099511627946")
        #expect(
            try scene.command("status", "--index=\(text(scene.index))").outputText.contains("  2 images, 1.0 TiB\n")
        )
    }
}
