import SQLite
import TestSupport
import Testing

@testable import Indexing

/// The totals of folders after any sequence of transactions.
@Suite struct TreeTotalsTests {
    @Test("in random trees each folder's totals are the sums of the own ones below, whenever a transaction ends")
    func random() throws {
        var generator = SeededGenerator()
        let index = try ScratchIndex()
        try index.run(Found())
        let connection = try index.file().connection
        for round in 0..<25 {
            try connection.execute("PRAGMA foreign_keys = OFF; DELETE FROM folder")
            let count = Int.random(in: 1...40, using: &generator)
            let deep = Int.random(in: 0...10, using: &generator)
            var depths: [Int] = []
            // A root inside another is at depth 0 and has folders above it.
            let top = Int.random(in: -3...0, using: &generator)
            for id in 0..<count {
                let parent = generator.chance(deep, in: 11) ? id - 1 : Int.random(in: 0..<max(1, id), using: &generator)
                depths.append(id == 0 ? top : depths[parent] + 1)
                try connection.run(
                    "INSERT INTO folder (id, root, parent, name, status, first_run) VALUES (?, 1, ?, ?, 'listed', 1)",
                    [.integer(Int64(id)), id == 0 ? .null : .integer(Int64(parent)), .text("\(id)")]
                )
            }
            let statements = try FolderStatements(connection)
            var totals = TreeTotals()
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                try connection.begin()
                for _ in 0..<Int.random(in: 0...20, using: &generator) {
                    let folder = Int.random(in: 0..<count, using: &generator)
                    let images = Int64.random(in: -9...9, using: &generator)
                    let bytes = Int64.random(in: -99...99, using: &generator)
                    try connection.run(
                        """
                        UPDATE folder SET image_count = image_count + ?2, image_bytes = image_bytes + ?3,
                            tree_image_count = tree_image_count + ?2, tree_image_bytes = tree_image_bytes + ?3
                        WHERE id = ?1
                        """,
                        [.integer(Int64(folder)), .integer(images), .integer(bytes)]
                    )
                    let parent = try connection.value(
                        "SELECT parent FROM folder WHERE id = ?",
                        [.integer(Int64(folder))]
                    )
                    if case .integer(let parent) = parent {
                        totals.add(count: images, bytes: bytes, to: parent, depth: depths[folder] - 1)
                    }
                    if generator.chance(1, in: 10) { try totals.write(statements) }
                }
                try totals.write(statements)
                try connection.commit()
                let wrong = try connection.rows(
                    """
                    WITH RECURSIVE below (top, id) AS (
                        SELECT id, id FROM folder
                        UNION ALL SELECT b.top, f.id FROM below AS b JOIN folder AS f ON f.parent = b.id
                    )
                    SELECT b.top FROM below AS b JOIN folder AS f ON f.id = b.id JOIN folder AS t ON t.id = b.top
                    GROUP BY b.top
                    HAVING sum(f.image_count) <> t.tree_image_count OR sum(f.image_bytes) <> t.tree_image_bytes
                    """
                )
                #expect(wrong == [], "round \(round), IMGINDEX_SEED=\(generator.seed)")
            }
        }
    }
}
