import SQLite
import Schema
import Testing

/// The views are the public contract: their names, their columns, and that they can be queried.
@Suite struct ViewColumnTests {
    static let views: [(String, String)] = [
        (
            "images",
            """
            id path root folder name extension format size modified modified_ns state first_run changed_run missing_run \
            error folder_id seen_run look_again remote_id sha1 etag sequence_id
            """
        ),
        (
            "folders",
            """
            id path root status error first_run listed_run finished_run missing_run image_count image_bytes \
            tree_image_count tree_image_bytes other_count link_count parent_id volume
            """
        ),
        ("runs", runColumns),
        ("last_run", runColumns),
        ("changes", "run what path old_path proof image_id folder_id"),
        ("problems", "what path problem since_run"),
        ("skipped", "folder name count reason rule file line folder_id"),
        ("folder_path", "id path"),
    ]

    private static let runColumns = """
        id root started ended seconds state folders_listed folders_failed folders_excluded folders_trusted images_seen unchanged added \
        changed touched moved missing returned held excluded errors exit_code error version width extensions \
        default_excludes look one_file_system excludes
        """

    private let index: SchemaIndex

    init() throws {
        index = try SchemaIndex()
    }

    private func fill() throws {
        try index.addRoot()
        try index.addFolder(2, in: 1, "s", path: "/r/s")
        try index.addImage(1)
        try index.addImage(2, in: 2)
        try index.connection.execute(
            """
            UPDATE run SET ended = 5000000000, state = 'failed', error = 'why', exit_code = 73;
            UPDATE folder SET status = 'denied', error = 'openat: no', problem_run = 1 WHERE id = 2;
            UPDATE image SET error = 'statx: no', problem_run = 1 WHERE id = 2;
            UPDATE image SET state = 'missing', missing_run = 1 WHERE id = 1;
            INSERT INTO change (run, what, image, proof, proof_folder) VALUES (1, 'missing', 1, 'ancestor-listed', 1);
            """
        )
    }

    @Test("a view has exactly its columns, in their order", arguments: views)
    func columns(view: String, columns: String) throws {
        let found = try index.rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", [.text(view)])
        #expect(found == columns.split(separator: " ").map { [.text(String($0))] })
    }

    @Test("there are no other views, and all tables are strict")
    func tables() throws {
        let views = try index.rows("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")
        #expect(views == Self.views.map(\.0).sorted().map { [.text($0)] })
        #expect(
            try index.rows("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict")
                == [["sqlite_schema"]]
        )
    }

    @Test("every view can be queried when nothing is in the index")
    func empty() throws {
        for (view, _) in Self.views { #expect(try index.rows("SELECT * FROM \(view)") == [], "\(view)") }
    }

    @Test("every view has its rows when something is in the index")
    func filled() throws {
        try fill()
        #expect(
            try index.rows("SELECT path, state, error FROM images ORDER BY id")
                == [["/r/a.jpg", "missing", nil], ["/r/s/a.jpg", "present", "statx: no"]]
        )
        #expect(
            try index.rows("SELECT path, root, status, parent_id FROM folders ORDER BY id")
                == [["/r", "/r", "listed", nil], ["/r/s", "/r", "denied", 1]]
        )
        #expect(
            try index.rows("SELECT started, ended, seconds, state FROM runs")
                == [["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:05.000Z", .real(5), "failed"]]
        )
        #expect(try index.rows("SELECT * FROM last_run") == index.rows("SELECT * FROM runs"))
        #expect(
            try index.rows("SELECT * FROM changes ORDER BY what, path") == [
                [1, "added", "/r/a.jpg", nil, nil, 1, nil], [1, "added", "/r/s/a.jpg", nil, nil, 2, nil],
                [1, "missing", "/r/a.jpg", nil, "ancestor-listed:/r", 1, nil],
            ]
        )
        #expect(
            try index.rows("SELECT * FROM problems ORDER BY what") == [
                ["folder", "/r/s", "denied: openat: no", 1], ["image", "/r/s/a.jpg", "statx: no", 1],
                ["root", "/r", "why", 1],
            ]
        )
        #expect(try index.rows("PRAGMA foreign_key_check") == [])
        #expect(try index.rows("PRAGMA integrity_check") == [["ok"]])
    }

    @Test("the last run of a root is the last that ended")
    func lastRun() throws {
        try fill()
        try index.connection.execute(
            """
            INSERT INTO run (id, root, started, ended, state, version, width, extensions, default_excludes)
            VALUES (2, 1, 0, 1, 'complete', '0', 1, 'jpg', 1), (3, 1, 0, NULL, 'killed', '0', 1, 'jpg', 1);
            """
        )
        #expect(try index.rows("SELECT id, state FROM last_run") == [[2, "complete"]])
        #expect(try index.rows("SELECT path FROM problems WHERE what = 'root'") == [])
    }

    @Test("what refers to nothing, has a wrong type or a word that is none is refused")
    func refused() throws {
        try index.addRoot()
        try index.addImage(1)
        for sql in [
            "INSERT INTO image (folder, name, extension, first_run) VALUES (99, 'x', 1, 1)",
            "INSERT INTO image (folder, name, extension, first_run) VALUES (1, NULL, 1, 1)",
            "UPDATE image SET size = 'large'", "UPDATE image SET state = 'present'",
            "UPDATE folder SET status = 'fine'",
            "INSERT INTO folder (root, parent, name, status, first_run) VALUES (1, 99, 'x', 'listed', 1)",
            "INSERT INTO folder (root, parent, name, status, first_run) VALUES (99, 1, 'x', 'listed', 1)",
            "INSERT INTO root (path, folder) VALUES ('/r', 1)", "INSERT INTO root (path, folder) VALUES ('/x', 99)",
            "DELETE FROM folder", "DELETE FROM root", "UPDATE run SET state = 'done'",
            "INSERT INTO change (run, what, image) VALUES (1, 'gone', 1)",
            "INSERT INTO change (run, what) VALUES (1, 'moved')",
            "INSERT INTO change (run, what, image, folder) VALUES (1, 'moved', 1, 1)",
            "INSERT INTO skip (folder, count, reason) VALUES (99, 1, 'exclude')",
            "INSERT INTO change (run, what, image) VALUES (1, 'missing', 99)",
            "INSERT INTO change (run, what, image, proof) VALUES (1, 'missing', 1, 'guessed')",
        ] {
            #expect(throws: SQLiteError.self, "\(sql)") { try index.connection.execute(sql) }
        }
        #expect(try index.rows("PRAGMA foreign_key_check") == [])
    }
}
