import SQLite
import Testing

@testable import Indexing

extension ScratchIndex {
    /// What is wrong in the index, whatever is in it: each a sentence with the rows that show it.
    func faults() throws -> [String] {
        let connection = try connection()
        var faults: [String] = []
        if try connection.rows("PRAGMA integrity_check") != [["ok"]] { faults.append("integrity") }
        for (what, sql) in checks {
            let rows = try connection.rows(sql)
            if !rows.isEmpty { faults.append("\(what): \(rows.prefix(3))") }
        }
        return faults
    }

    /// Expects that nothing is wrong in the index.
    func expectSound(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try faults() == [], comment, sourceLocation: sourceLocation)
    }
}

/// Queries that have no rows in an index that tells the truth.
private let checks: [(String, String)] = [
    ("a foreign key points nowhere", "PRAGMA foreign_key_check"),
    (
        "own totals",
        """
        SELECT f.id, f.image_count, f.image_bytes FROM folder AS f
        LEFT JOIN image AS i ON i.folder = f.id AND (i.state IS NULL OR i.state = 'held')
        GROUP BY f.id
        HAVING f.image_count <> count(i.id) OR f.image_bytes <> coalesce(sum(min(i.size, 1 << 43)), 0)
        """
    ),
    (
        "totals of trees",
        """
        WITH RECURSIVE below (top, id) AS (
            SELECT id, id FROM folder
            UNION SELECT b.top, f.id FROM below AS b JOIN folder AS f ON f.parent = b.id
        )
        SELECT t.id, t.tree_image_count, t.tree_image_bytes
        FROM below AS b JOIN folder AS f ON f.id = b.id JOIN folder AS t ON t.id = b.top
        GROUP BY t.id
        HAVING t.tree_image_count <> sum(f.image_count) OR t.tree_image_bytes <> sum(f.image_bytes)
        """
    ),
    (
        "two images of one name",
        "SELECT folder, name FROM image WHERE state IS NULL GROUP BY folder, name HAVING count(*) > 1"
    ),
    ("two folders of one path", "SELECT path FROM folders WHERE status <> 'missing' GROUP BY path HAVING count(*) > 1"),
    ("two images of one path", "SELECT path FROM images WHERE state = 'present' GROUP BY path HAVING count(*) > 1"),
    (
        "a folder belongs to another root than the one it is in",
        "SELECT f.id FROM folder AS f JOIN folder AS p ON p.id = f.parent WHERE f.root <> p.root"
    ),
    (
        "the stored path is not that of the folder it is in and the name",
        """
        SELECT f.id, f.path FROM folder AS f JOIN folder AS p ON p.id = f.parent
        WHERE CAST(f.path AS BLOB) <> CAST(iif(p.path = '/', '', p.path) || '/' || f.name AS BLOB)
        """
    ),
    (
        "a folder is missing and something in it is not",
        """
        SELECT f.id, c.id FROM folder AS f JOIN folder AS c ON c.parent = f.id
        WHERE f.status = 'missing' AND c.status <> 'missing'
        UNION ALL
        SELECT f.id, i.id FROM folder AS f JOIN image AS i ON i.folder = f.id
        WHERE f.status = 'missing' AND i.state IS NOT 'missing' AND i.state IS NOT 'held'
        """
    ),
    (
        "missing without the run that says so, or the other way round",
        """
        SELECT id FROM folder WHERE (status = 'missing') <> (missing_run IS NOT NULL)
        UNION ALL SELECT id FROM image WHERE (state IS 'missing') <> (missing_run IS NOT NULL)
        """
    ),
    (
        "held or missing without the run that saw it last, or held without the one that did not find it",
        """
        SELECT id FROM image
        WHERE (state IS 'missing' OR state IS 'held') <> (seen_run IS NOT NULL)
           OR (state IS 'held') <> (absent_run IS NOT NULL)
        """
    ),
    (
        "an image is missing without a proof",
        """
        SELECT i.id FROM image AS i WHERE i.state = 'missing' AND NOT EXISTS (
            SELECT 1 FROM change AS c JOIN folder AS f ON f.id = c.proof_folder
            WHERE c.image = i.id AND c.run = i.missing_run AND c.what = 'missing' AND f.listed_run >= coalesce((SELECT max(h.run) FROM change AS h WHERE h.image = i.id AND h.what = 'held'), c.run)
              AND ((c.proof = 'listed') = (c.proof_folder = i.folder)))
        """
    ),
    (
        "the digest of what was kept out is not that of its rows",
        "SELECT id FROM folder WHERE (skips IS NULL) = (id IN (SELECT folder FROM skip))"
    ),
    ("an image that is not there has a problem", "SELECT id FROM image WHERE state = 'missing' AND error IS NOT NULL"),
    (
        "an id that is not below the next one",
        """
        SELECT id FROM image WHERE id >= (SELECT id FROM next_id WHERE what = 'image')
        UNION ALL SELECT id FROM folder WHERE id >= (SELECT id FROM next_id WHERE what = 'folder')
        """
    ),
    (
        "a run's counts do not add up",
        """
        SELECT id FROM run WHERE state <> 'running'
          AND images_seen <> unchanged + added + changed + touched + returned + moved
        """
    ),
    (
        "a run's counts are not those of its changes",
        """
        SELECT r.id, w.what FROM run AS r,
            (SELECT 'missing' AS what UNION SELECT 'changed' UNION SELECT 'touched' UNION SELECT 'returned'
             UNION SELECT 'excluded' UNION SELECT 'moved' UNION SELECT 'added') AS w
        WHERE r.state IN ('complete', 'partial', 'interrupted')
          AND (SELECT count(*) FROM changes AS c WHERE c.run = r.id AND c.what = w.what AND c.image_id IS NOT NULL)
            <> CASE w.what WHEN 'missing' THEN r.missing WHEN 'changed' THEN r.changed WHEN 'touched' THEN r.touched
               WHEN 'returned' THEN r.returned WHEN 'excluded' THEN r.excluded WHEN 'moved' THEN r.moved ELSE r.added END
        """
    ),
]
