import AsyncLoop
import Listing

/// Where the items of a root come from, and what can be asked of it when it was walked.
struct RootSource: Sendable {
    /// Lists its folders.
    let lister: any FolderLister
    /// Where they are listed, and how many at once.
    let lanes: Lanes
    /// Why what was walked is not what the root's path leads to now; nil: it is.
    let replacement: @Sendable () -> String?
    /// Why nothing more was told from some moment on; nil: all was.
    let refusal: @Sendable () -> ListingError?
    /// Ends its walk.
    let stop: LoopStop
}
