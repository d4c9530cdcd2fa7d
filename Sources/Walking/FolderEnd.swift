public import Listing

/// How the walk of one folder ended.
public struct FolderEnd: Equatable, Sendable {
    /// What became of the folder itself.
    public enum Status: Equatable, Sendable {
        /// It was listed to its end.
        case listed
        /// The visitor did not want it listed.
        case skipped
        /// It is on another volume than the root, and was not to be read.
        case otherVolume
        /// The visitor did not want what is below it, see ``VisitReply/leave``.
        case left
        /// It could not be listed, or not to its end.
        case failed(ListingError)
        /// The walk was stopped before it was done.
        case unfinished
    }

    /// What became of the folder itself.
    public let status: Status
    /// Whether it and every folder below it was listed to its end or skipped.
    public let isFinished: Bool

    /// Makes an end of its parts.
    public init(status: Status, isFinished: Bool) {
        self.status = status
        self.isFinished = isFinished
    }
}
