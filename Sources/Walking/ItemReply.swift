public import Listing

/// What an item's task replies with: what the item was.
public enum ItemReply: Equatable, Sendable {
    /// A file of the kind the visitor looks for.
    ///
    /// `tag` is the visitor's own, say which kind it was.
    case kept(FileFacts, tag: Int32)
    /// Something else: nothing to remember but that it is there.
    case passed
    /// A folder, after all below it was walked.
    case folder(FolderEnd)
    /// It could not be inspected.
    case failed(ListingError)
}
