public import Listing

/// What a run found at one item of a folder that is not a folder itself.
public enum SeenItem: Equatable, Sendable {
    /// An image, with its facts.
    ///
    /// `extension` is the position of its extension in the list the run was given.
    case image(FileFacts, extension: Int)
    /// A file whose name is an image's, but which could not be inspected.
    case failed(ListingError, extension: Int)
    /// It was listed, and gone a moment later.
    case gone
    /// Anything else.
    case other
    /// The run was stopped before it came to it.
    case unseen
}
