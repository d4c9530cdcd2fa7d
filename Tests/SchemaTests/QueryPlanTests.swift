import SQLite
import Schema
import Testing

/// The usual questions are answered by looking rows up, not by reading all of them.
@Suite struct QueryPlanTests {
    private let index: SchemaIndex

    init() throws {
        index = try SchemaIndex()
        try index.addRoot()
    }

    /// The steps of a query's plan that read all of a table.
    private func scans(_ sql: String) throws -> [String] {
        try index.rows("EXPLAIN QUERY PLAN \(sql)").compactMap { row in
            guard case .text(let step) = row.last, step.hasPrefix("SCAN") else { return nil }
            // Common table expressions are what a row leads to, and a view of unions is what they leave: no tables.
            return ["up", "gone", "above", "CONSTANT ROW", "problems", "changes"].contains { step == "SCAN \($0)" }
                ? nil : step
        }
    }

    @Test(
        "nothing large is read as a whole",
        arguments: [
            "SELECT * FROM images WHERE id = 7",
            "SELECT * FROM images WHERE folder_id = 7",
            "SELECT * FROM folders WHERE id = 7",
            "SELECT * FROM folders WHERE parent_id = 7",
            "SELECT id FROM folder WHERE parent = 7 AND name = 'x'",
            "SELECT * FROM image WHERE folder = 7",
            "SELECT * FROM runs WHERE id = 7",
            "SELECT c.* FROM change AS c WHERE c.run = 7",
            "SELECT c.* FROM change AS c WHERE c.image = 7",
            "SELECT max(id) FROM run WHERE root = 7 AND ended IS NOT NULL",
            "UPDATE image SET state = 'missing' WHERE id = 7",
            "UPDATE folder SET finished_run = 1 WHERE id = 7 RETURNING parent",
            """
            WITH RECURSIVE gone (id) AS (VALUES (7) UNION ALL SELECT f.id FROM gone JOIN folder AS f ON f.parent = gone.id)
            UPDATE image SET state = 'missing' WHERE folder IN (SELECT id FROM gone) AND state IS NOT 'missing'
            """,
        ]
    )
    func noScan(sql: String) throws {
        #expect(try scans(sql) == [])
    }

    @Test("problems are found by their indexes, however many images there are")
    func problems() throws {
        let scans = try scans("SELECT * FROM problems")
        #expect(
            scans.allSatisfy {
                $0.contains("SCAN r") || $0.contains("USING INDEX") || $0.contains("USING COVERING INDEX")
            }
        )
        #expect(scans.contains { $0.contains("image_problem") })
        #expect(scans.contains { $0.contains("folder_problem") })
    }

    @Test("the changes of a run are found by it, but for the images it added")
    func changes() throws {
        #expect(try scans("SELECT * FROM changes WHERE run = 7") == ["SCAN i"])
    }
}
