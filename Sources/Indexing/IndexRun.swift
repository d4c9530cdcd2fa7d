public import AsyncLoop
public import Dispatch
public import Listing
import SQLite
import Synchronization

/// One run of one root: takes what a walk finds, compares it with what is stored,
/// and writes the differences.
///
/// Reading and comparing are done on the lanes that call; writing is done by one
/// writer on a serial queue of its own, in transactions of at most half a second.
public final class IndexRun: Sendable {
    /// The folder to begin with.
    public let folder: IndexedFolder
    /// `run.id`.
    public let id: Int64

    let identity: RunIdentity
    let stored: StoredRows
    let placing: FolderPlacing
    private let writer: Confined<RunWriter>
    private let inbox = Mutex(WriterInbox())
    private let failure = Mutex<SQLiteError?>(nil)
    private let progress = Mutex(RunCounts())
    /// What was counted of folders of which nothing is written.
    private let unwritten = Mutex(RunCounts())
    private let stop: LoopStop
    private let topProblem = Mutex<TopProblem?>(nil)

    /// Why nothing is taken of the folder that a run began with, though it was listed.
    public enum TopProblem: Sendable {
        /// It is on another volume than it was: on which, and what to do.
        case otherVolume(String)
        /// A file with rules in it cannot be read, with why.
        case unknownRules(String)
    }

    init(
        _ started: RunStart.Started,
        writer: sending RunWriter,
        stored: StoredRows,
        stop: LoopStop,
        watch: Watch?
    ) {
        folder = started.folder
        identity = started.identity
        id = started.identity.id
        self.stored = stored
        placing = FolderPlacing(stored, started.identity.folderIDs, watch)
        self.writer = Confined(label: "writer", writer)
        self.stop = stop
    }

    /// Why nothing is taken of the folder that it began with; nil if that was not listed, or is taken.
    public var whyLeft: TopProblem? { topProblem.withLock { $0 } }

    /// What was counted so far; a little ahead of what is written.
    public var counts: RunCounts {
        progress.withLock { $0 }
    }

    /// The folder of a name in a folder that was recorded.
    ///
    /// - Complexity: O(log n) in the number of folders stored in it.
    public func subfolder(_ path: TreePath, in folder: IndexedFolder) -> IndexedFolder {
        let known = folder.storedSubfolder(path.name)
        let above = folder.row
        return IndexedFolder(
            path: path,
            row: .init(
                id: known?.id ?? identity.folderIDs.take(),
                parent: above.id,
                stored: known,
                volumeAbove: above.volume,
                deviceAbove: above.device,
                oldPath: above.oldPath.map { $0 + [UInt8(ascii: "/")] + path.name }
            )
        )
    }

    /// Takes what was found in a folder.
    ///
    /// - Parameters:
    ///   - seen: What it contains.
    ///   - folder: The folder; its parent was recorded before.
    ///   - reply: Called exactly once, on the caller's or the writer's queue, when
    ///     the run can take more.
    public func record(_ seen: SeenFolder, of folder: IndexedFolder, reply: Reply<Void>) {
        do throws(SQLiteError) {
            switch try place(folder, seen.listing) {
            case .asStored: append(try compare(seen, folder, movedFrom: nil), reply: reply)
            case .moved(let from): append(try compare(seen, folder, movedFrom: from), reply: reply)
            case .unknown(let error): appendUnplaced(error, folder, reply: reply)
            case .offline: appendOffline(folder, reply: reply)
            }
        } catch {
            fail(error)
            reply(())
        }
    }

    private func place(
        _ folder: IndexedFolder,
        _ listing: FolderListing
    ) throws(SQLiteError) -> FolderPlacing.Placement {
        try placing.place(
            folder,
            listing.facts,
            on: identity.volumeIDs.id(of: listing.volume),
            hasLastingIDs: listing.volume?.hasLastingIDs == true
        )
    }

    private func compare(
        _ seen: SeenFolder,
        _ folder: IndexedFolder,
        movedFrom: StoredFolder?
    ) throws(SQLiteError) -> FolderRecord {
        let items = seen.listing.items
        var outcome = FolderRecord.Outcome(status: .unfinished)
        switch seen.listing.end {
        case .brokenOff(let error):
            outcome.status = FolderStatus(error)
            outcome.error = error
        case .otherVolume:
            outcome.status = .otherVolume
            outcome.isFinished = true
        case .complete where seen.isComplete:
            outcome.status = .listed
            outcome.isListed = true
            outcome.isFinished = items.folders.isEmpty
        case .complete:
            break
        }
        var record = FolderRecord(folder: folder, outcome: outcome, seen: seen)
        record.movedFrom = movedFrom
        if outcome.status == .otherVolume {
            record.counts.foldersExcluded = 1
            return record
        }
        if outcome.isListed { record.skips = Fingerprint.value(of: seen.skips, key: identity.fingerprintKey) }
        let fingerprint = Fingerprint.value(
            of: seen,
            key: identity.fingerprintKey,
            extensions: identity.extensions
        )
        if let known = record.row.stored {
            folder.remember(try stored.subfolders(of: known))
            if outcome.isListed { record.missingFolders = folder.missingSubfolders(items) }
            if let fingerprint, fingerprint == known.fingerprint {
                record.keepAll(fingerprint)
            } else {
                record.take(try stored.compareImages(of: known.id, with: seen), fingerprint)
            }
        } else {
            record.take(ImageComparison(seen), fingerprint)
        }
        if movedFrom == nil && contradictsTimes(record, seen.listing), areTimesAsStored(folder) {
            record.distrusted = record.row.volume.found
            record.distrusted.map(identity.shortcut.distrust)
        }
        record.counts.foldersListed = outcome.isListed ? 1 : 0
        record.counts.foldersFailed = outcome.status.isProblem ? 1 : 0
        return record
    }

    /// Takes a folder of which it cannot be told whether it moved here: nothing below it is to be walked.
    private func appendUnplaced(_ error: ListingError, _ folder: IndexedFolder, reply: Reply<Void>) {
        folder.isLeft = true
        var record = FolderRecord(folder: folder, outcome: .init(status: FolderStatus(error), error: error))
        record.isUnplaced = true
        record.counts.foldersFailed = 1
        append(record, reply: reply)
    }

    private func appendOffline(_ folder: IndexedFolder, reply: Reply<Void>) {
        folder.isLeft = true
        let pair = folder.row.volume
        let names = [pair.found, pair.stored].map { volume in
            identity.volumeIDs.identity(of: volume).map { "'\(String(decoding: $0, as: UTF8.self))'" } ?? "unknown"
        }
        let why = "it is on volume \(names[0]), and was on \(names[1]); mount that one, or 'imgindex accept' this one"
        if folder === self.folder { topProblem.withLock { $0 = .otherVolume(why) } }
        appendFailure(.init(status: .offline, reason: why), of: folder, reply: reply)
    }

    private func appendFailure(
        _ outcome: FolderRecord.Outcome,
        of folder: IndexedFolder,
        movedFrom: StoredFolder? = nil,
        reply: Reply<Void>
    ) {
        var record = FolderRecord(folder: folder, outcome: outcome)
        record.movedFrom = movedFrom
        record.counts.foldersFailed = outcome.status.isProblem ? 1 : 0
        append(record, reply: reply)
    }

    /// Takes that a folder was listed, but that a file with rules for it cannot be read.
    ///
    /// What the rules would keep out is not known: nothing in the folder changes, and nothing
    /// below it is to be walked.
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - error: Why it cannot be read.
    ///   - listing: What the folder contains.
    ///   - folder: The folder; its parent was recorded before.
    ///   - reply: As for ``record(_:of:reply:)``.
    public func recordUnknownRules(
        _ file: String,
        _ error: ListingError,
        in listing: FolderListing,
        of folder: IndexedFolder,
        reply: Reply<Void>
    ) {
        let outcome = FolderRecord.Outcome(status: .failed, error: error, file: file)
        if folder === self.folder { topProblem.withLock { $0 = .unknownRules("\(file): \(error)") } }
        do throws(SQLiteError) {
            switch try place(folder, listing) {
            case .asStored: appendFailure(outcome, of: folder, reply: reply)
            case .moved(let from): appendFailure(outcome, of: folder, movedFrom: from, reply: reply)
            case .unknown(let error): appendUnplaced(error, folder, reply: reply)
            case .offline: appendOffline(folder, reply: reply)
            }
        } catch {
            fail(error)
            reply(())
        }
    }

    /// Takes that a folder could not be listed.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - folder: The folder.
    ///   - reply: As for ``record(_:of:reply:)``.
    public func record(_ error: ListingError, of folder: IndexedFolder, reply: Reply<Void>) {
        placing.placeUnlisted(folder, isKeptOut: false)
        let status = FolderStatus(error)
        if status == .vanished && folder.row.stored == nil {
            // It came and went; there is nothing to say of it.
            reply(())
            return
        }
        appendFailure(.init(status: status, error: error), of: folder, reply: reply)
    }

    /// Takes that a rule keeps a folder out.
    public func recordExcluded(_ folder: IndexedFolder) {
        placing.placeUnlisted(folder, isKeptOut: true)
        var record = FolderRecord(folder: folder, outcome: .init(status: .excluded))
        record.counts.foldersExcluded = 1
        append(record, reply: nil)
    }

    /// Takes that the run was stopped before it came to a folder.
    ///
    /// Of a folder that is stored nothing is written: what is known of it stays true.
    public func recordUnfinished(_ folder: IndexedFolder) {
        if let stored = folder.row.stored, stored.status != .missing { return }
        append(FolderRecord(folder: folder, outcome: .init(status: .unfinished)), reply: nil)
    }

    /// Takes that a folder and all below it is done.
    public func recordFinished(_ folder: IndexedFolder) {
        append(.finish(folder), reply: nil)
    }

    /// Counts a folder of which nothing is to be written.
    func countUnwritten(_ counts: RunCounts) {
        progress.withLock { $0 += counts }
        unwritten.withLock { $0 += counts }
    }

    func append(_ record: consuming FolderRecord, reply: Reply<Void>?) {
        progress.withLock { $0 += record.counts }
        append(.record(record), reply: reply)
    }

    private func append(_ entry: consuming WriterInbox.Entry, reply: Reply<Void>?) {
        let (wake, reply) = inbox.withLock { $0.append(entry, reply: reply) }
        switch wake {
        case .no: break
        case .soon: writer.async(after: .milliseconds(20)) { self.drain(&$0) }
        case .now: writer.async { self.drain(&$0) }
        }
        reply?(())
    }

    /// Writes all that waits.
    private func drain(_ writer: inout RunWriter) {
        while let (entries, waiting) = inbox.withLock({ $0.take() }) {
            let before = writer.transaction
            do throws(SQLiteError) {
                if failure.withLock({ $0 == nil }) {
                    for entry in entries {
                        switch entry {
                        case .record(let record): try writer.write(record)
                        case .finish(let folder): try writer.finish(folder)
                        }
                    }
                }
            } catch {
                fail(error)
                writer.rollback()
            }
            for reply in waiting { reply(()) }
            if writer.transaction != before && writer.isInTransaction { commitLater(writer.transaction) }
        }
    }

    /// Sees to it that a transaction does not stay open when nothing more comes.
    private func commitLater(_ transaction: Int) {
        writer.async(after: RunWriter.longestTransaction) { writer in
            guard writer.transaction == transaction else { return }
            do throws(SQLiteError) { try writer.commit() } catch { self.fail(error) }
        }
    }

    func fail(_ error: SQLiteError) {
        failure.withLock { failure in
            if failure == nil { failure = error }
        }
        stop.stop()
    }

    /// Ends the run: writes what waits, and the run's own row.
    ///
    /// - Parameters:
    ///   - end: How it ended.
    ///   - queue: Where `completion` is called.
    ///   - completion: Called exactly once, with what was counted, or why not all
    ///     could be written.
    public func end(
        _ end: RunEnd,
        on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<RunReport, IndexError>) -> Void
    ) {
        writer.async { writer in
            self.drain(&writer)
            let result: Result<RunReport, IndexError>
            do throws(SQLiteError) {
                if let error = self.failure.withLock({ $0 }) { throw error }
                writer.counts += self.unwritten.withLock { $0 }
                result = .success(try writer.end(end))
            } catch {
                writer.abandon(error)
                result = .failure(.sqlite(error))
            }
            self.stored.close()
            writer.close()
            queue.async { completion(result) }
        }
    }
}
