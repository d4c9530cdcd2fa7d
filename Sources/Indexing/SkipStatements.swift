import SQLite

/// The statements that write what a rule kept out of a folder.
struct SkipStatements {
    private let selectProblems: Statement
    private let delete: Statement
    private let insert: Statement
    private let setDigest: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        selectProblems = try connection.prepare(
            "SELECT rule, problem_run FROM skip WHERE folder = ?1 AND problem_run IS NOT NULL"
        )
        delete = try connection.prepare("DELETE FROM skip WHERE folder = ?1")
        insert = try connection.prepare(
            """
            INSERT INTO skip (folder, name, count, reason, rule, file, line, problem, problem_run)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """
        )
        setDigest = try connection.prepare("UPDATE folder SET skips = ?2 WHERE id = ?1")
    }

    /// Writes the rows of a folder if they are not those that are stored.
    ///
    /// - Parameters:
    ///   - record: The folder.
    ///   - run: The run that found it so.
    /// - Throws: What SQLite does.
    func write(_ record: FolderRecord, run: Int64) throws(SQLiteError) {
        guard record.changesSkips else { return }
        // A line that was there before, perhaps with another number, is no news.
        var known: [[UInt8]: Int64] = [:]
        try selectProblems.bind(1, record.row.id)
        while try selectProblems.step() { known[selectProblems.bytes(at: 0)] = selectProblems.int64(at: 1) }
        try delete.bind(1, record.row.id)
        try delete.run()
        for skip in record.seen?.skips ?? [] {
            try insert(skip, in: record.row.id, since: known[skip.rule.text] ?? run)
        }
        try setDigest.bind(1, record.row.id)
        try setDigest.bind(2, record.skips)
        try setDigest.run()
    }

    private func insert(_ skip: Skip, in folder: Int64, since run: Int64) throws(SQLiteError) {
        try insert.bind(1, folder)
        if let name = skip.name { try insert.bind(name: 2, name) } else { try insert.bind(null: 2) }
        try insert.bind(3, skip.count)
        try insert.bind(4, text: skip.rule.reason.rawValue)
        try insert.bind(name: 5, skip.rule.text)
        if let file = skip.rule.file { try insert.bind(name: 6, file) } else { try insert.bind(null: 6) }
        try insert.bind(7, skip.rule.line)
        if let problem = skip.problem { try insert.bind(8, text: problem) } else { try insert.bind(null: 8) }
        try insert.bind(9, skip.problem == nil ? nil : run)
        try insert.run()
    }
}
