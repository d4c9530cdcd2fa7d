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
    ///   - keepsSnapshots: Whether a snapshot may stay open between two reads; without a write-ahead log the writer
    ///     waits for its end. Default: yes.
    init(path: [UInt8], readers: Int, keepsSnapshots: Bool = true) {
        self.readers = (0..<max(1, readers)).map { _ in Reader(path: path, keepsSnapshots: keepsSnapshots) }
    }

    /// The folders stored in a folder, missing ones included.
    func subfolders(of folder: StoredFolder) throws(SQLiteError) -> [StoredFolder] {
        folder.hasSubfolders ? try read { $0.subfolders(of: folder.id) } : []
    }

    /// The folders of an inode number, wherever they are, with their paths; top folders of roots left out.
    func folders(inode: Int64) throws(SQLiteError) -> [(folder: StoredFolder, path: [UInt8])] {
        try read { $0.folders(inode: inode) }
    }

    /// Calls a closure with the inode number of every folder, in no order.
    func forEachFolderInode(_ body: (Int64) -> Void) throws(SQLiteError) {
        try read { $0.forEachFolderInode(body) }
    }

    /// Compares the images stored of a folder, missing ones included, with what was found.
    func compareImages(of folder: Int64, with seen: SeenFolder) throws(SQLiteError) -> ImageComparison {
        try read { $0.compareImages(of: folder, with: seen) }
    }

    /// The names of the images that are present, or held.
    func imageNames(of folder: Int64) throws(SQLiteError) -> [[UInt8]] {
        try read { $0.imageNames(of: folder) }
    }

    /// Reads with a connection that is free; if none is, waits for one.
    private func read<Rows: Sendable>(
        _ body: (inout ReaderState) -> Result<Rows, SQLiteError>
    ) throws(SQLiteError) -> Rows {
        for reader in readers {
            if let result = reader.state.withLockIfAvailable({ body(&$0) }) { return try result.get() }
        }
        return try readers[Int.random(in: readers.indices)].state.withLock { body(&$0) }.get()
    }

    /// Lets every reader that is free give its snapshot up, so that a checkpoint can go on beyond it.
    func endSnapshots() {
        for reader in readers {
            reader.state.withLockIfAvailable { $0.endSnapshot() }
        }
    }

    /// Closes the connections.
    ///
    /// They open again if they are used again.
    func close() {
        for reader in readers {
            reader.state.withLock { $0.close() }
        }
    }
}

/// One connection behind a lock.
private final class Reader: Sendable {
    let state: Mutex<ReaderState>

    init(path: [UInt8], keepsSnapshots: Bool) {
        state = Mutex(ReaderState(path: path, keepsSnapshots: keepsSnapshots))
    }
}

/// A connection that is opened when it is first used.
private struct ReaderState {
    private let path: [UInt8]
    private let keepsSnapshots: Bool
    private var open: OpenReader?

    init(path: [UInt8], keepsSnapshots: Bool) {
        self.path = path
        self.keepsSnapshots = keepsSnapshots
    }

    mutating func subfolders(of folder: Int64) -> Result<[StoredFolder], SQLiteError> {
        Result { () throws(SQLiteError) in try reader().subfolders(of: folder) }
    }

    mutating func compareImages(of folder: Int64, with seen: SeenFolder) -> Result<ImageComparison, SQLiteError> {
        Result { () throws(SQLiteError) in
            let reader = try reader()
            let digests = seen.listing.remote == nil ? [:] : try reader.digests(of: folder)
            var comparison = ImageComparison(seen, digests: digests)
            try reader.images(of: folder) { comparison.compare($0, name: $1) }
            return comparison
        }
    }

    mutating func folders(inode: Int64) -> Result<[(folder: StoredFolder, path: [UInt8])], SQLiteError> {
        Result { () throws(SQLiteError) in try reader().folders(inode: inode) }
    }

    mutating func forEachFolderInode(_ body: (Int64) -> Void) -> Result<Void, SQLiteError> {
        Result { () throws(SQLiteError) in try reader().forEachFolderInode(body) }
    }

    mutating func imageNames(of folder: Int64) -> Result<[[UInt8]], SQLiteError> {
        Result { () throws(SQLiteError) in try reader().imageNames(of: folder) }
    }

    func endSnapshot() {
        open?.endSnapshot()
    }

    mutating func close() {
        open?.close()
        open = nil
    }

    private mutating func reader() throws(SQLiteError) -> OpenReader {
        let reader: OpenReader
        if let open { reader = open } else { reader = try OpenReader(path: path) }
        open = reader
        if keepsSnapshots { try reader.renew() }
        return reader
    }
}

/// An open connection with its statements; not to be shared.
private final class OpenReader {
    /// How many folders are read from one snapshot: starting one costs about as much as reading a folder.
    private static let foldersPerSnapshot = 512

    private let connection: Connection
    private let selectFolders: Statement
    private let selectByInode: Statement
    private let selectImages: Statement
    private let selectNames: Statement
    private let selectDigests: Statement
    private var uses = 0

    init(path: [UInt8]) throws(SQLiteError) {
        connection = try Connection(path: path, mode: .readOnly)
        connection.busyTimeout = IndexFile.busyTimeout
        try connection.execute("PRAGMA cache_size = -2048")
        selectFolders = try connection.prepare("SELECT \(StoredFolder.columns) FROM folder WHERE parent = ?1")
        selectByInode = try connection.prepare(
            """
            SELECT \(StoredFolder.columns), (SELECT path FROM folder_path WHERE id = folder.id) FROM folder
            WHERE inode = ?1
              -- Only a folder that keeps its number can be told to be the top of a root, which stays where its path is.
              AND (NOT EXISTS (SELECT 1 FROM root WHERE root.folder = folder.id)
                   OR EXISTS (SELECT 1 FROM volume AS v WHERE v.id = folder.volume AND v.has_lasting_ids))
            """
        )
        selectImages = try connection.prepare(
            """
            SELECT id, name, state, problem_run, size, mtime, ctime, inode, look_again = 'racy'
            FROM image WHERE folder = ?1
            """
        )
        selectDigests = try connection.prepare(
            """
            SELECT i.id, x.sha1 FROM image AS i JOIN folder AS f ON f.id = i.folder
            JOIN remote AS x ON x.volume = f.volume AND x.item = i.inode
            WHERE i.folder = ?1 AND x.sha1 IS NOT NULL
            """
        )
        selectNames = try connection.prepare(
            "SELECT name FROM image WHERE folder = ?1 AND (state IS NULL OR state = 'held')"
        )
    }

    /// The digests of the contents of images, by their rows, where a store on the network said them.
    func digests(of folder: Int64) throws(SQLiteError) -> [Int64: String] {
        var digests: [Int64: String] = [:]
        try selectDigests.bind(1, folder)
        while try selectDigests.step() { digests[selectDigests.int64(at: 0)] = selectDigests.text(at: 1) }
        return digests
    }

    func close() {
        connection.close()
    }

    func endSnapshot() {
        // A failure would come again with the next snapshot, and be told there.
        if connection.isInTransaction { try? connection.commit() }
        uses = 0
    }

    /// Begins a new snapshot when it is time.
    func renew() throws(SQLiteError) {
        uses += 1
        guard uses % Self.foldersPerSnapshot == 1 else { return }
        if connection.isInTransaction { try connection.commit() }
        try connection.begin(.deferred)
    }

    func subfolders(of folder: Int64) throws(SQLiteError) -> [StoredFolder] {
        var folders: [StoredFolder] = []
        try selectFolders.bind(1, folder)
        while try selectFolders.step() { folders.append(StoredFolder(selectFolders)) }
        return folders
    }

    func folders(inode: Int64) throws(SQLiteError) -> [(folder: StoredFolder, path: [UInt8])] {
        var folders: [(StoredFolder, [UInt8])] = []
        try selectByInode.bind(1, inode)
        while try selectByInode.step() {
            folders.append((StoredFolder(selectByInode), selectByInode.bytes(at: StoredFolder.columnCount)))
        }
        return folders
    }

    func forEachFolderInode(_ body: (Int64) -> Void) throws(SQLiteError) {
        try connection.query("SELECT inode FROM folder WHERE inode IS NOT NULL") { body($0.int64(at: 0)) }
    }

    func imageNames(of folder: Int64) throws(SQLiteError) -> [[UInt8]] {
        var names: [[UInt8]] = []
        try selectNames.bind(1, folder)
        while try selectNames.step() { names.append(selectNames.bytes(at: 0)) }
        return names
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
                inode: selectImages.int64(at: 7),
                isRacy: selectImages.int64(at: 8) != 0
            )
            selectImages.withBytes(at: 1) { body(image, $0) }
        }
    }
}
