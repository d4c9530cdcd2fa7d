import TestSupport

/// What `sqlite3` sees in an index through the views: independent of the code that wrote it.
struct IndexLook: Sendable {
    /// The paths of the images, in hex, by their ids.
    var images: [Int: String] = [:]
    /// The paths, in hex, of those that are missing.
    var missing: Set<String> = []
    /// All that is known of images and folders but ids and numbers of runs.
    var content: [String] = []
    /// State and exit code of the last run; empty if none has ended.
    var lastRun: [String] = []
    /// What is wrong with the file, with the totals in it, or with the states of runs.
    var damage: [String] = []

    private static let query = """
        SELECT 'damage', * FROM pragma_integrity_check WHERE integrity_check <> 'ok';
        SELECT 'damage', 'foreign key', * FROM pragma_foreign_key_check;
        SELECT 'damage', 'own total', path FROM folders AS f WHERE (image_count, image_bytes) <> (
            SELECT count(*), coalesce(sum(size), 0) FROM images WHERE folder_id = f.id AND state IN ('present', 'held'));
        SELECT 'damage', 'tree total', path FROM folders AS f WHERE (tree_image_count, tree_image_bytes) <> (
            SELECT f.image_count + coalesce(sum(tree_image_count), 0), f.image_bytes + coalesce(sum(tree_image_bytes), 0)
            FROM folders WHERE parent_id = f.id);
        SELECT 'damage', 'two rows', path FROM images GROUP BY path HAVING count(*) > 1;
        SELECT 'damage', 'without proof', path FROM changes WHERE what = 'missing' AND proof IS NULL;
        SELECT 'image', id, hex(path) FROM images;
        SELECT 'missing', hex(path) FROM images WHERE state = 'missing';
        SELECT 'content', 'image', hex(path), typeof(path), hex(root), hex(folder), hex(name), typeof(name), extension,
            format, size, modified, modified_ns, state, error, missing_run IS NULL
        FROM images ORDER BY 3;
        SELECT 'content', 'folder', hex(path), typeof(path), hex(root), status, error, image_count, image_bytes,
            tree_image_count, tree_image_bytes, other_count, link_count, missing_run IS NULL
        FROM folders ORDER BY 3;
        SELECT 'last', state, exit_code, errors, error FROM last_run;
        """

    /// Nothing.
    init() {}

    /// Looks at an index.
    ///
    /// - Parameter index: Its path. It may be written to: a log or a journal is played back.
    /// - Throws: ``CallError`` of the test itself.
    init(at index: [UInt8]) throws {
        let end = try Self.ask(Self.query, of: index)
        if end.exitCode != 0 {
            let tables = try Self.ask("SELECT count(*) FROM sqlite_schema", of: index)
            if tables.exitCode == 0 && tables.output == bytes("0\n") { return }  // Nothing was committed.
            damage.append("sqlite3: \(end.errorText)")
        }
        for line in end.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let words = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let rest = words.last ?? ""
            switch words[0] {
            case "image":
                let parts = rest.split(separator: "|").map(String.init)
                images[Int(parts[0]) ?? 0] = parts.last
            case "missing": missing.insert(rest)
            case "content": content.append(rest)
            case "last": lastRun.append(rest)
            default: damage.append(rest)
            }
        }
    }

    private static func ask(_ sql: String, of index: [UInt8]) throws -> ProcessEnd {
        // Nobody waits for the disk on account of a copy.
        let words = ["sqlite3", "-batch", "-cmd", "PRAGMA synchronous = OFF"].map { bytes($0) }
        return try runProcess(bytes("/usr/bin/env"), words + [index, bytes(sql)])
    }
}
