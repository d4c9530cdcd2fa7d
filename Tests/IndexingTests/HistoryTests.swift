import Glibc
import Listing
import SQLite
import TestSupport
import Testing

@testable import Indexing

/// Random histories of a disk on which people work, a card that comes and goes, a rule that is switched on and off,
/// and runs, some of which are interrupted.
@Suite struct HistoryTests {
    /// A sequence has this many steps; about every third is a run of both trees.
    private static let steps = 30
    private static let sequencesPerPart = (isSanitized ? 30 : 250) * rounds

    @Test(
        "after every complete run the index is the disk, ids stay with their files, and what is missing is proven",
        arguments: 0..<8
    )
    func histories(part: Int) throws {
        if let one = getenv("IMGINDEX_SEQUENCE").flatMap({ UInt64(String(cString: $0)) }) {
            guard part == 0 else { return }
            var history = try History(SeededGenerator(seed: one), "sequence \(one)")
            history.isTold = true
            return try history.play(Self.steps)
        }
        var generator = SeededGenerator("histories(part: \(part))")
        for _ in 0..<Self.sequencesPerPart {
            let seed = generator.next()
            var history = try History(
                SeededGenerator(seed: seed),
                "IMGINDEX_SEED=\(generator.seed), sequence \(seed)"
            )
            try history.play(Self.steps)
        }
    }
}

/// One history.
private struct History {
    /// What is known of a file, by its inode number.
    private struct Known: Equatable {
        var id: Int64
        var folder: Int64
        var path: [UInt8]
        var size: Int64
        var modified: Int64
    }

    private struct Row: Equatable {
        var id: Int64
        var folder: Int64
        var inode: Int64
        var size: Int64
        var modified: Int64
    }

    private var generator: SeededGenerator
    private let comment: String
    private let index: ScratchIndex
    private var disk: PeoplesDisk
    private var known: [Int64: Known] = [:]
    /// The files that images ever were, by the ids of the images.
    private var inodesOf: [Int64: Set<Int64>] = [:]
    /// The images that ever were at a path.
    private var idsAt: [[UInt8]: Set<Int64>] = [:]
    /// The images that were missing before the last runs of the two trees.
    private var missing: Set<Int64> = []
    /// Whether every run is told on standard output: for a sequence that is repeated alone.
    var isTold = false

    init(_ generator: SeededGenerator, _ comment: String) throws {
        var generator = generator
        index = try ScratchIndex()
        disk = PeoplesDisk(using: &generator)
        self.generator = generator
        self.comment = comment
        _ = try index.file()
    }

    mutating func play(_ steps: Int) throws {
        for step in 0..<steps {
            if !generator.chance(1, in: 3) {
                disk.step(using: &generator)
                continue
            }
            let isWhole = generator.chance(3, in: 4)
            missing = []
            let before = try rows().filter { PeoplesDisk.isOnCard($0.key) }
            for root in ["m", "n"].shuffled(using: &generator) {
                for row in try index.rows("SELECT id FROM images WHERE state = 'missing'") {
                    if case .integer(let id) = row[0] { missing.insert(id) }
                }
                var found = disk.found(root)
                if !isWhole { for _ in 0..<2 { found.breakSomewhere(excludes: false, using: &generator) } }
                let state: RunEnd.State = isWhole ? .complete : generator.chance(1, in: 2) ? .partial : .interrupted
                let counts = try index.run(found, of: "/" + root, state: state)
                if isTold { tell(step, root, state, counts) }
            }
            try check(isWhole: isWhole, cardBefore: before, "\(comment), step \(step)")
        }
        index.close()
    }

    private mutating func check(isWhole: Bool, cardBefore: [[UInt8]: Row], _ comment: String) throws {
        let comment = Comment(rawValue: comment)
        let faults = try index.faults()
        #expect(faults == [], "\(comment): \(faults)")
        let rows = try rows()
        let images = disk.images()
        if isWhole {
            var expected: [[UInt8]: Row] = [:]
            for (place, facts) in images {
                expected[place.path] = Row(
                    id: 0,
                    folder: 0,
                    inode: facts.inode,
                    size: facts.size,
                    modified: facts.modified
                )
            }
            let card = rows.filter { PeoplesDisk.isOnCard($0.key) }
            if disk.isCardAway && !cardBefore.isEmpty {
                #expect(card == cardBefore, "\(comment): the card's images stay as they were")
                for path in card.keys { expected[path] = nil }
            }
            for (path, row) in rows where !(disk.isCardAway && PeoplesDisk.isOnCard(path)) {
                var row = row
                let id = row.id
                row.id = 0
                row.folder = 0
                #expect(expected.removeValue(forKey: path) == row, "\(comment): \(text(path)), id \(id)")
            }
            #expect(expected.isEmpty, "\(comment): not in the index: \(expected.keys.map { text($0) })")
        }
        let onDisk = Set(images.keys.map(\.path))
        for row in try index.rows(
            """
            SELECT CAST(path AS BLOB) FROM images AS i
            WHERE state = 'missing' AND missing_run > (SELECT max(id) - 2 FROM runs)
              AND NOT EXISTS (
                  SELECT 1 FROM images AS o
                  WHERE CAST(o.path AS BLOB) = CAST(i.path AS BLOB) AND o.state = 'present'
              )
              -- Proven missing with its folder, which a later run found elsewhere and could not list to its end: rows keep
              -- their state there.
              AND NOT ((SELECT coalesce(listed_run, 0) FROM folders WHERE id = i.folder_id) < i.missing_run AND EXISTS (
                  WITH RECURSIVE up (id) AS (
                      VALUES (i.folder_id) UNION SELECT f.parent_id FROM up JOIN folders AS f ON f.id = up.id
                  )
                  SELECT 1 FROM up JOIN changes AS c ON c.folder_id = up.id WHERE c.what = 'moved' AND c.run > i.missing_run
              ))
            """
        ) {
            guard case .bytes(let path) = row[0] else { continue }
            #expect(!onDisk.contains(path), "\(comment): called missing and there: \(text(path))")
        }
        // Between two whole runs: one that broke off may have seen a name's new file, and not where the old one went.
        // And only of what is present: of what a rule keeps out nobody sees that it left.
        let before = known
        known = [:]
        // A file that took the name of one that went is its image, until that one is found elsewhere: nothing told
        // which of the two it was.
        var backAtFirst = Set(rows.values.filter { inodesOf[$0.id]?.contains($0.inode) == true }.map(\.id))
        // So is one that took the name of an image that was missing by then: that has returned.
        for row in try index.rows(
            "SELECT image_id FROM changes WHERE what = 'returned' AND run > (SELECT max(id) - 2 FROM runs)"
        ) {
            if case .integer(let id) = row[0] { backAtFirst.insert(id) }
        }
        for (path, row) in rows where isWhole {
            if let before = before[row.inode], mustKeepID(before, row, at: path), !backAtFirst.contains(before.id) {
                #expect(before.id == row.id, "\(comment): \(text(before.path)) is \(text(path)) now, and lost its id")
            }
            known[row.inode] = Known(
                id: row.id,
                folder: row.folder,
                path: path,
                size: row.size,
                modified: row.modified
            )
        }
        for row in rows.values { inodesOf[row.id, default: []].insert(row.inode) }
        // A file with two rows, after a run that did not see that it left the one, may be either: that is not guessed.
        for row in try index.rows("SELECT inode FROM image GROUP BY inode HAVING count(*) > 1") {
            if case .integer(let inode) = row[0] { known[inode] = nil }
        }
        for row in try index.rows("SELECT CAST(path AS BLOB), id FROM images") {
            if case .bytes(let path) = row[0], case .integer(let id) = row[1] { idsAt[path, default: []].insert(id) }
        }
    }

    /// Whether a file is to have the id that it had: it was not edited, or not moved; nor is it where an image was that
    /// is missing, or in a folder that moved there with one, which has then returned, or could not be inspected, which is then changed; nor was it where nobody looks.
    ///
    /// A path alone is not a place: a folder may have taken its folder's, and the file gone there without it.
    private func mustKeepID(_ before: Known, _ row: Row, at path: [UInt8]) -> Bool {
        if before.path == path, before.folder == row.folder { return true }
        if disk.isKeptOut(before.path) { return false }
        return before.size == row.size && before.modified == row.modified && !missing.contains(row.id)
            && idsAt[path]?.contains(row.id) != true
    }

    private func tell(_ step: Int, _ root: String, _ state: RunEnd.State, _ counts: RunCounts) {
        print("step \(step) /\(root) \(state): \(counts)")
        for sql in [
            "SELECT id, path, status, first_run, listed_run, missing_run FROM folders",
            "SELECT i.id, path, i.state, i.inode, i.size, i.mtime, i.first_run, i.seen_run FROM images JOIN image AS i USING (id)",
            "SELECT run, what, path, old_path FROM changes WHERE run = (SELECT max(id) FROM runs)",
        ] {
            for row in (try? index.rows(sql)) ?? [] { print("   ", row.map { "\($0)" }.joined(separator: " | ")) }
        }
        for place in disk.images().sorted(by: { $0.key.path.lexicographicallyPrecedes($1.key.path) }) {
            print("    on disk:", text(place.key.path), place.value.inode, place.value.size, place.value.modified)
        }
    }

    private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

    /// The images that are present, by their paths.
    private func rows() throws -> [[UInt8]: Row] {
        var rows: [[UInt8]: Row] = [:]
        for row in try index.rows(
            """
            SELECT CAST(path AS BLOB), i.id, inode, i.size, mtime, images.folder_id FROM image AS i JOIN images USING (id)
            WHERE i.state IS NULL
            """
        ) {
            guard case .bytes(let path) = row[0], case .integer(let id) = row[1], case .integer(let inode) = row[2],
                case .integer(let size) = row[3], case .integer(let modified) = row[4],
                case .integer(let folder) = row[5]
            else { continue }
            rows[path] = Row(id: id, folder: folder, inode: inode, size: size, modified: modified)
        }
        return rows
    }
}
