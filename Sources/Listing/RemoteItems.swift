/// What a store on the network said of the items of one folder while it listed them.
public struct RemoteItems: Sendable {
    /// What was said of one item, as small as can be.
    fileprivate struct Entry: Sendable {
        let size: Int64
        let modified: Int64
        let changed: Int64
        let inode: Int64
        let remote: RemoteFacts
    }

    /// So many entries are kept in one piece: one array of all would be copied as it grows.
    fileprivate static let pieceBits = 10

    /// By the positions of the items: which of the entries is theirs.
    private let places: [Int32]
    private let pieces: [[Entry]]
    /// The names that more than one item has, which a tree of paths cannot tell apart: only the one with the lowest
    /// ``FileFacts/inode`` is among the items.
    public let ambiguous: [[UInt8]]

    /// What every item has.
    ///
    /// - Parameter position: The position of the item.
    /// - Returns: Its facts.
    public func facts(at position: Int) -> FileFacts {
        let entry = entry(at: position)
        return FileFacts(
            size: entry.size,
            modified: entry.modified,
            changed: entry.changed,
            inode: entry.inode,
            device: FileFacts.noDevice
        )
    }

    /// What only such a store has, by the position of the item.
    public subscript(position: Int) -> RemoteFacts { entry(at: position).remote }

    /// How many bytes of memory it takes, about.
    public var memory: Int {
        places.count * (MemoryLayout<Int32>.stride + MemoryLayout<Entry>.stride)
    }

    private func entry(at position: Int) -> Entry {
        let place = Int(places[position])
        return pieces[place >> Self.pieceBits][place & (1 << Self.pieceBits - 1)]
    }

    /// Collects the items of a folder in any order.
    public struct Builder: Sendable {
        private var items = FolderItems.Builder()
        /// By order of arrival: where the name ends in `names`, and whether it is a folder's.
        private var ends: [(end: Int32, isFolder: Bool)] = []
        private var names: [UInt8] = []
        private var pieces: [[Entry]] = []
        private let hasLastingIDs: Bool

        /// Makes an empty one.
        ///
        /// - Parameter hasLastingIDs: Whether two of one number are the same, see ``Volume/hasLastingIDs``. Default: they are
        ///   not.
        public init(hasLastingIDs: Bool = false) {
            self.hasLastingIDs = hasLastingIDs
        }

        /// Adds an item.
        ///
        /// - Parameters:
        ///   - name: The bytes of its name, not empty, without `/` and zero bytes.
        ///   - kind: What it is.
        ///   - facts: What every item has; nothing is kept of when it was made.
        ///   - remote: What only a store on the network has.
        public mutating func append(
            _ name: [UInt8],
            kind: ItemKind,
            facts: FileFacts,
            remote: RemoteFacts = RemoteFacts()
        ) {
            name.withUnsafeBytes { items.append($0, kind: kind) }
            names += name
            ends.append((Int32(clamping: names.count), kind == .folder))
            if pieces.last.map({ $0.count == 1 << RemoteItems.pieceBits }) ?? true {
                pieces.append([])
            }
            pieces[pieces.count - 1].append(
                Entry(
                    size: facts.size,
                    modified: facts.modified,
                    changed: facts.changed,
                    inode: facts.inode,
                    remote: remote
                )
            )
        }

        /// The items in their order, and what is known of them.
        ///
        /// - Complexity: O(n log n).
        public consuming func finish() -> (items: FolderItems, remote: RemoteItems) {
            let sorted = items.finish()
            var places = [Int32](repeating: -1, count: sorted.count)
            var ambiguous: Set<[UInt8]> = []
            var start = 0
            for (index, item) in ends.enumerated() {
                let end = Int(item.end)
                defer { start = end }
                let range = item.isFolder ? sorted.firstFolder..<sorted.count : 0..<sorted.firstFolder
                let position = names.withUnsafeBytes { names in
                    sorted.position(of: UnsafeRawBufferPointer(rebasing: names[start..<end]), in: range)
                }
                guard let position else { continue }
                let other = places[position]
                if other >= 0 {
                    // Pages of a folder that changes may overlap.
                    if hasLastingIDs && inode(Int(other)) == inode(index) { continue }
                    ambiguous.insert(Array(names[start..<end]))
                    if inode(Int(other)) <= inode(index) { continue }
                }
                places[position] = Int32(index)
            }
            return (
                sorted,
                RemoteItems(
                    places: places,
                    pieces: pieces,
                    ambiguous: ambiguous.sorted { $0.lexicographicallyPrecedes($1) }
                )
            )
        }

        private func inode(_ place: Int) -> Int64 {
            pieces[place >> RemoteItems.pieceBits][place & (1 << RemoteItems.pieceBits - 1)].inode
        }
    }

    private init(places: [Int32], pieces: [[Entry]], ambiguous: [[UInt8]]) {
        self.places = places
        self.pieces = pieces
        self.ambiguous = ambiguous
    }
}
