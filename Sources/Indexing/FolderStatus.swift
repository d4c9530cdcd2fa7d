import Listing

/// What became of a folder: the words of the column `folders.status`.
public enum FolderStatus: String, Sendable {
    /// Listed to its end.
    case listed
    /// It is there, but may not be read.
    case denied
    /// It was listed in its folder, and gone when it was to be listed itself.
    case vanished
    /// It could not be read, or not to its end.
    case failed
    /// It is not the volume that it was: a mount that is gone, or another in its place.
    case offline
    /// A call on it did not come back in time.
    case stalled
    /// It is another volume than the root's, and the run was to stay on that one.
    case otherVolume = "other-volume"
    /// A rule keeps it out.
    case excluded
    /// The run ended before it was listed.
    case unfinished
    /// Proven not to be there.
    case missing

    init(_ error: ListingError) {
        switch error.meaning {
        case .denied: self = .denied
        case .vanished: self = .vanished
        case .stalled: self = .stalled
        case .stopped, .refused: self = .unfinished
        case .failed: self = .failed
        }
    }

    /// Whether it needs a person.
    var isProblem: Bool {
        self == .denied || self == .failed || self == .offline || self == .stalled
    }
}
