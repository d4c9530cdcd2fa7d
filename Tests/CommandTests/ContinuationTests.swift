import TestSupport
import Testing

/// Runs after one that was interrupted.
@Suite struct ContinuationTests {
    private let scene: Scene

    /// A run that was interrupted when it had done the folders `a` and `b`, and listed the root.
    init() throws {
        scene = try Scene()
        try scene.add("0.jpg", "a/1.jpg", "a/sub/2.jpg", "b/3.jpg", "c/4.jpg", "c/sub/5.jpg", "d/6.jpg")
        try scene.run()
        _ = try scene.query(
            """
            UPDATE run SET state = 'interrupted', exit_code = 143;
            UPDATE folder SET is_racy = 0;
            UPDATE folder SET finished_run = NULL WHERE parent IS NULL OR name = 'c' OR name = 'd';
            UPDATE folder SET listed_run = NULL, status = 'unfinished' WHERE name = 'd';
            """
        )
    }

    private func last(_ columns: String) throws -> String {
        try scene.value("SELECT \(columns) FROM runs ORDER BY id DESC LIMIT 1")
    }

    @Test("with --max-time what was done is left out, and what was not is done")
    func goesOn() throws {
        #expect(try scene.run("--max-time=1h").exitCode == 0)
        // The root and c are listed for their subfolders only.
        #expect(try last("folders_listed || ' ' || images_seen || ' ' || state") == "1 1 complete")
        #expect(try scene.value("SELECT count(*) FROM folders WHERE status = 'listed'") == "7")
        #expect(try scene.value("SELECT count(*) FROM folder WHERE finished_run IS NULL") == "0")
        #expect(try scene.presentImages().count == 7)
        #expect(try scene.run("--max-time=1h").exitCode == 0)
        #expect(try last("folders_listed || ' ' || images_seen") == "7 7", "a new round")
        #expect(try scene.damage() == [])
    }

    @Test("without it everything is looked at, first what was not done")
    func unfinishedFirst() throws {
        try scene.add("a/new.jpg")
        let end = try scene.run("--trace", "--width=1")
        #expect(end.exitCode == 0)
        let folders = end.outputText.split(separator: "\n").filter { $0.hasPrefix("folder listed ") }
            .map { String($0.split(separator: "/").last ?? "") }
        #expect(folders == ["c", "d", "tree", "sub", "a", "b", "sub"])
        #expect(try scene.presentImages().contains("a/new.jpg"))
        #expect(try last("state || ' ' || folders_listed || ' ' || images_seen") == "complete 7 8")
        #expect(try scene.damage() == [])
    }

    @Test("a run under --max-time that is stopped by a signal keeps what it did, and the next goes on")
    func roundAfterRound() throws {
        // Each run is one that was stopped: the folder that comes first in the order was done, the others were not.
        for name in ["a", "b", "c", "d"] {
            _ = try scene.query(
                """
                UPDATE run SET state = 'interrupted' WHERE id = (SELECT max(id) FROM run);
                UPDATE folder SET finished_run = NULL WHERE parent IS NULL OR name > '\(name)' AND name <> 'sub';
                """
            )
            #expect(try scene.run("--max-time=1h").exitCode == 0)
            #expect(try last("state") == "complete")
            #expect(try scene.value("SELECT count(*) FROM folder WHERE finished_run IS NULL") == "0")
        }
        #expect(try scene.presentImages().count == 7)
    }

    @Test("of several roots the one that no run came to the end of goes first")
    func roots() throws {
        for name in ["one", "two"] { try scene.add("\(name)/x.jpg") }
        let (one, two) = (scene.path("one"), scene.path("two"))
        try scene.run("--max-time=1h", roots: [one])
        try scene.run("--max-time=1h", roots: [one, two])
        let roots = try scene.query("SELECT root FROM runs ORDER BY id DESC LIMIT 2")
        #expect(roots == [text(one), text(two)])
    }

    @Test("a time that is none is refused", arguments: ["0", "10d", "", "m", "-1s", "1.5h", "99999999999999999999"])
    func badTime(value: String) throws {
        let end = try scene.run("--max-time=\(value)")
        #expect(end.exitCode == 64 && end.errorText.contains("must be a time"))
    }
}
