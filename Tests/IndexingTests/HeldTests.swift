import Indexing
import SQLite
import Testing

/// Absences that a person has to look at before they are called missing.
@Suite struct HeldTests {
    private let index: ScratchIndex

    init() throws {
        index = try ScratchIndex()
    }

    /// A folder of so many images, named by number.
    private func folder(_ count: Int) -> Found {
        Found(Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0).jpg", Int64($0 + 1)) }))
    }

    private func states() throws -> [[Value]] {
        try index.rows("SELECT state, count(*) FROM images GROUP BY state ORDER BY state")
    }

    @Test("a root whose images are all absent keeps them, held, with their totals, and says so")
    func all() throws {
        try index.run(folder(3))
        let counts = try index.run(Found())
        #expect(counts.held == 3 && counts.missing == 0)
        #expect(try states() == [["held", 3]])
        #expect(try index.rows("SELECT held, missing, state FROM last_run") == [[3, 0, "complete"]])
        #expect(try index.rows("SELECT tree_image_count FROM folders") == [[3]])
        #expect(
            try index.rows("SELECT what, path, problem, since_run FROM problems")
                == [["root", "/r", "3 images are held: absent, and not called missing until accepted", 2]]
        )
        #expect(try index.value("SELECT count(*) FROM changes WHERE run = 2 AND what = 'held'") == 3)
        try index.expectSound()
        #expect(try index.run(Found()).held == 3)
        #expect(try index.value("SELECT count(*) FROM changes WHERE run = 3") == 0)
        try index.expectSound()
    }

    @Test("held images that are back are as they were, with their ids")
    func back() throws {
        try index.run(folder(3))
        let before = try index.rows("SELECT * FROM images ORDER BY id")
        try index.run(Found())
        let counts = try index.run(folder(3))
        #expect(counts.unchanged == 3 && counts.returned == 0 && counts.held == 0)
        #expect(try index.rows("SELECT * FROM images ORDER BY id") == before)
        #expect(try index.rows("SELECT * FROM problems") == [])
        try index.expectSound()
    }

    @Test(
        "they are held if they are more than so many and more than such a part",
        arguments: [
            (4, 20.0, 6, false), (5, 20.0, 6, false), (6, 20.0, 6, false), (5, 61.0, 6, false), (5, 59.0, 6, true),
        ]
    )
    func thresholds(files: Int64, percent: Double, absent: Int, isHeld: Bool) throws {
        let rules = RunRules.tests(hold: HoldRules(files: files, percent: percent))
        try index.run(folder(10), rules: rules)
        let counts = try index.run(folder(10 - absent), rules: rules)
        let expected = files < 6 && Double(absent * 10) > percent
        #expect(counts.held == (expected ? absent : 0) && counts.missing == (expected ? 0 : absent))
        try index.expectSound()
    }

    @Test("what an interrupted run found absent stays held, and the next whole run decides")
    func interrupted() throws {
        try index.run(folder(10))
        #expect(try index.run(folder(9), state: .interrupted).held == 1)
        #expect(try states() == [["held", 1], ["present", 9]])
        try index.expectSound()
        let counts = try index.run(folder(9))
        #expect(counts.missing == 1 && counts.held == 0)
        #expect(
            try index.rows("SELECT run, what, proof FROM changes WHERE what IN ('held', 'missing') ORDER BY run")
                == [[2, "held", "listed:/r"], [3, "missing", "listed:/r"]]
        )
        #expect(try index.rows("SELECT missing_run, seen_run FROM images WHERE state = 'missing'") == [[3, 1]])
        try index.expectSound()
    }

    @Test("only what this run proves absent is released")
    func unproven() throws {
        var tree = Found(["k.jpg": 1, "l.jpg": 1], folders: ["s": folder(2)])
        try index.run(tree)
        tree[folder: "s"] = folder(1)
        try index.run(tree, state: .interrupted)
        tree[folder: "s"] = Found(end: .fails(.denied))
        let counts = try index.run(tree, state: .partial)
        #expect(counts.missing == 0 && counts.held == 1)
        tree[folder: "s"] = folder(1)
        #expect(try index.run(tree).missing == 1)
        try index.expectSound()
    }

    @Test("after so many runs that agree they are missing without a person")
    func agreed() throws {
        let rules = RunRules.tests(hold: HoldRules(acceptAfter: 3))
        try index.run(folder(3), rules: rules)
        #expect(try index.run(Found(), rules: rules).held == 3)
        #expect(try index.run(Found(), rules: rules).held == 3)
        let counts = try index.run(Found(), rules: rules)
        #expect(counts.missing == 3 && counts.held == 0)
        try index.expectSound()
    }

    @Test("a folder that is gone with all its images leaves them held, and proves it when they are released")
    func folderGone() throws {
        let rules = RunRules.tests(hold: HoldRules(acceptAfter: 2))
        try index.run(Found(folders: ["s": Found(folders: ["t": folder(2)])]), rules: rules)
        #expect(try index.run(Found(), rules: rules).held == 2)
        try index.expectSound()
        #expect(try index.run(Found(), rules: rules).missing == 2)
        #expect(try index.rows("SELECT DISTINCT proof FROM changes WHERE what = 'missing'") == [["ancestor-listed:/r"]])
        try index.expectSound()
    }
}
