import Listing
import SQLite

/// The statements that change image rows, and note the changes.
struct ImageStatements {
    private let update: Statement
    private let setMissing: Statement
    private let setExcluded: Statement
    private let setHeld: Statement
    private let insertReplaced: Statement
    private let setError: Statement
    private let insertChange: Statement
    private let run: Int64

    init(_ connection: Connection, run: Int64) throws(SQLiteError) {
        self.run = run
        update = try connection.prepare(
            """
            UPDATE image SET size = ?2, mtime = ?3, ctime = ?4, inode = ?5, changed_run = coalesce(?6, changed_run),
                born = ?7, look_again = ?8,
                state = NULL, missing_run = NULL, seen_run = NULL, absent_run = NULL, problem_run = NULL, error = NULL
            WHERE id = ?1
            """
        )
        setMissing = try connection.prepare(
            """
            UPDATE image SET state = 'missing', missing_run = ?2, seen_run = coalesce(?3, first_run), absent_run = NULL,
                problem_run = NULL, error = NULL
            WHERE id = ?1
            """
        )
        setHeld = try connection.prepare(
            """
            UPDATE image SET state = 'held', absent_run = ?2, seen_run = coalesce(?3, first_run), problem_run = NULL,
                error = NULL
            WHERE id = ?1
            """
        )
        setExcluded = try connection.prepare(
            """
            UPDATE image SET state = 'excluded', missing_run = NULL, seen_run = NULL, absent_run = NULL,
                problem_run = NULL, error = NULL
            WHERE id = ?1
            """
        )
        insertReplaced = try connection.prepare(
            """
            INSERT OR IGNORE INTO replaced (image, run, seen_run, size, mtime, ctime, inode, born)
            SELECT id, ?2, coalesce(?3, first_run), size, mtime, ctime, inode, born FROM image WHERE id = ?1
            """
        )
        setError = try connection.prepare(
            """
            UPDATE image SET problem_run = coalesce(problem_run, ?2), error = ?3, state = NULL, missing_run = NULL,
                seen_run = NULL, absent_run = NULL
            WHERE id = ?1
            """
        )
        insertChange = try connection.prepare(
            "INSERT INTO change (run, what, image, proof, proof_folder) VALUES (?1, ?2, ?3, ?4, ?5)"
        )
    }

    /// Writes the images of a folder that differ from what is stored.
    func update(_ record: FolderRecord) throws(SQLiteError) {
        let folder = record.row.id
        let seenRun = record.row.stored?.listedRun
        for change in record.updates {
            let item = change.position.flatMap { record.seen?.items[$0] }
            switch change.what {
            case .changed(let isReplaced):
                if isReplaced { try set(insertReplaced, change.id, seenRun) }
                try write(item, of: change.id, in: record, isChanged: true)
                try insertChange(.changed, change.id)
            case .touched:
                try write(item, of: change.id, in: record, isChanged: false)
                try insertChange(.touched, change.id)
            case .returned(let isChanged):
                try write(item, of: change.id, in: record, isChanged: isChanged)
                try insertChange(.returned, change.id)
            case .failed, .recovered:
                try write(item, of: change.id, in: record, isChanged: false)
            case .absent:
                try set(setHeld, change.id, seenRun)
                try insertChange(.held, change.id, listed: folder)
            case .missing:
                try set(setMissing, change.id, seenRun)
                try insertChange(.missing, change.id, listed: folder)
            case .excluded:
                try setExcluded.bind(1, change.id)
                try setExcluded.run()
                try insertChange(.excluded, change.id, listed: folder)
            }
        }
    }

    private func set(_ statement: Statement, _ image: Int64, _ seenRun: Int64?) throws(SQLiteError) {
        try statement.bind(1, image)
        try statement.bind(2, run)
        try statement.bind(3, seenRun)
        try statement.run()
    }

    /// Writes what was found at an image's item: it is there.
    private func write(
        _ item: SeenItem?,
        of image: Int64,
        in record: FolderRecord,
        isChanged: Bool
    ) throws(SQLiteError) {
        switch item {
        case .image(let facts, _):
            try update.bind(1, image)
            try update.bind(2, facts.knownSize)
            try update.bind(3, facts.modified)
            try update.bind(4, facts.changed)
            try update.bind(5, facts.inode)
            try update.bind(6, isChanged ? run : nil)
            try update.bind(7, facts.born)
            if record.seen?.isRacy(facts) == true {
                try update.bind(8, text: StoredImage.racy)
            } else {
                try update.bind(null: 8)
            }
            try update.run()
        case .failed(let error, _):
            try setError.bind(1, image)
            try setError.bind(2, run)
            try setError.bind(3, text: error.description)
            try setError.run()
        case .gone, .other, .unseen, nil:
            break
        }
    }

    private enum Word: String {
        case changed
        case touched
        case returned
        case held
        case missing
        case excluded
    }

    private func insertChange(_ what: Word, _ image: Int64, listed folder: Int64? = nil) throws(SQLiteError) {
        try insertChange.bind(1, run)
        try insertChange.bind(2, text: what.rawValue)
        try insertChange.bind(3, image)
        if let folder {
            try insertChange.bind(4, text: "listed")
            try insertChange.bind(5, folder)
        } else {
            try insertChange.bind(null: 4)
            try insertChange.bind(null: 5)
        }
        try insertChange.run()
    }
}
