import Listing
import SQLite

/// Inserts image rows, many with one statement.
///
/// To start a statement takes as long as to insert three rows, so rows wait here,
/// also those of several folders, until a statement is full or the transaction ends.
final class ImageInserter {
    private static let rowsPerStatement = 32
    private static let columns = "folder, name, extension, size, mtime, ctime, inode, first_run, born"
    private static let columnCount = 9

    private struct Row {
        let folder: Int64
        let name: Range<Int>
        let isText: Bool
        let `extension`: Int64
        let facts: FileFacts
        let isRacy: Bool
    }

    private let insertMany: Statement
    private let insertOne: Statement
    private let insertFailed: Statement
    private let run: Int64
    /// The row ids of the extensions, by their positions in the run's list.
    private let extensions: [Int64]
    /// The id of the next row, if it is to be given: SQLite goes on from the highest there is, above which rows
    /// may have gone.
    private var firstID: Int64?
    private var rows: [Row] = []
    /// The names of `rows`.
    private var names: [UInt8] = []

    init(_ connection: Connection, run: Int64, extensions: [Int64], firstID: Int64) throws(SQLiteError) {
        self.run = run
        self.extensions = extensions
        self.firstID = firstID
        let row = "(" + Array(repeating: "?", count: Self.columnCount).joined(separator: ", ") + ")"
        let manyRows = Array(repeating: row, count: Self.rowsPerStatement).joined(separator: ", ")
        // OR ROLLBACK: a statement that may fail half-way and be undone alone has every page it changes copied
        // first. Ours end the run if they fail.
        insertMany = try connection.prepare("INSERT OR ROLLBACK INTO image (\(Self.columns)) VALUES \(manyRows)")
        insertOne = try connection.prepare(
            "INSERT INTO image (\(Self.columns), id, look_again) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        insertFailed = try connection.prepare(
            "INSERT INTO image (folder, name, extension, first_run, problem_run, error, id) VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
    }

    /// Takes the new images of a folder.
    ///
    /// - Parameter record: The folder, whose row is written.
    /// - Throws: What SQLite does.
    func add(_ record: FolderRecord) throws(SQLiteError) {
        guard let seen = record.seen else { return }
        for added in record.added {
            let item = seen.listing.items[added.position]
            switch seen.items[added.position] {
            case .image(let facts, let number):
                let start = names.count
                item.withName { names.append(contentsOf: $0) }
                rows.append(
                    Row(
                        folder: record.row.id,
                        name: start..<names.count,
                        isText: added.isText,
                        extension: extensions[number],
                        facts: facts,
                        isRacy: seen.isRacy(facts)
                    )
                )
                if rows.count == Self.rowsPerStatement || firstID != nil { try flush() }
            case .failed(let error, let number):
                // Ids are in the order in which the images came.
                try flush()
                try insertFailed(item.name, extensions[number], error, in: record.row.id)
            case .gone, .other, .unseen:
                continue
            }
        }
    }

    /// Inserts what waits.
    ///
    /// - Throws: What SQLite does.
    func flush() throws(SQLiteError) {
        if rows.isEmpty { return }
        try names.withUnsafeBufferPointer { names throws(SQLiteError) in
            let names = UnsafeRawBufferPointer(names)
            // Racy ones are hardly ever among them, and would be one more column to bind for all.
            if rows.count == Self.rowsPerStatement && !rows.contains(where: \.isRacy) {
                for (number, row) in rows.enumerated() {
                    try bind(row, names, to: insertMany, after: number * Self.columnCount)
                }
                return try insertMany.run()
            }
            for (number, row) in rows.enumerated() {
                try bind(row, names, to: insertOne, after: 0)
                try insertOne.bind(Self.columnCount + 1, number == 0 ? firstID : nil)
                if row.isRacy {
                    try insertOne.bind(Self.columnCount + 2, text: StoredImage.racy)
                } else {
                    try insertOne.bind(null: Self.columnCount + 2)
                }
                try insertOne.run()
            }
        }
        firstID = nil
        rows.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
    }

    private func bind(
        _ row: Row,
        _ names: UnsafeRawBufferPointer,
        to statement: Statement,
        after index: Int
    ) throws(SQLiteError) {
        try statement.bind(index + 1, row.folder)
        let name = UnsafeRawBufferPointer(rebasing: names[row.name])
        try statement.bind(name: index + 2, name, isText: row.isText)
        try statement.bind(index + 3, row.extension)
        try statement.bind(index + 4, row.facts.knownSize)
        try statement.bind(index + 5, row.facts.modified)
        try statement.bind(index + 6, row.facts.changed)
        try statement.bind(index + 7, row.facts.inode)
        try statement.bind(index + 8, run)
        try statement.bind(index + 9, row.facts.born)
    }

    private func insertFailed(
        _ name: [UInt8],
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
        try insertFailed.bind(7, firstID)
        try insertFailed.run()
        firstID = nil
    }
}
