public import Listing

/// What a run found at the items of a folder that are not folders themselves, in their order.
///
/// Of a store on the network only what is not in its listing is kept: the largest folders would take half as much memory
/// again.
public struct SeenItems: RandomAccessCollection, Sendable {
    /// Of a tree on this machine.
    private let list: [SeenItem]
    /// Of a store on the network.
    private let remote: Remote?

    private struct Remote: Sendable {
        let kinds: [Int32]
        let items: RemoteItems
    }

    /// What is no image at an item of a store on the network: kept in place of the number of its extension.
    public enum NoImage: Int32, Sendable {
        /// ``SeenItem/other``.
        case other = -1
        /// ``SeenItem/unseen``.
        case unseen = -2
        /// ``SeenItem/gone``.
        case gone = -3
    }

    /// Makes it of what was found.
    public init(_ list: [SeenItem]) {
        self.list = list
        remote = nil
    }

    /// Makes it of the items of a store on the network.
    ///
    /// - Parameters:
    ///   - kinds: Of each the number of its extension, as ``SeenItem/image(_:extension:)`` has it, or a ``NoImage``.
    ///   - items: What the store said of them.
    public init(kinds: [Int32], of items: RemoteItems) {
        list = []
        remote = Remote(kinds: kinds, items: items)
    }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// How many there are.
    public var endIndex: Int { remote?.kinds.count ?? list.count }

    /// What was found at the item of a position.
    public subscript(position: Int) -> SeenItem {
        guard let remote else { return list[position] }
        let kind = remote.kinds[position]
        if kind >= 0 { return .image(remote.items.facts(at: position), extension: Int(kind)) }
        return switch NoImage(rawValue: kind) {
        case .unseen: .unseen
        case .gone: .gone
        case .other, nil: .other
        }
    }

    /// How many bytes of memory it takes, about, beside the listing.
    var memory: Int {
        list.count * MemoryLayout<SeenItem>.stride + (remote?.kinds.count ?? 0) * MemoryLayout<Int32>.stride
    }
}
