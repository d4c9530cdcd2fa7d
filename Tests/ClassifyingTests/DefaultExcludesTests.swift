import Classifying
import TestSupport
import Testing

/// Which folders are left out unless asked for.
@Suite struct DefaultExcludesTests {
    private func rule(_ name: String) -> String? { DefaultExcludes.excludedFolderRule(of: Array(name.utf8))?.text }

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

    @Test("every rule has a reason of one line and matches its own text")
    func rules() {
        for item in DefaultExcludes.rules {
            #expect(!item.reason.isEmpty && !item.reason.contains("\n"))
            #expect(rule(item.text) == item.text)
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
            _ = DefaultExcludes.excludedFolderRule(of: name)
        }
    }
}
