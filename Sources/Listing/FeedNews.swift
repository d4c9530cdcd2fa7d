/// What a store on the network said has happened, when it was asked; all items by their ``FileFacts/inode``.
public struct FeedNews: Equatable, Sendable {
    /// The items, folders excepted, that something happened to.
    public var files: Set<Int64> = []
    /// The folders that something happened to.
    public var folders: Set<Int64> = []
    /// The folders that these were said to be in.
    public var parents: Set<Int64> = []
    /// Where the next run begins to ask.
    public var position: String

    /// Makes news of nothing.
    ///
    /// - Parameter position: Where the next run begins to ask.
    public init(position: String) {
        self.position = position
    }
}
