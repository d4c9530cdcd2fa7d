import TestSupport
import Testing

/// What goes wrong at Box and on the way there: once, and for ever.
@Suite struct BoxFaultTests {
    private let scene: Scene
    private let box: FakeBox
    /// The folder at which it goes wrong.
    private static let folder = "10000002"

    init() throws {
        scene = try Scene()
        box = try FakeBox("--made", "4x5")
    }

    /// The plan for a fault of one folder's items.
    private func plan(_ fault: String, times: Int, _ more: String = "") throws {
        try box.plan(#"{"folder": "\#(Self.folder)", "fault": "\#(fault)", "times": \#(times)\#(more)}"#)
    }

    @Test(
        "what goes wrong once is asked for again, and nothing else is",
        arguments: [
            "429", "500", "503", "502html", "drop", "garbage", "cut", "hang", "slowloris", "not-a-box-answer",
            "200html",
        ]
    )
    func once(fault: String) throws {
        try plan(fault, times: 1, #", "retry_after": 1"#)
        let end = try scene.run(box, "--stall=1")
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(try scene.boxImages() == box.images())
        let asked = try box.requests().compactMap(\.folder)
        #expect(asked.filter { $0 == Self.folder }.count == 2)
        #expect(asked.count == 6)
    }

    @Test(
        "what goes wrong for ever fails that folder only, and nothing in it is missing",
        arguments: [
            ("500", "failed", 6), ("502html", "failed", 6), ("drop", "failed", 6), ("garbage", "failed", 6),
            ("hang", "failed", 6), ("429", "failed", 6), ("403", "denied", 1), ("404", "vanished", 1),
            ("400", "failed", 1),
            ("405", "failed", 1), ("huge-body", "failed", 1),
        ]
    )
    func forEver(fault: String, status: String, tries: Int) throws {
        try scene.run(box)
        let before = try scene.boxImages()
        try plan(fault, times: -1, #", "retry_after": 0"#)
        try box.clearLog()
        let end = try scene.run(box, "--full", "--stall=1")
        #expect(end.exitCode == (status == "vanished" ? 0 : 1), "\(end.errorText)")
        #expect(
            try scene.query("SELECT path, status FROM folders WHERE status <> 'listed'") == [
                "box:/folder-0000002|\(status)"
            ]
        )
        #expect(try scene.boxImages() == before)
        let asked = try box.requests().compactMap(\.folder).filter { $0 == Self.folder }.count
        // A connection that was in use before and is dropped is opened anew without our doing.
        #expect(asked == tries || fault == "drop" && (tries...2 * tries).contains(asked))
        try box.plan(#"{"clear": true}"#)
        let healed = try scene.run(box)
        #expect(healed.exitCode == 0 && healed.changes == ["unchanged": 20], "\(healed.errorText)")
        #expect(try scene.damage() == [])
    }

    @Test("a first run of which a folder fails goes on with that folder, also when Box says that nothing has happened")
    func failedFirst() throws {
        try plan("403", times: 1)
        let first = try scene.run(box)
        #expect(first.exitCode == 1 && first.errorText.contains("HTTP 403"))
        #expect(try scene.value("SELECT count(*) FROM images") == "15")
        #expect(try scene.run(box).changes == ["added": 5, "unchanged": 15])
    }

    @Test("while Box asks to wait nothing is asked of it")
    func pause() throws {
        try plan("429", times: 1, #", "retry_after": 2"#)
        #expect(try scene.run(box, "--width=1").exitCode == 0)
        let requests = try box.requests()
        let refused = try #require(requests.first { $0.status == 429 })
        // The pause is counted from the answer; a request that had left by then may have come after it.
        #expect(!requests.contains { $0.start > refused.end + 100 && $0.start < refused.end + 1_900 })
    }

    @Test("a pause of an hour is not waited for: the next run goes on")
    func longPause() throws {
        try plan("429", times: 1, #", "retry_after": 3600"#)
        let end = try scene.run(box)
        #expect(end.exitCode == 1, "\(end.errorText)")
        #expect(try scene.lastRun("state") == ["interrupted"])
        #expect(try scene.value("SELECT error FROM runs").contains("wait for 3600 s"))
        #expect(try scene.run(box).exitCode == 0)
        #expect(try scene.boxImages() == box.images())
    }

    @Test("as many requests are sent as there are folders and further pages, and none after the last")
    func requests() throws {
        let folder = try box.change("add", #"{"type": "folder", "name": "big"}"#)
        for number in 0..<1_001 { try box.change("add", #"{"name": "\#(number).jpg", "parent": "\#(folder)"}"#) }
        try scene.run(box)
        let asked = try box.requests().compactMap(\.folder)
        #expect(asked.count == 7)
        #expect(asked.filter { $0 == "\(folder)" }.count == 2)
        #expect(try scene.boxImages() == box.images())
    }

    @Test(
        "markers that lead nowhere end the listing: empty or absent as its end, repeated as a fault",
        arguments: [
            ("empty-marker", "listed", 1_000, 0), ("absent-marker", "listed", 1_000, 0),
            // What else is in it may be a .nomedia: nothing is taken.
            ("stuck-marker", "failed", 0, 1),
        ]
    )
    func markers(fault: String, status: String, images: Int, code: Int32) throws {
        let folder = try box.change("add", #"{"type": "folder", "name": "big"}"#)
        for number in 0..<1_001 { try box.change("add", #"{"name": "\#(number).jpg", "parent": "\#(folder)"}"#) }
        try box.plan(#"{"folder": "\#(folder)", "fault": "\#(fault)", "times": -1}"#)
        #expect(try scene.run(box).exitCode == code)
        #expect(
            try scene.query(
                "SELECT status, image_count >= \(images) AND (image_count = 0) = (\(images) = 0) FROM folders WHERE path = 'box:/big'"
            ) == [
                "\(status)|1"
            ]
        )
        #expect(try box.requests().compactMap(\.folder).filter { $0 == "\(folder)" }.count <= 3)
    }

    @Test(
        "a folder that goes between its pages is vanished, and nothing of it is taken or lost",
        arguments: [false, true]
    )
    func vanished(isKnown: Bool) throws {
        let folder = try box.change("add", #"{"type": "folder", "name": "big"}"#)
        for number in 0..<1_001 { try box.change("add", #"{"name": "\#(number).jpg", "parent": "\#(folder)"}"#) }
        if isKnown { try scene.run(box) }
        try box.plan(#"{"folder": "\#(folder)", "fault": "vanish-between-pages", "times": -1}"#)
        try scene.run(box, "--full")
        let count = try scene.value("SELECT count(*) FROM images WHERE folder = 'box:/big' AND state = 'present'")
        #expect(count == (isKnown ? "1001" : "0"))
        #expect(try scene.damage() == [])
    }

    @Test("a folder that Box shows at two places is listed at one")
    func circle() throws {
        let outer = try box.change("add", #"{"type": "folder", "name": "outer"}"#)
        let inner = try box.change("add", #"{"type": "folder", "name": "inner", "parent": "\#(outer)"}"#)
        try box.control("alias", #"{"folder": "\#(inner)", "item": "\#(outer)"}"#)
        let end = try scene.run(box)
        #expect(end.exitCode == 1 && end.errorText.contains("at two places"), "\(end.errorText)")
        #expect(try scene.boxImages().count == 20)
    }

    @Test("the folder that a run begins with is not walked once more where Box shows it below itself")
    func circleThroughRoot() throws {
        let outer = try box.change("add", #"{"type": "folder", "name": "outer"}"#)
        let inner = try box.change("add", #"{"type": "folder", "name": "inner", "parent": "\#(outer)"}"#)
        try box.change("add", #"{"name": "bee.jpg", "parent": "\#(outer)"}"#)
        try box.control("alias", #"{"folder": "\#(inner)", "item": "\#(outer)"}"#)
        for option in ["--full", "--full", "-v"] {
            let end = try scene.run(box, option, root: "box:#\(outer)")
            #expect(end.exitCode == 1, "\(end.errorText)")
            #expect(try scene.query("SELECT path FROM images WHERE state = 'present'") == ["box:/outer/bee.jpg"])
            #expect(try scene.damage() == [])
        }
    }

    @Test(
        "names of any characters are kept as they are",
        arguments: [
            #"it's \"ä\".jpg"#, #"tab\there.jpg"#, #"line\nfeed.jpg"#, #"\u202egpj.jpg"#, #"back\\slash.jpg"#, "😀.jpg",
            #"A\u0308.jpg"#,
        ]
    )
    func names(json: String) throws {
        try box.change("add", #"{"name": "\#(json)"}"#)
        #expect(try scene.run(box).exitCode == 0)
        #expect(try scene.value("SELECT count(*) FROM images WHERE folder = 'box:'") == "1")
        #expect(try scene.run(box, "--full").changes == ["unchanged": 21])
    }
}
