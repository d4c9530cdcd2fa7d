public import AsyncLoop
public import Listing
import SQLite

/// Folders that are not listed, as their times are as stored or an interrupted run has just done them.
extension IndexRun {
    /// Whether folders are left out that the interrupted runs before this one have done.
    public var goesOn: Bool { identity.shortcut.goesOn }

    /// Whether a folder and all below it were done by the interrupted runs that this one goes on from.
    public func isDone(_ folder: IndexedFolder) -> Bool {
        identity.shortcut.isDone(folder.row.stored)
    }

    /// Whether the images of a folder were; its facts are as they were then.
    public func areImagesDone(_ folder: IndexedFolder, _ facts: FileFacts) -> Bool {
        identity.shortcut.areImagesDone(folder.row, facts)
    }

    /// Since which run a folder that is done is finished, for those that were longest ago to go first.
    public func finishedRun(of folder: IndexedFolder) -> Int64 {
        folder.row.stored?.finishedRun ?? 0
    }

    /// Takes that a folder was listed whose images are done: only what is below it is to be walked.
    ///
    /// - Parameters:
    ///   - listing: It is complete.
    ///   - folder: The folder.
    ///   - reply: As for ``record(_:of:reply:)-(SeenFolder,_,_)``.
    public func recordDone(_ listing: FolderListing, of folder: IndexedFolder, reply: Reply<Void>) {
        var row = folder.row
        row.volume = .init(stored: row.stored?.volume, found: identity.volumeIDs.id(of: listing.volume))
        row.device = listing.facts.device
        folder.row = row
        remember(folder)
        // Whoever walks says of others when all below them is done.
        if listing.items.folders.isEmpty { recordFinished(folder) }
        reply(())
    }

    /// Whether a folder may be taken as stored if its times are; ``look`` says what of it is looked at then.
    public func mayTrust(_ folder: IndexedFolder) -> Bool {
        // The top folder is always listed: it tells which volume this is.
        folder.path.depth > 0 && identity.shortcut.mayTrust(folder.row)
    }

    /// What is looked at of folders that need not be listed.
    public var look: FolderLook { identity.shortcut.look }

    /// The facts of a folder as they are stored; nil if it was never listed, nor named with them.
    public func storedFacts(of folder: IndexedFolder) -> FileFacts? {
        // NULL is read as 0, which no folder below a top folder has.
        guard let facts = folder.row.stored?.facts, facts.inode != 0 else { return nil }
        return facts
    }

    /// What is stored of a folder that is not to be listed.
    ///
    /// - Parameters:
    ///   - folder: One that ``mayTrust(_:)``.
    ///   - facts: Its facts.
    /// - Returns: The folders in it, and its images if they are to be looked at; nil if it has to be listed.
    public func trust(_ folder: IndexedFolder, _ facts: FileFacts) -> FolderItems? {
        var row = folder.row
        // A mount point has another device, and is listed to see which volume it is.
        guard let known = row.stored, known.hasTimes(facts), facts.device == row.deviceAbove,
            let volume = row.volumeAbove.found, volume == known.volume
        else { return nil }
        row.volume = .init(stored: volume, found: volume)
        row.device = facts.device
        folder.row = row
        remember(folder)
        var items = FolderItems.Builder()
        folder.addSubfolders(to: &items)
        if identity.shortcut.look == .images && known.imageCount > 0 {
            do throws(SQLiteError) {
                for name in try stored.imageNames(of: known.id) {
                    name.withUnsafeBytes { items.append($0, kind: .file) }
                }
            } catch {
                fail(error)
            }
        }
        folder.isTrusted = true
        return items.finish()
    }

    private func remember(_ folder: IndexedFolder) {
        guard let known = folder.row.stored else { return }
        do throws(SQLiteError) {
            folder.remember(try stored.subfolders(of: known))
        } catch {
            // Stops the run: what is below the folder then counts as never begun.
            fail(error)
        }
    }

    /// Takes what was found of a folder that ``trust(_:_:)`` was asked for.
    ///
    /// - Parameters:
    ///   - listing: What it returned.
    ///   - items: One for each of its images.
    ///   - folder: The folder.
    ///   - reply: As for ``record(_:of:reply:)-(SeenFolder,_,_)``.
    public func recordTrusted(
        _ listing: FolderListing,
        _ items: SeenItems,
        of folder: IndexedFolder,
        reply: Reply<Void>
    ) {
        guard let known = folder.row.stored else { return reply(()) }
        var unchanged = RunCounts()
        unchanged.foldersTrusted = 1
        guard identity.shortcut.look == .images else {
            unchanged.imagesSeen = Int(clamping: known.imageCount)
            unchanged.unchanged = unchanged.imagesSeen
            countUnwritten(unchanged)
            return reply(())
        }
        let hasGone = items.contains(.gone)
        let isContradicted = hasGone && areTimesAsStored(folder)
        let fingerprint =
            hasGone
            ? nil
            : Fingerprint.value(
                of: SeenFolder(listing: listing, items: items),
                key: identity.fingerprintKey,
                extensions: identity.extensions
            )
        if let fingerprint, fingerprint == known.fingerprint {
            unchanged.imagesSeen = items.count
            unchanged.unchanged = items.count
            countUnwritten(unchanged)
            return reply(())
        }
        // What is not among the images was not looked for: nothing is missing.
        let seen = SeenFolder(listing, items, isListed: false)
        var record = FolderRecord(folder: folder, outcome: .init(status: .listed), seen: seen)
        do throws(SQLiteError) {
            record.take(
                try stored.compareImages(of: known.id, with: seen),
                // Rows that it does not vouch for may be others than those that were looked at.
                known.fingerprint == nil ? nil : fingerprint
            )
        } catch {
            fail(error)
            return reply(())
        }
        record.trusted = .init(isContradicted: isContradicted)
        record.counts.foldersTrusted = 1
        if isContradicted, let volume = known.volume {
            identity.shortcut.distrust(volume)
            record.distrusted = volume
        }
        append(record, reply: reply)
    }

    /// Whether a listing differs from what is stored though the folder's times say that it does not.
    func contradictsTimes(_ record: FolderRecord, _ listing: FolderListing) -> Bool {
        // Of a store on the network it is events that tell, and they may come late.
        guard listing.remote == nil, record.outcome.isListed, let known = record.row.stored,
            known.hasTimes(listing.facts),
            identity.shortcut.isTrusted(known)
        else { return false }
        return !record.added.isEmpty || !record.missingFolders.isEmpty
            || record.updates.contains { if case .absent = $0.what { true } else { false } }
            || listing.items.count - listing.items.firstFolder > record.folder.presentSubfolders
    }

    /// Whether the times of a folder are as stored even now that all in it was looked at.
    ///
    /// If not, what differs may have happened in the meantime, and the times do tell.
    func areTimesAsStored(_ folder: IndexedFolder) -> Bool {
        guard let known = folder.row.stored, case .success(let facts) = placing.facts(at: folder.path.bytes) else {
            return false
        }
        return known.hasTimes(facts)
    }

    /// The volumes of which this run found that the times of their folders do not tell of all changes.
    public var newlyDistrustedVolumes: Int { identity.shortcut.newlyDistrusted.count }
}
