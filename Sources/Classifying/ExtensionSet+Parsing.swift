extension ExtensionSet {
    /// The set that a list of extensions asks for.
    ///
    /// The list is items separated by commas:
    /// - `jpg`: a plain item. The plain items together replace the table.
    /// - `+jpg` adds one. One that is there already is no error.
    /// - `-jpg` takes one away. One that is not there is an error.
    ///
    /// Wherever they stand, plain items come first; then the signed ones, in
    /// their order, change what the plain items gave, or the table when there
    /// is none. An item may have one dot before the extension, after the sign:
    /// `.jpg`, `+.jpg`. `A`–`Z` count as `a`–`z`, whatever the locale; other
    /// letters are compared byte for byte.
    ///
    /// An extension has 1 to ``longestExtension`` bytes of valid UTF-8, without
    /// white space, control characters, `/`, a dot, `*` or `?` (there are no
    /// patterns), and does not start with `+` or `-` itself.
    ///
    /// - Parameter list: The bytes of the list, such as an argument holds them.
    /// - Throws: ``ExtensionListError`` for the first item that is wrong.
    /// - Complexity: Linear in the length, and n log n in the items of the set.
    public init(parsing list: some Sequence<UInt8>) throws(ExtensionListError) {
        let bytes = Array(list)
        guard !bytes.isEmpty else { throw ExtensionListError(.emptyList) }

        var changes: [ExtensionListItem] = []
        var plain: Set<[UInt8]> = []
        for (index, written) in bytes.split(separator: comma, omittingEmptySubsequences: false).enumerated() {
            let item = try ExtensionListItem(written: Array(written), number: index + 1)
            switch item.sign {
            case .plain: plain.insert(item.bytes)
            case .plus, .minus: changes.append(item)
            }
        }

        var members = plain.isEmpty ? Set(Self.table.keys) : plain
        for item in changes {
            switch item.sign {
            case .plus:
                members.insert(item.bytes)
            case .minus:
                guard members.remove(item.bytes) != nil else { throw item.error(.notThere) }
            case .plain:
                break  // Only signed items were kept in `changes`.
            }
        }
        guard !members.isEmpty else { throw ExtensionListError(.nothingLeft) }
        self.init(sorting: members.map { Self.table[$0] ?? ImageExtension(bytes: $0, format: nil) })
    }

    /// The set that a list of extensions asks for.
    ///
    /// The same rules as for bytes.
    ///
    /// - Parameter list: The list.
    /// - Throws: ``ExtensionListError`` for the first item that is wrong.
    public init(parsing list: String) throws(ExtensionListError) {
        try self.init(parsing: list.utf8)
    }
}

private let comma = UInt8(ascii: ",")
