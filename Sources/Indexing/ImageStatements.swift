import Listing
import SQLite

/// The statements that change image rows, and note the changes.
struct ImageStatements {
    private let update: Statement
    private let setState: Statement
    private let setError: Statement
    private let insertChange: Statement
    private let run: Int64

    init(_ connection: Connection, run: Int64) throws(SQLiteError) {
        self.run = run
        update = try connection.prepare(
            """
            UPDATE image SET size = ?2, mtime = ?3, ctime = ?4, inode = ?5, changed_run = coalesce(?6, changed_run),
                state = NULL, missing_run = NULL, problem_run = NULL, error = NULL
            WHERE id = ?1
            """
        )
        setState = try connection.prepare(
            "UPDATE image SET state = ?2, missing_run = ?3, problem_run = NULL, error = NULL WHERE id = ?1"
        )
        setError = try connection.prepare(
            """
            UPDATE image SET problem_run = coalesce(problem_run, ?2), error = ?3, state = NULL, missing_run = NULL
            WHERE id = ?1
            """
        )
        insertChange = try connection.prepare(
            "INSERT INTO change (run, what, image, proof, proof_folder) VALUES (?1, ?2, ?3, ?4, ?5)"
        )
    }

    /// Writes the images of a folder that differ from what is stored.
    func update(_ record: FolderRecord) throws(SQLiteError) {
        for change in record.updates {
            let item = change.position.flatMap { record.seen?.items[$0] }
            switch change.what {
            case .changed:
                try write(item, of: change.id, isChanged: true)
                try insertChange(.changed, change.id)
            case .touched:
                try write(item, of: change.id, isChanged: false)
                try insertChange(.touched, change.id)
            case .returned(let isChanged):
                try write(item, of: change.id, isChanged: isChanged)
                try insertChange(.returned, change.id)
            case .failed, .recovered:
                try write(item, of: change.id, isChanged: false)
            case .missing:
                try setState(.missing, of: change.id)
                try insertChange(.missing, change.id, listed: record.folder.id)
            case .excluded:
                try setState(.excluded, of: change.id)
                try insertChange(.excluded, change.id, listed: record.folder.id)
            }
        }
    }

    /// Writes what was found at an image's item: it is there.
    private func write(_ item: SeenItem?, of image: Int64, isChanged: Bool) throws(SQLiteError) {
        switch item {
        case .image(let facts, _):
            try update.bind(1, image)
            try update.bind(2, facts.size)
            try update.bind(3, facts.modified)
            try update.bind(4, facts.changed)
            try update.bind(5, facts.inode)
            try update.bind(6, isChanged ? run : nil)
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
        case missing
        case excluded
    }

    private func setState(_ state: Word, of image: Int64) throws(SQLiteError) {
        try setState.bind(1, image)
        try setState.bind(2, text: state.rawValue)
        try setState.bind(3, state == .missing ? run : nil)
        try setState.run()
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
