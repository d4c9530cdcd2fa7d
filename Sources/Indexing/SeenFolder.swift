public import Listing

/// What a run found of one folder.
public struct SeenFolder: Sendable {
    /// What the folder contains.
    public let listing: FolderListing
    /// One for each of the listing's ``FolderItems/files``, in their order.
    public let items: [SeenItem]
    /// Whether the folder was read to its end and each item was looked at: what is not in it is not there.
    public let isComplete: Bool
    /// Whether the folder was listed by this run; else the listing is what is stored of it.
    let isListed: Bool
    /// Which stamps were so young when they were read that a later change may not show in them.
    private let racy: ClosedRange<Int64>?

    /// Makes it of its parts.
    ///
    /// - Precondition: There are as many `items` as the listing has files.
    public init(listing: FolderListing, items: [SeenItem]) {
        self.init(listing: listing, items: items, isListed: true)
    }

    init(listing: FolderListing, items: [SeenItem], isListed: Bool) {
        self.isListed = isListed
        // Traps because rows would get the facts of their neighbours.
        precondition(items.count == listing.items.firstFolder)
        self.listing = listing
        self.items = items
        racy = listing.began.map { began in
            let first = began.subtractingReportingOverflow(Self.racyTime)
            let last = max(began, currentTime()).addingReportingOverflow(Self.racyTime)
            return (first.overflow ? .min : first.partialValue)...(last.overflow ? .max : last.partialValue)
        }
        isComplete = isListed && listing.end == .complete && !items.contains(.unseen)
    }

    /// How close a stamp has to be to the moment it was read for a later change to get the same one, in nanoseconds:
    /// FAT keeps times in steps of 2 s, and a kernel's clock may be a tick behind.
    static let racyTime: Int64 = 3_000_000_000

    /// Whether a change in the folder right after its own facts were read might not show in them.
    var isRacy: Bool { isRacy(listing.facts) }

    /// Whether a change right after these facts were read might not show in them.
    func isRacy(_ facts: FileFacts) -> Bool {
        guard let racy else { return false }
        return racy.contains(facts.modified) || racy.contains(facts.changed)
    }
}
