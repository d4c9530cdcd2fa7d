import TestSupport
import Testing

/// What `sqlite3` sees in the index: independent of the code that wrote it.
extension Scene {
    /// The lines that a query gives: columns separated by `|`.
    func query(_ sql: String) throws -> [String] {
        let end = try tool(
            [bytes("sqlite3"), bytes("-batch"), bytes("-cmd"), bytes(".timeout 20000"), index, bytes(sql)]
        )
        try #require(end.exitCode == 0, "\(sql): \(end.errorText)")
        return end.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The one value that a query gives.
    func value(_ sql: String) throws -> String {
        try query(sql).joined(separator: "\n")
    }

    /// The bytes of names or paths: one column, whatever type it is stored with.
    func names(_ column: String, from view: String = "images WHERE state = 'present'") throws -> [[UInt8]] {
        try query("SELECT hex(CAST(\(column) AS BLOB)) FROM \(view) ORDER BY CAST(\(column) AS BLOB)").map { line in
            var rest = Array(line)[...]
            var name: [UInt8] = []
            while let high = rest.popFirst(), let low = rest.popFirst() {
                name.append(UInt8(String([high, low]), radix: 16) ?? 0)
            }
            return name
        }
    }

    /// The paths of the present images below the root, sorted by their bytes.
    func presentImages() throws -> [String] {
        try names("path").map { path in
            path.starts(with: root + bytes("/"))
                ? String(decoding: path.dropFirst(root.count + 1), as: UTF8.self)
                : String(decoding: path, as: UTF8.self)
        }
    }

    /// All that is known of images and folders but ids and numbers of runs.
    func content() throws -> [String] {
        try query(
            """
            SELECT 'image', hex(path), typeof(path), hex(root), hex(folder), hex(name), typeof(name), extension, format,
                size, modified, modified_ns, state, error, missing_run IS NULL
            FROM images ORDER BY 2;
            SELECT 'folder', hex(path), typeof(path), hex(root), status, error, image_count, image_bytes,
                tree_image_count, tree_image_bytes, other_count, link_count, missing_run IS NULL
            FROM folders ORDER BY 2;
            """
        )
    }

    /// What is wrong with the index as a database and with the totals in it; empty if nothing is.
    func damage() throws -> [String] {
        try query(
            """
            SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok';
            SELECT 'foreign key', * FROM pragma_foreign_key_check;
            SELECT 'own total', path FROM folders AS f WHERE (image_count, image_bytes) <> (
                SELECT count(*), coalesce(sum(size), 0) FROM images WHERE folder_id = f.id AND state IN ('present', 'held'));
            SELECT 'tree total', path FROM folders AS f WHERE (tree_image_count, tree_image_bytes) <> (
                SELECT f.image_count + coalesce(sum(tree_image_count), 0), f.image_bytes + coalesce(sum(tree_image_bytes), 0)
                FROM folders WHERE parent_id = f.id);
            SELECT 'two rows', path FROM images GROUP BY path HAVING count(*) > 1;
            """
        )
    }

    /// The columns of the last run, by their names.
    func lastRun(_ columns: String...) throws -> [String] {
        try query("SELECT \(columns.joined(separator: ", ")) FROM runs ORDER BY id DESC LIMIT 1")
            .flatMap { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    }
}

extension ProcessEnd {
    /// The numbers of the summary line by the words after them: `["images": 3, "added": 1, …]`.
    var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for part in (outputText.split(separator: "\n").last ?? "").split(separator: ": ").last?.split(separator: ", ")
            ?? []
        {
            let words = part.split(separator: " ")
            if words.count == 2, let number = Int(words[0]) { counts[String(words[1])] = number }
        }
        return counts
    }

    /// Only the counts of what changed, without those that are 0.
    var changes: [String: Int] {
        counts.filter { !["folders", "images"].contains($0.key) && $0.value != 0 }
    }
}
