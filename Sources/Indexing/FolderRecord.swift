import Listing

/// All that is to be written of one folder, in one transaction.
struct FolderRecord: Sendable {
    /// What became of the folder.
    struct Outcome: Sendable {
        var status: FolderStatus
        var error: ListingError?
        /// The file in it that the error is about; nil if it is about the folder.
        var file: String?
        /// Why it is not taken where no call failed.
        var reason: String?
        /// Whether this run listed it to its end.
        var isListed = false
        /// Whether it and all below it are done: known at once of a folder without subfolders.
        var isFinished = false

        /// The error in words, as it is stored.
        var errorText: String? {
            error.map { error in file.map { "\($0): \(error)" } ?? error.description } ?? reason
        }
    }

    let folder: IndexedFolder
    /// Which row it is.
    let row: IndexedFolder.Row
    /// What there is to say of a folder that was not listed, as its times are as stored.
    struct Trusted: Sendable {
        /// Whether an image is not there of whose going the folder's times do not tell.
        var isContradicted = false
    }

    /// Nil of a folder that was listed, or could not be.
    var trusted: Trusted?
    /// The volume of which the times of this folder show that they do not tell of all changes.
    var distrusted: Int64?
    /// Whether it may be a folder that moved here, which cannot be told: what is absent elsewhere may be in it.
    var isUnplaced = false
    /// Where it was before, if it moved here.
    var movedFrom: StoredFolder?
    var outcome: Outcome
    /// Nil if the folder could not be listed.
    var seen: SeenFolder?
    /// An image to insert.
    struct Added: Sendable {
        /// The position of its item in `seen.items`.
        var position: Int { Int(place) }
        private let place: Int32
        /// Whether its name is stored as TEXT: found out on a lane, as the writer has enough to do.
        let isText: Bool

        init(position: Int, isText: Bool) {
            place = Int32(clamping: position)
            self.isText = isText
        }
    }

    var added: [Added] = []
    var updates: [ImageUpdate] = []
    /// Ids of stored subfolders that are proven not to be there.
    var missingFolders: [Int64] = []
    var counts = RunCounts()
    /// The digest of its images once the record is written; nil if it would not vouch for their rows.
    var fingerprint: Int64?
    /// The digest of its rows in `skip` once the record is written; nil if it has none.
    var skips: Int64?
    var presentChange: Int64 = 0
    var bytesChange: Int64 = 0

    init(folder: IndexedFolder, outcome: Outcome, seen: SeenFolder? = nil) {
        self.folder = folder
        row = folder.row
        self.outcome = outcome
        self.seen = seen
        skips = row.stored?.skips
    }

    /// Whether what rules keep out of it is not what is stored.
    var changesSkips: Bool { skips != row.stored?.skips }

    /// Takes that all images are as they are stored.
    mutating func keepAll(_ fingerprint: Int64) {
        var images = 0
        for item in seen?.items ?? SeenItems([]) {
            if case .image = item { images += 1 }
        }
        counts.imagesSeen = images
        counts.unchanged = images
        self.fingerprint = fingerprint
    }

    /// Takes what a comparison with all stored rows has found.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - fingerprint: The digest of what was found, if there is one.
    mutating func take(_ comparison: ImageComparison, _ fingerprint: Int64?) {
        var comparison = comparison
        let positions = comparison.findAdded()
        added =
            seen?.listing.items.withNames { names in
                positions.map { Added(position: $0, isText: isUTF8(names[$0])) }
            } ?? []
        updates = comparison.updates
        // Against what is stored and not against the rows: totals that somebody made untrue become true again.
        presentChange = comparison.presentCount &- (row.stored?.imageCount ?? 0)
        bytesChange = comparison.presentBytes &- (row.stored?.imageBytes ?? 0)
        counts = comparison.counts
        self.fingerprint = comparison.leavesOddRows ? nil : fingerprint
    }

    /// Whether it, or an image in it, is new and could not be looked at, or may be new at its place.
    var isUnknown: Bool {
        if isUnplaced { return true }
        if row.stored == nil && seen == nil && outcome.status.isProblem { return true }
        guard let seen else { return false }
        return added.contains { if case .failed = seen.items[$0.position] { true } else { false } }
    }

    /// Whether it was listed by an earlier run and could not be by this one: nobody comes to what is below it.
    var isOutOfReach: Bool {
        guard let stored = row.stored, stored.hasSubfolders, !outcome.isListed, trusted == nil else { return false }
        return stored.status == .listed && (outcome.status.isProblem || outcome.status == .vanished)
    }

    /// How many items are neither images nor folders nor links, nor would be images without a rule.
    var otherCount: Int64 {
        guard let seen else { return 0 }
        return Int64(seen.items.count - seen.skippedImages) - linkCount - Int64(counts.imagesSeen)
    }

    /// How many items are symbolic links.
    var linkCount: Int64 {
        Int64(seen?.listing.items.linkCount ?? 0)
    }

    /// How many bytes of memory it takes, about.
    var memory: Int {
        512
            + (seen.map { $0.listing.items.memory + ($0.listing.remote?.memory ?? 0) + $0.items.memory } ?? 0)
            + added.count * MemoryLayout<Added>.stride + updates.count * MemoryLayout<ImageUpdate>.stride
    }

    /// How many rows it writes, about.
    var rows: Int { 1 + added.count + updates.count + (changesSkips ? seen?.skips.count ?? 0 : 0) }
}
