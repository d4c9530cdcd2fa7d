import Listing
import SQLite
import Synchronization

/// Reads the rows that are stored of a folder, on a few connections that the lanes share.
///
/// A run writes the rows of a folder once, after it has read them here; so any
/// snapshot from the run's beginning on is right, and the readers renew theirs
/// only so that they do not hold back a checkpoint.
final class StoredRows: Sendable {
    private let readers: [Reader]

    /// - Parameters:
    ///   - path: The index file.
    ///   - readers: The number of connections, opened when they are needed.
    init(path: [UInt8], readers: Int) {
        self.readers = (0..<max(1, readers)).map { _ in Reader(path: path) }
    }

    /// The folders stored in a folder, missing ones included.
    func subfolders(of folder: Int64) throws(SQLiteError) -> [StoredFolder] {
        var folders: [StoredFolder] = []
        try withReader { reader throws(SQLiteError) in
            try reader.subfolders(of: folder) { folders.append($0) }
        }
        return folders
    }

    /// Takes the images stored of a folder, missing ones included.
    func compareImages(of folder: Int64, with comparison: inout ImageComparison) throws(SQLiteError) {
        // The comparison itself cannot cross into the closure of a lock.
        var moved = comparison
        try withReader { reader throws(SQLiteError) in
            try reader.images(of: folder) { moved.compare($0, name: $1) }
        }
        comparison = moved
    }

    /// Calls a closure with a free reader, or waits for one.
    private func withReader(_ body: (ReaderState) throws(SQLiteError) -> Void) throws(SQLiteError) {
        for reader in readers {
            if let result = reader.ifFree(body) { return try result.get() }
        }
        try readers[Int.random(in: readers.indices)].wait(body).get()
    }
}

/// One connection behind a lock.
private final class Reader: Sendable {
    private let path: [UInt8]
    private let state = Mutex<ReaderState?>(nil)

    init(path: [UInt8]) {
        self.path = path
    }

    func ifFree(_ body: (ReaderState) throws(SQLiteError) -> Void) -> Result<Void, SQLiteError>? {
        state.withLockIfAvailable { use(&$0, body) }
    }

    func wait(_ body: (ReaderState) throws(SQLiteError) -> Void) -> Result<Void, SQLiteError> {
        state.withLock { use(&$0, body) }
    }

    private func use(
        _ state: inout ReaderState?,
        _ body: (ReaderState) throws(SQLiteError) -> Void
    ) -> Result<Void, SQLiteError> {
        Result { () throws(SQLiteError) -> Void in
            let reader: ReaderState
            if let open = state { reader = open } else { reader = try ReaderState(path: path) }
            state = reader
            try reader.renew()
            try body(reader)
        }
    }
}

/// An open connection with its statements; not to be shared.
private final class ReaderState {
    /// How many folders are read from one snapshot: starting one costs about as much as reading a folder.
    private static let foldersPerSnapshot = 512

    private let connection: Connection
    private let selectFolders: Statement
    private let selectImages: Statement
    private var uses = 0

    init(path: [UInt8]) throws(SQLiteError) {
        connection = try Connection(path: path, mode: .readOnly)
        connection.busyTimeout = IndexFile.busyTimeout
        try connection.execute("PRAGMA cache_size = -2048")
        selectFolders = try connection.prepare(
            """
            SELECT id, name, status, mtime, ctime, inode, device, other_count, link_count FROM folder WHERE parent = ?1
            """
        )
        selectImages = try connection.prepare(
            "SELECT id, name, state, errno, size, mtime, ctime, inode FROM image WHERE folder = ?1"
        )
    }

    /// Begins a new snapshot when it is time.
    func renew() throws(SQLiteError) {
        uses += 1
        guard uses % Self.foldersPerSnapshot == 1 else { return }
        if connection.isInTransaction { try connection.commit() }
        try connection.begin(.deferred)
    }

    func subfolders(of folder: Int64, _ body: (StoredFolder) -> Void) throws(SQLiteError) {
        try selectFolders.bind(1, folder)
        while try selectFolders.step() {
            body(
                StoredFolder(
                    id: selectFolders.int64(at: 0),
                    name: selectFolders.bytes(at: 1),
                    status: FolderStatus(rawValue: selectFolders.text(at: 2)) ?? .unfinished,
                    facts: FileFacts(
                        size: 0,
                        modified: selectFolders.int64(at: 3),
                        changed: selectFolders.int64(at: 4),
                        inode: selectFolders.int64(at: 5),
                        device: selectFolders.int64(at: 6)
                    ),
                    otherCount: selectFolders.int64(at: 7),
                    linkCount: selectFolders.int64(at: 8)
                )
            )
        }
    }

    func images(of folder: Int64, _ body: (StoredImage, UnsafeRawBufferPointer) -> Void) throws(SQLiteError) {
        try selectImages.bind(1, folder)
        while try selectImages.step() {
            let image = StoredImage(
                id: selectImages.int64(at: 0),
                state: selectImages.isNull(at: 2) ? .present : StoredImage.State(word: selectImages.text(at: 2)),
                hasError: !selectImages.isNull(at: 3),
                size: selectImages.optionalInt64(at: 4),
                modified: selectImages.int64(at: 5),
                changed: selectImages.int64(at: 6),
                inode: selectImages.int64(at: 7)
            )
            selectImages.withBytes(at: 1) { body(image, $0) }
        }
    }
}

extension StoredImage.State {
    /// The state of a word in `image.state`.
    init(word: String) {
        switch word {
        case "missing": self = .missing
        case "held": self = .held
        case "excluded": self = .excluded
        default: self = .present
        }
    }
}
