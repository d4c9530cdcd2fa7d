/// What a run counted, as the columns of the view `runs`.
public struct RunCounts: Equatable, Sendable {
    /// Folders listed to their end.
    public var foldersListed = 0
    /// Folders that could not be listed, or not to their end.
    public var foldersFailed = 0
    /// Folders that a rule keeps out.
    public var foldersExcluded = 0
    /// Folders not listed, as their times are as stored.
    public var foldersTrusted = 0
    /// Images found in the folders.
    public var imagesSeen = 0
    /// Images as they were.
    public var unchanged = 0
    /// Images never seen before.
    public var added = 0
    /// Images with another size than stored, or whose name another file has.
    public var changed = 0
    /// Images of the same size of which only stamps differ.
    public var touched = 0
    /// Images that are proven not to be where they were.
    public var missing = 0
    /// Images that were elsewhere: renamed or moved, or in a folder that was.
    public var moved = 0
    /// Images that are absent and not called missing until that is accepted.
    public var held = 0
    /// Images that were missing or excluded and are there again.
    public var returned = 0
    /// Images that are there, but that a rule does not count as images any more.
    public var excluded = 0
    /// Images that could not be inspected.
    public var imageErrors = 0

    /// Everything that could not be read.
    public var errors: Int { foldersFailed + imageErrors }

    /// Counts of nothing.
    public init() {}

    /// Adds the counts of a part.
    public static func += (counts: inout RunCounts, part: RunCounts) {
        counts.foldersListed += part.foldersListed
        counts.foldersFailed += part.foldersFailed
        counts.foldersExcluded += part.foldersExcluded
        counts.foldersTrusted += part.foldersTrusted
        counts.imagesSeen += part.imagesSeen
        counts.unchanged += part.unchanged
        counts.added += part.added
        counts.changed += part.changed
        counts.touched += part.touched
        counts.missing += part.missing
        counts.moved += part.moved
        counts.held += part.held
        counts.returned += part.returned
        counts.excluded += part.excluded
        counts.imageErrors += part.imageErrors
    }
}
