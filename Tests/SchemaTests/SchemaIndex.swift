import SQLite
import Schema
import TestSupport

/// An index made by the migrations alone, in a temporary folder.
final class SchemaIndex {
    private let scratch: TemporaryFolder
    let connection: Connection

    init() throws {
        scratch = try TemporaryFolder()
        connection = try Connection(path: scratch.path(of: "index.db".utf8), mode: .readWriteCreate)
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF")
        for script in Schema.migrations {
            try connection.transaction { () throws(SQLiteError) in try connection.execute(script) }
        }
    }

    deinit {
        connection.close()
    }

    /// All rows of a query.
    func rows(_ sql: String, _ parameters: [Value] = []) throws -> [[Value]] {
        var rows: [[Value]] = []
        try connection.query(sql, parameters) { row in rows.append((0..<row.columnCount).map(row.value)) }
        return rows
    }

    /// Adds a root with its top folder, 1, a run, 1, and the extension jpg, 1.
    func addRoot(_ path: Value = "/r") throws {
        try connection.transaction { () throws(SQLiteError) in
            try connection.run("INSERT INTO root (id, path, folder) VALUES (1, ?, 1)", [path])
            try connection.run(
                "INSERT INTO folder (id, root, name, path, status, first_run) VALUES (1, 1, ?1, ?1, 'listed', 1)",
                [path]
            )
            try connection.execute(
                """
                INSERT INTO run (id, root, started, state, version, width, extensions, default_excludes)
                VALUES (1, 1, 0, 'running', '0', 1, 'jpg', 1);
                INSERT INTO extension (id, text, format) VALUES (1, 'jpg', 'JPEG');
                """
            )
        }
    }

    /// Adds a folder; without a path it is one whose path is too long to store.
    func addFolder(_ id: Int64, in parent: Int64, _ name: Value, path: Value = nil) throws {
        try connection.run(
            "INSERT INTO folder (id, root, parent, name, path, status, first_run) VALUES (?, 1, ?, ?, ?, 'listed', 1)",
            [.integer(id), .integer(parent), name, path]
        )
    }

    /// Adds an image.
    func addImage(_ id: Int64, in folder: Int64 = 1, _ name: Value = "a.jpg", modified: Int64 = 0) throws {
        try connection.run(
            """
            INSERT INTO image (id, folder, name, extension, size, mtime, ctime, inode, first_run)
            VALUES (?, ?, ?, 1, 1, ?, 0, 0, 1)
            """,
            [.integer(id), .integer(folder), name, .integer(modified)]
        )
    }
}
