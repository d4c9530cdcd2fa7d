import Listing
import SQLite
import Synchronization

/// Finds out which row a listed folder is: the one of its name, one that moved here, or a new one.
///
/// A folder cannot have two names, so a row with the identity of what was listed (volume,
/// inode number, and when it was made) is that folder, if nothing with this identity is
/// at the row's own path any more: a bind mount shows a folder at two places.
final class FolderPlacing: Sendable {
    private let stored: StoredRows
    private let ids: FolderIDs
    /// The rows that this run gave to a folder that is not what was stored: no second one may get them.
    private let taken = Mutex<Set<Int64>>([])

    /// The paths of folders that a rule keeps out since this run: their rows, and those of all below, are as the writer
    /// makes them and not as they are read.
    private let keptOut = Mutex<Set<[UInt8]>>([])

    private let inodes: InodeFilter
    private let watch: Watch?

    init(_ stored: StoredRows, _ ids: FolderIDs, _ watch: Watch?) {
        self.watch = watch
        inodes = InodeFilter(stored)
        self.stored = stored
        self.ids = ids
    }

    /// What a listed folder is.
    enum Placement {
        /// The row that it was taken for.
        case asStored
        /// It moved here from where the row says.
        case moved(StoredFolder)
        /// It is not the volume that it was: nothing is known of what was stored.
        case offline
        /// Whether it moved here cannot be told: the place that it was at does not say.
        case unknown(ListingError)
    }

    /// Decides, and gives the folder its row.
    ///
    /// - Parameters:
    ///   - folder: The folder; the one it is in was placed before.
    ///   - facts: Its facts.
    ///   - volume: `volume.id` of where it is.
    ///   - hasLastingIDs: Whether that volume has, see ``Volume/hasLastingIDs``: what has the number is at no other place.
    /// - Returns: What the folder is.
    /// - Throws: What SQLite does.
    func place(
        _ folder: IndexedFolder,
        _ facts: FileFacts,
        on volume: Int64?,
        hasLastingIDs: Bool = false
    ) throws(SQLiteError) -> Placement {
        var row = folder.row
        defer { folder.row = row }
        row.volume = .init(stored: row.stored?.volume, found: volume)
        row.device = facts.device
        if let stored = row.stored {
            if isOffline(row, stored) { return .offline }
            // Nobody else looks whether the folder of a lasting number is there: one that is shown twice is one row once.
            if stored.isSame(as: facts, on: volume), !hasLastingIDs || take(stored.id) { return .asStored }
        }
        // The top folder of a walk is what the root's path names, whatever that is now.
        if folder.path.depth == 0 {
            _ = take(row.id)
            return .asStored
        }
        defer { inodes.note(facts.inode) }
        let candidates = try inodes.mayContain(facts.inode) ? self.stored.folders(inode: facts.inode) : []
        for (candidate, path) in candidates
        where candidate.id != row.stored?.id && candidate.isSame(as: facts, on: volume) && !isKeptOut(path) {
            switch hasLastingIDs ? .success(false) : isThere(facts, at: path) {
            case .success(true): continue
            case .success(false): break
            case .failure(let error): return .unknown(error)
            }
            if !take(candidate.id) { continue }
            if let stored = row.stored, stored.status != .missing { row.displaced = stored.id }
            row.id = candidate.id
            row.stored = candidate
            row.oldPath = path
            row.volume.stored = volume
            return .moved(candidate)
        }
        if let stored = row.stored, !take(stored.id) {
            // It moved away in this run, and another took its name.
            row.stored = nil
            row.id = ids.take()
        }
        return .asStored
    }

    /// Decides what a folder is that is not listed: what its name says, unless that row was found elsewhere before.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - isKeptOut: Whether a rule is why: then the row is its own for all of the run, as what is in it is written.
    func placeUnlisted(_ folder: IndexedFolder, isKeptOut: Bool) {
        var row = folder.row
        guard let stored = row.stored else { return }
        if isKeptOut && stored.status != .excluded { keptOut.withLock { _ = $0.insert(folder.path.bytes) } }
        guard
            taken.withLock({ isKeptOut ? !$0.insert(stored.id).inserted : $0.contains(stored.id) })
        else { return }
        row.stored = nil
        row.id = ids.take()
        folder.row = row
    }

    /// Whether a path is that of a folder that is kept out since this run, or below one.
    private func isKeptOut(_ path: [UInt8]) -> Bool {
        keptOut.withLock { keptOut in
            !keptOut.isEmpty
                && (keptOut.contains(path)
                    || path.indices.contains { path[$0] == UInt8(ascii: "/") && keptOut.contains(Array(path[..<$0])) })
        }
    }

    /// Whether a folder is not on the volume it was on, and that was not so of the folder it is in.
    private func isOffline(_ row: IndexedFolder.Row, _ stored: StoredFolder) -> Bool {
        guard let before = stored.volume, row.volume.found != before, row.volumeAbove != row.volume else {
            return false
        }
        if stored.treeImageCount != 0 { return true }
        // What a rule keeps out does not count, but is not to be looked for on another volume either.
        return stored.listedRun != nil
            && (stored.status == .excluded || stored.status == .otherVolume || stored.status == .offline)
    }

    private func take(_ row: Int64) -> Bool {
        taken.withLock { $0.insert(row).inserted }
    }

    private func isThere(_ facts: FileFacts, at path: [UInt8]) -> Result<Bool, ListingError> {
        switch self.facts(at: path) {
        case .success(let found): .success(found.inode == facts.inode && found.device == facts.device)
        case .failure(let error) where error.meaning == .vanished: .success(false)
        case .failure(let error): .failure(error)
        }
    }

    /// The facts of what is at a path now; the path may lead to any mount.
    func facts(at path: [UInt8]) -> Result<FileFacts, ListingError> {
        let look = { @Sendable in FileFacts.at(path) }
        return watch.map { $0.run("statx", look) } ?? look()
    }
}
