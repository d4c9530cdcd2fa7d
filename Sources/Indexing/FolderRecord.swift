import Listing

/// All that is to be written of one folder, in one transaction.
struct FolderRecord: Sendable {
    /// What became of the folder.
    struct Outcome: Sendable {
        var status: FolderStatus
        var error: ListingError?
        /// Whether this run listed it to its end.
        var isListed = false
        /// Whether it and all below it are done: known at once of a folder without subfolders.
        var isFinished = false
    }

    let folder: IndexedFolder
    var outcome: Outcome
    /// Nil if the folder could not be listed.
    var seen: SeenFolder?
    /// Positions in `seen.items` of the images to insert.
    var added: [Int] = []
    var updates: [ImageUpdate] = []
    /// Ids of stored subfolders that are proven not to be there.
    var missingFolders: [Int64] = []
    var counts = RunCounts()
    var presentChange: Int64 = 0
    var bytesChange: Int64 = 0

    /// How many items are neither images nor folders nor links.
    var otherCount: Int64 {
        guard let seen else { return 0 }
        return Int64(seen.items.count) - linkCount - Int64(counts.imagesSeen)
    }

    /// How many items are symbolic links.
    var linkCount: Int64 {
        Int64(seen?.listing.items.linkCount ?? 0)
    }

    /// How many bytes of memory it takes, about.
    var memory: Int {
        512 + (seen.map { $0.listing.items.memory + $0.items.count * MemoryLayout<SeenItem>.stride } ?? 0)
            + (added.count + updates.count * 4) * MemoryLayout<Int>.stride
    }

    /// How many rows it writes, about.
    var rows: Int { 1 + added.count + updates.count }
}
