public import Listing

/// What a run found of one folder.
public struct SeenFolder: Sendable {
    /// What the folder contains.
    public let listing: FolderListing
    /// One for each of the listing's ``FolderItems/files``, in their order.
    public let items: SeenItems
    /// What rules kept out of it, in the order of the items.
    public let skips: [Skip]
    /// How many of the items would be images if no rule kept them out.
    public let skippedImages: Int
    /// Whether the folder was read to its end and each item was looked at: what is not in it is not there.
    public let isComplete: Bool
    /// Whether the folder was listed by this run; else the listing is what is stored of it.
    let isListed: Bool
    /// Whether there are rules in it or above it that are not in the run's: its times do not tell when they change.
    private let hasOwnRules: Bool
    /// Which stamps were so young when they were read that a later change may not show in them.
    private let racy: ClosedRange<Int64>?

    /// Makes it of its parts.
    ///
    /// - Parameters:
    ///   - listing: What the folder contains.
    ///   - items: What was seen at each of its files.
    ///   - skips: What rules kept out of it, in the order of the items.
    ///   - skippedImages: How many of the items, ``SeenItem/other`` each, would else be images.
    ///   - hasOwnRules: Whether there are rules in it or above it that are not in the run's.
    /// - Precondition: There are as many `items` as the listing has files.
    public init(
        listing: FolderListing,
        items: SeenItems,
        skips: [Skip] = [],
        skippedImages: Int = 0,
        hasOwnRules: Bool = false
    ) {
        self.init(listing, items, skips, skippedImages, hasOwnRules: hasOwnRules, isListed: true)
    }

    init(
        _ listing: FolderListing,
        _ items: SeenItems,
        _ skips: [Skip] = [],
        _ skippedImages: Int = 0,
        hasOwnRules: Bool = false,
        isListed: Bool
    ) {
        self.hasOwnRules = hasOwnRules
        self.isListed = isListed
        // Traps because rows would get the facts of their neighbours.
        precondition(items.count == listing.items.firstFolder)
        self.listing = listing
        self.items = items
        self.skips = skips
        self.skippedImages = skippedImages
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

    /// Whether a change of what is in the folder, right after its own facts were read or of its rules, might not show in
    /// them.
    var isRacy: Bool { hasOwnRules || isRacy(listing.facts) }

    /// Whether a change right after these facts were read might not show in them.
    func isRacy(_ facts: FileFacts) -> Bool {
        guard let racy else { return false }
        return racy.contains(facts.modified) || racy.contains(facts.changed)
    }
}
