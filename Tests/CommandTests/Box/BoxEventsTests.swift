import TestSupport
import Testing

/// Runs that ask Box what has happened since the last.
@Suite struct BoxEventsTests {
    private let scene: Scene
    private let box: FakeBox

    init() throws {
        scene = try Scene()
        box = try FakeBox("--made", "40x3")
    }

    /// Of each image its id and that of its folder, in the order of the paths.
    private func idsInOrder() throws -> [[String]] {
        try scene.query(
            "SELECT i.remote_id, f.inode FROM images AS i JOIN folder AS f ON f.id = i.folder_id ORDER BY i.path"
        ).map { $0.split(separator: "|").map(String.init) }
    }

    @Test("a run lists the folders in which something has happened, and a sample of the others; --full all")
    func sample() throws {
        try scene.run(box)
        let file = try scene.value("SELECT remote_id FROM images ORDER BY 1 LIMIT 1")
        try box.change("modify", #"{"id": "\#(file)"}"#)
        try box.clearLog()
        let end = try scene.run(box)
        #expect(end.changes == ["changed": 1, "unchanged": 119])
        // The top folder, 20 as a sample, and the one in which something has happened, if it is none of them.
        #expect((21...22).contains(try box.requests().compactMap(\.folder).count))
        #expect(try scene.lastRun("look", "folders_listed + folders_trusted") == ["events", "41"])
        try box.clearLog()
        try scene.run(box, "--full")
        #expect(try box.requests().compactMap(\.folder).count == 41)
        #expect(try scene.lastRun("look") == ["all"])
    }

    @Test(
        "all is listed when the position is old, not taken, or of a run that was broken off",
        arguments: [
            "UPDATE root SET feed_taken = feed_taken - 8 * 86400 * 1000000000",
            "UPDATE root SET feed = 'no position'",
            "UPDATE root SET feed = NULL, feed_taken = NULL",
        ]
    )
    func noPosition(sql: String) throws {
        try scene.run(box)
        _ = try scene.query(sql)
        if sql.contains("no position") {
            try box.plan(#"{"path": "/2.0/events", "fault": "400", "times": 1}"#)
        }
        let end = try scene.run(box)
        #expect(end.exitCode == 0 && end.changes == ["unchanged": 120], "\(end.errorText)")
        #expect(try scene.lastRun("look") == ["all"])
        try scene.run(box)
        #expect(try scene.lastRun("look") == ["events"])
    }

    @Test("positions are kept to the last digit, and texts are as good", arguments: ["int", "string"])
    func positions(kind: String) throws {
        try box.control("events", #"{"position_as": "\#(kind)"}"#)
        try scene.run(box)
        let position = try scene.value("SELECT feed FROM root")
        #expect(position.count > 15 && Int64(position) != nil)
        try box.clearLog()
        try scene.run(box)
        #expect(
            try box.requests().contains {
                $0.path == "/2.0/events" && $0.query.hasSuffix("stream_position=\(position)")
            }
        )
    }

    @Test("a folder in the place of another of its name is not taken for that one, nor what is in it")
    func replacedFolder() throws {
        for round in 0..<2 {
            let trip = try box.change("add", #"{"type": "folder", "name": "Trip"}"#)
            let day = try box.change("add", #"{"type": "folder", "name": "day", "parent": "\#(trip)"}"#)
            try box.change("add", #"{"name": "\#(round).jpg", "parent": "\#(day)", "event": {"silent": true}}"#)
            try scene.run(box)
            #expect(try scene.boxImages() == box.images())
            if round == 0 { try box.change("trash", #"{"id": "\#(trip)"}"#) }
        }
    }

    @Test("what has happened below a folder that could not be listed is found once it can be")
    func outOfReach() throws {
        let outer = try box.change("add", #"{"type": "folder", "name": "outer"}"#)
        let inner = try box.change("add", #"{"type": "folder", "name": "inner", "parent": "\#(outer)"}"#)
        let deepest = try box.change("add", #"{"type": "folder", "name": "deepest", "parent": "\#(inner)"}"#)
        try box.change("add", #"{"name": "old.jpg", "parent": "\#(deepest)"}"#)
        // So many that the sample does not come to those above.
        for _ in 0..<3 { try scene.run(box) }
        try box.change(
            "modify",
            #"{"id": "\#(try box.change("add", #"{"name": "other.jpg", "parent": "\#(outer)"}"#))"}"#
        )
        try box.change("add", #"{"name": "new.jpg", "parent": "\#(deepest)"}"#)
        try box.plan(#"{"folder": "\#(outer)", "fault": "403", "times": 1}"#)
        #expect(try scene.run(box).exitCode == 1)
        #expect(try scene.run(box).exitCode == 0)
        #expect(try scene.boxImages() == box.images())
    }

    @Test("a move of which a run that ended early saw only the one half is not left half done")
    func halfMove() throws {
        try scene.run(box)
        let rows = try idsInOrder()
        // From a late folder to an early one, and the run ends between them.
        let (late, early) = (rows[rows.count - 1], rows[0])
        try box.change("move", #"{"id": "\#(late[0])", "parent": "\#(early[1])", "name": "moved.jpg"}"#)
        try box.plan(#"{"folder": "\#(late[1])", "fault": "429", "times": 1, "retry_after": 3600}"#)
        #expect(try scene.run(box, "--width=1").exitCode == 1)
        #expect(try scene.lastRun("state") == ["interrupted"])
        #expect(try scene.run(box).exitCode == 0)
        #expect(try scene.boxImages() == box.images())
        #expect(try scene.value("SELECT count(*) FROM changes WHERE what = 'moved'") == "1")
    }

    @Test("what changed in a folder after a round of runs had done it is found by the next round")
    func roundOfRuns() throws {
        let slow = try FakeBox("--made", "40x1", "--latency", "60")
        #expect(try scene.run(slow, "--max-time=1", "--width=1").exitCode == 0)
        #expect(try scene.lastRun("state") == ["interrupted"])
        let done = try scene.value("SELECT max(inode) FROM folder WHERE status = 'listed' AND image_count > 0")
        try slow.change("add", #"{"name": "new.jpg", "parent": "\#(done)"}"#)
        var runs = 0
        repeat {
            runs += 1
            #expect(try scene.run(slow, "--max-time=1", "--width=1").exitCode == 0)
        } while try scene.lastRun("state") == ["interrupted"] && runs < 30
        _ = try scene.run(slow)
        #expect(try scene.boxImages() == slow.images())
    }

    @Test("an event that does not say where its item is makes the run a full one")
    func noParent() throws {
        try scene.run(box)
        let rows = try idsInOrder()
        try box.change(
            "move",
            #"{"id": "\#(rows[0][0])", "parent": "\#(rows[119][1])", "name": "m.jpg", "event": {"omit_parent": true}}"#
        )
        try scene.run(box)
        #expect(try scene.lastRun("look", "moved") == ["all", "1"])
        #expect(try scene.boxImages() == box.images())
    }

    @Test("a changed rule holds for all folders, whatever has happened")
    func rules() throws {
        try scene.run(box)
        let end = try scene.run(box, "--extensions=png")
        #expect(end.changes["excluded"] == 120, "\(end.outputText)")
        #expect(try scene.run(box).changes["returned"] == 120)
    }
}

/// Random histories of a tree on Box, with events that come twice and in any order.
@Suite struct BoxHistoryTests {
    private static let parts = 5
    private static let sequencesPerPart = (isSanitized ? 10 : 100) * rounds

    /// A tree that is changed at random.
    private struct History {
        let box: FakeBox
        var folders: [Int64] = [0]
        var files: [Int64] = []
        var trashed: [Int64] = []
        var number = 0
        var parents: [Int64: Int64] = [:]

        /// Whether a folder is another or below it.
        func isBelow(_ folder: Int64, _ other: Int64) -> Bool {
            folder == other || parents[folder].map { isBelow($0, other) } ?? false
        }

        mutating func step(using generator: inout SeededGenerator) throws {
            number += 1
            let folder = folders.randomElement(using: &generator) ?? 0
            let event = #""event": {"repeat": \#(generator.chance(1, in: 4))}"#
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<3:
                let name = generator.chance(3, in: 4) ? "\(number).jpg" : "\(number).txt"
                files.append(try box.change("add", #"{"name": "\#(name)", "parent": "\#(folder)", \#(event)}"#))
            case 3:
                let name = "f\(number)"
                let made = try box.change(
                    "add",
                    #"{"type": "folder", "name": "\#(name)", "parent": "\#(folder)", \#(event)}"#
                )
                folders.append(made)
                parents[made] = folder
            case 4:
                guard let file = files.randomElement(using: &generator) else { return }
                try box.change("modify", #"{"id": "\#(file)", \#(event)}"#)
            case 5:
                guard let file = files.randomElement(using: &generator) else { return }
                try box.change("rename", #"{"id": "\#(file)", "name": "\#(number).jpg", \#(event)}"#)
            case 6:
                guard let file = files.randomElement(using: &generator) else { return }
                try box.change(
                    "move",
                    #"{"id": "\#(file)", "parent": "\#(folder)", "name": "\#(number).jpg", \#(event)}"#
                )
            case 7:
                guard folders.count > 1, let moving = folders.dropFirst().randomElement(using: &generator) else {
                    return
                }
                if isBelow(folder, moving) { return }
                try box.change(
                    "move",
                    #"{"id": "\#(moving)", "parent": "\#(folder)", "name": "f\#(number)", \#(event)}"#
                )
                parents[moving] = folder
            case 8:
                guard !files.isEmpty else { return }
                let file = files.remove(at: Int.random(in: 0..<files.count, using: &generator))
                try box.change("trash", #"{"id": "\#(file)", \#(event)}"#)
                trashed.append(file)
            default:
                guard let file = trashed.popLast() else { return }
                try box.change("untrash", #"{"id": "\#(file)", \#(event)}"#)
                files.append(file)
            }
        }
    }

    @Test(
        "after any changes a run by events has what a full walk has, and every image its own row",
        arguments: 0..<parts
    )
    func histories(part: Int) throws {
        var generator = SeededGenerator("box histories(part: \(part))")
        var history = History(box: try FakeBox("--made", "30x1"))
        let scene = try Scene()
        try scene.run(history.box)
        var ids: [String: String] = [:]
        for sequence in 0..<Self.sequencesPerPart {
            let comment = Comment(rawValue: "IMGINDEX_SEED=\(generator.seed), sequence \(sequence)")
            try history.box.control("events", #"{"reverse": \#(generator.chance(1, in: 3))}"#)
            for _ in 0..<Int.random(in: 1...8, using: &generator) { try history.step(using: &generator) }
            let end = try scene.run(history.box)
            #expect(end.exitCode == 0, "\(comment): \(end.errorText)")
            #expect(try scene.boxImages() == history.box.images(), comment)
            for line in try scene.query("SELECT remote_id, id FROM images WHERE state = 'present'") {
                let parts = line.split(separator: "|").map(String.init)
                #expect(ids[parts[0]] ?? parts[1] == parts[1], comment)
                ids[parts[0]] = parts[1]
            }
            if sequence % 20 == 19 {
                var fresh = scene
                fresh.index = scene.place.path(of: "fresh\(sequence).db".utf8)
                try fresh.run(history.box)
                #expect(try fresh.boxImages() == scene.boxImages(), comment)
                #expect(try scene.damage() == [], comment)
            }
        }
        #expect(try scene.value("SELECT count(*) > 0 FROM runs WHERE look = 'events'") == "1")
    }
}
