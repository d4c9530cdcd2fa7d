/// A folder by the number that it keeps for ever, wherever it is and whatever it is called.
public struct LastingFolder: Sendable {
    /// The number, see ``FileFacts/inode``.
    public let item: Int64
    /// Where it is; it ``Volume/hasLastingIDs``.
    public let volume: Volume

    /// Makes one of its parts.
    public init(item: Int64, on volume: Volume) {
        self.item = item
        self.volume = volume
    }
}
