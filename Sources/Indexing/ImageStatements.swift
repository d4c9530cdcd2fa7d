import Listing
import SQLite

/// The statements that write image rows and their changes.
struct ImageStatements {
    /// How many rows one statement inserts where it can: starting a statement takes as long as inserting three rows.
    private static let rowsPerInsert = 16
    private static let columnsPerRow = 8

    private let insertFirst: Statement
    private let insert: Statement
    private let insertMany: Statement
    private let insertFailed: Statement
    private let update: Statement
    private let setState: Statement
    private let setError: Statement
    private let insertChange: Statement
    private let run: Int64
    /// The row ids of the extensions, by their positions in the run's list.
    private let extensions: [Int64]

    init(_ connection: Connection, run: Int64, extensions: [Int64]) throws(SQLiteError) {
        self.run = run
        self.extensions = extensions
        // Without an id: the next one is given without a search whether it is taken.
        let head = "INSERT INTO image (folder, name, extension, size, mtime, ctime, inode, first_run) VALUES "
        let row = "(?, ?, ?, ?, ?, ?, ?, ?)"
        insertFirst = try connection.prepare(
            """
            INSERT INTO image (folder, name, extension, size, mtime, ctime, inode, first_run, id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        insert = try connection.prepare(head + row)
        let rows = Array(repeating: row, count: Self.rowsPerInsert).joined(separator: ", ")
        insertMany = try connection.prepare(head + rows)
        insertFailed = try connection.prepare(
            "INSERT INTO image (folder, name, extension, first_run, problem_run, error, id) VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
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

    /// Inserts the new images of a folder.
    ///
    /// - Parameters:
    ///   - record: The folder.
    ///   - firstID: The id of the first, or nil if it is to follow the highest there is; each of the others
    ///     follows the one before.
    /// - Returns: How many ids were given.
    /// - Throws: What SQLite does.
    func insertAdded(_ record: FolderRecord, firstID: Int64?) throws(SQLiteError) -> Int64 {
        guard let seen = record.seen, !record.added.isEmpty else { return 0 }
        let folder = record.folder.id
        try seen.listing.items.withNames { names throws(SQLiteError) in
            var rows: [Row] = []
            rows.reserveCapacity(Self.rowsPerInsert)
            var id = firstID
            for position in record.added {
                switch seen.items[position] {
                case .image(let facts, let number):
                    let row = Row(position: position, facts: facts, extension: extensions[number])
                    if let id {
                        try bind(row, names[position], in: folder, to: insertFirst, after: 0)
                        try insertFirst.bind(Self.columnsPerRow + 1, id)
                        try insertFirst.run()
                    } else {
                        rows.append(row)
                    }
                case .failed(let error, let number):
                    // Ids are in the order of the names.
                    try insert(&rows, names, in: folder)
                    try insertFailed(id, names[position], extensions[number], error, in: folder)
                case .gone, .other, .unseen:
                    continue
                }
                id = nil
                if rows.count == Self.rowsPerInsert { try insert(&rows, names, in: folder) }
            }
            try insert(&rows, names, in: folder)
        }
        return Int64(record.added.count)
    }

    private struct Row {
        let position: Int
        let facts: FileFacts
        let `extension`: Int64
    }

    /// Inserts rows, with one statement if they are as many as it takes.
    private func insert(_ rows: inout [Row], _ names: FolderItems.Names, in folder: Int64) throws(SQLiteError) {
        defer { rows.removeAll(keepingCapacity: true) }
        if rows.count == Self.rowsPerInsert {
            for (number, row) in rows.enumerated() {
                try bind(row, names[row.position], in: folder, to: insertMany, after: number * Self.columnsPerRow)
            }
            return try insertMany.run()
        }
        for row in rows {
            try bind(row, names[row.position], in: folder, to: insert, after: 0)
            try insert.run()
        }
    }

    private func bind(
        _ row: Row,
        _ name: UnsafeRawBufferPointer,
        in folder: Int64,
        to statement: Statement,
        after index: Int
    ) throws(SQLiteError) {
        try statement.bind(index + 1, folder)
        try statement.bind(name: index + 2, name)
        try statement.bind(index + 3, row.extension)
        try statement.bind(index + 4, row.facts.size)
        try statement.bind(index + 5, row.facts.modified)
        try statement.bind(index + 6, row.facts.changed)
        try statement.bind(index + 7, row.facts.inode)
        try statement.bind(index + 8, run)
    }

    private func insertFailed(
        _ id: Int64?,
        _ name: UnsafeRawBufferPointer,
        _ fileExtension: Int64,
        _ error: ListingError,
        in folder: Int64
    ) throws(SQLiteError) {
        try insertFailed.bind(1, folder)
        try insertFailed.bind(name: 2, name)
        try insertFailed.bind(3, fileExtension)
        try insertFailed.bind(4, run)
        try insertFailed.bind(5, run)
        try insertFailed.bind(6, text: error.description)
        try insertFailed.bind(7, id)
        try insertFailed.run()
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
