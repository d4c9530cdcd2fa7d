import Excluding
import TestSupport
import Testing

/// Which items are left out unless asked for.
@Suite struct DefaultExcludesTests {
    private func rule(_ name: String, isFolder: Bool = true) -> String? {
        DefaultExcludes.rule(of: Array(name.utf8), isFolder: isFolder)?.text
    }

    @Test(
        "a folder of litter is named by its rule",
        arguments: [
            ("@eaDir", "@eaDir"), ("#recycle", "#recycle"), ("#snapshot", "#snapshot"), ("@Recycle", "@Recycle"),
            (".Trash-1000", ".Trash-*"), (".Trash-", ".Trash-*"), ("$RECYCLE.BIN", "$RECYCLE.BIN"),
            ("$Recycle.Bin", "$RECYCLE.BIN"), ("$recycle.bin", "$RECYCLE.BIN"), ("lost+found", "lost+found"),
            (".zfs", ".zfs"), (".snapshots", ".snapshots"), ("__MACOSX", "__MACOSX"), (".thumbnails", ".thumbnails"),
        ]
    )
    func litter(name: String, expected: String) {
        #expect(rule(name) == expected)
    }

    @Test(
        "a folder that only looks like one is walked",
        arguments: [
            "", ".", "@EADIR", "@eaDir2", "x@eaDir", "#Recycle", "@recycle", ".Trash", ".trash-1000", "x.Trash-1000",
            "$RECYCLE.BIN2", "$RECYCLE\u{E}BIN", "\u{4}RECYCLE.BIN", "$RECYCLE.BI\u{2E}", "Lost+Found",
            "lost\u{B}found",
            ".ZFS", "zfs", "__macosx", "thumbnails", "holiday.jpg", "Pictures",
        ]
    )
    func notLitter(name: String) {
        #expect(rule(name) == nil)
    }

    @Test("a file that holds what macOS could not store elsewhere is named by its rule", arguments: ["._", "._a.jpg"])
    func appleDouble(name: String) {
        #expect(rule(name, isFolder: false) == "._*")
        #expect(rule(name, isFolder: true) == nil)
    }

    @Test(
        "a file called like a folder of litter is no litter",
        arguments: ["@eaDir", ".Trash-1", ".thumbnails", ".", "_."]
    )
    func file(name: String) {
        #expect(rule(name, isFolder: false) == nil)
    }

    @Test("every rule has a reason of one line and matches its own text")
    func rules() {
        for item in DefaultExcludes.rules {
            #expect(!item.reason.isEmpty && !item.reason.contains("\n"))
            #expect(rule(item.text, isFolder: item.isAboutFolders) == item.text)
            #expect(rule(item.text, isFolder: !item.isAboutFolders) == nil)
        }
        #expect(Set(DefaultExcludes.rules.map(\.text)).count == DefaultExcludes.rules.count)
    }

    @Test("random bytes never trap")
    func randomBytes() {
        var generator = SeededGenerator()
        for _ in 0..<5_000 {
            let name = (0..<Int.random(in: 0...16, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            _ = DefaultExcludes.rule(of: name, isFolder: generator.chance(1, in: 2))
        }
    }
}
