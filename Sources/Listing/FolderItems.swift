/// The items of one folder in the documented order: first all that are not
/// folders, then the folders, each sorted by the bytes of their names.
///
/// The same folder has the same order on every file system.
public struct FolderItems: RandomAccessCollection, Sendable {
    @usableFromInline
    struct Entry: Sendable {
        /// The first eight bytes of the name, the first the most significant: decides most comparisons.
        let prefix: UInt64
        @usableFromInline
        let start: Int
        @usableFromInline
        let count: Int32
        @usableFromInline
        let kind: ItemKind

        @inlinable
        var range: Range<Int> { start..<start + Int(count) }
    }

    /// All names, each followed by a zero byte.
    @usableFromInline
    let names: [UInt8]
    @usableFromInline
    let entries: [Entry]

    /// Where the folders begin.
    public let firstFolder: Int

    /// The number of items.
    @inlinable
    public var endIndex: Int { entries.count }

    /// Always 0.
    @inlinable
    public var startIndex: Int { 0 }

    /// The item at a position.
    @inlinable
    public subscript(position: Int) -> FolderItem {
        let entry = entries[position]
        return FolderItem(kind: entry.kind, names: names, start: entry.start, count: Int(entry.count))
    }

    /// How many are symbolic links.
    public let linkCount: Int

    /// All that are not folders.
    public var files: Slice<FolderItems> { self[0..<firstFolder] }

    /// The folders.
    public var folders: Slice<FolderItems> { self[firstFolder..<count] }

    /// How many bytes of memory it takes, about.
    public var memory: Int {
        names.count + entries.count * MemoryLayout<Entry>.stride
    }

    /// Finds an item by its name.
    ///
    /// - Parameters:
    ///   - name: The bytes of the name.
    ///   - range: Where to look: ``files`` or ``folders`` as a range of positions.
    /// - Returns: Its position, or nil.
    /// - Complexity: O(log n).
    public func position(of name: UnsafeRawBufferPointer, in range: Range<Int>) -> Int? {
        names.withUnsafeBytes { bytes in
            let prefix = namePrefix(name)
            var low = range.lowerBound
            var high = range.upperBound
            while low < high {
                let middle = (low + high) / 2
                let entry = entries[middle]
                if entry.prefix == prefix && entry.count == Int32(name.count)
                    && nameOrder(UnsafeRawBufferPointer(rebasing: bytes[entry.range]), name) == 0
                {
                    return middle
                }
                let isBefore =
                    entry.prefix == prefix
                    ? nameOrder(UnsafeRawBufferPointer(rebasing: bytes[entry.range]), name) < 0
                    : entry.prefix < prefix
                if isBefore { low = middle + 1 } else { high = middle }
            }
            return nil
        }
    }

    /// The names of all items, while they stay where they are in memory.
    public struct Names {
        private let bytes: UnsafeRawBufferPointer
        private let entries: [Entry]

        init(_ bytes: UnsafeRawBufferPointer, _ entries: [Entry]) {
            self.bytes = bytes
            self.entries = entries
        }

        /// The bytes of the name of the item at a position.
        public subscript(position: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: bytes[entries[position].range])
        }
    }

    /// Calls a closure with the names of all items; they are valid until it returns.
    public func withNames<Result, Failure: Error>(
        _ body: (Names) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes(of: names, in: 0..<names.count) { (bytes) throws(Failure) -> Result in
            try body(Names(bytes, entries))
        }
    }

    /// Whether the item at a position has a name.
    public func isName(_ name: UnsafeRawBufferPointer, at position: Int) -> Bool {
        let entry = entries[position]
        return entry.count == Int32(clamping: name.count)
            && names.withUnsafeBytes { nameOrder(UnsafeRawBufferPointer(rebasing: $0[entry.range]), name) == 0 }
    }

    /// Collects the items of a folder in any order.
    public struct Builder: Sendable {
        private var names: [UInt8] = []
        private var entries: [Entry] = []

        /// Makes an empty one.
        public init() {}

        /// Adds an item.
        ///
        /// - Parameters:
        ///   - name: The bytes of its name, not empty, without `/` and zero bytes.
        ///   - kind: What it is.
        public mutating func append(_ name: UnsafeRawBufferPointer, kind: ItemKind) {
            if entries.isEmpty {
                // Room for the items of most folders.
                names.reserveCapacity(1024)
                entries.reserveCapacity(48)
            }
            entries.append(
                Entry(prefix: namePrefix(name), start: names.count, count: Int32(clamping: name.count), kind: kind)
            )
            names.append(contentsOf: name)
            names.append(0)
        }

        /// The items in their order.
        ///
        /// - Complexity: O(n log n).
        public consuming func finish() -> FolderItems {
            FolderItems(names: names, unordered: entries)
        }
    }

    private init(names: [UInt8], unordered entries: consuming [Entry]) {
        names.withUnsafeBytes { bytes in
            entries.sort { first, second in
                if (first.kind == .folder) != (second.kind == .folder) { return second.kind == .folder }
                if first.prefix != second.prefix { return first.prefix < second.prefix }
                return nameOrder(
                    UnsafeRawBufferPointer(rebasing: bytes[first.range]),
                    UnsafeRawBufferPointer(rebasing: bytes[second.range])
                ) < 0
            }
        }
        // A file system may hand a name out twice when the folder changes while it is read (readdir(3)).
        var count = 0
        names.withUnsafeBytes { bytes in
            for index in entries.indices {
                if count > 0 && isSameName(entries[count - 1], entries[index], bytes) { continue }
                entries[count] = entries[index]
                count += 1
            }
        }
        entries.removeLast(entries.count - count)
        self.names = names
        self.entries = entries
        firstFolder = entries.firstIndex { $0.kind == .folder } ?? entries.count
        linkCount = entries.reduce(0) { $0 + ($1.kind == .link ? 1 : 0) }
    }
}

/// Whether two entries are of the same sort and name.
private func isSameName(
    _ first: FolderItems.Entry,
    _ second: FolderItems.Entry,
    _ names: UnsafeRawBufferPointer
) -> Bool {
    first.prefix == second.prefix && first.count == second.count
        && (first.kind == .folder) == (second.kind == .folder)
        && nameOrder(
            UnsafeRawBufferPointer(rebasing: names[first.range]),
            UnsafeRawBufferPointer(rebasing: names[second.range])
        ) == 0
}
