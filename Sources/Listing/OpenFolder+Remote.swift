extension OpenFolder {
    /// A folder of a store on the network, whose items' facts came with its listing.
    ///
    /// - Parameters:
    ///   - remote: What the store said of the items.
    ///   - items: The items.
    ///   - facts: What is known of the folder itself.
    ///   - end: Whether these are all items.
    ///   - volume: Where it is.
    public init(
        remote: RemoteItems,
        items: FolderItems,
        facts: FileFacts,
        end: FolderListing.End,
        volume: Volume
    ) {
        let listing = FolderListing(items: items, facts: facts, end: end, volume: volume, remote: remote)
        self.init(
            listing: listing,
            hasFacts: true,
            inspector: { item in
                let position = item.withName { items.position(of: $0, in: 0..<items.firstFolder) }
                guard let position else {
                    // What was not read may have it.
                    if case .brokenOff(let error) = end { return .failure(error) }
                    return .failure(ListingError(call: "folder items", code: ListingError.missingCode))
                }
                return .success(remote.facts(at: position))
            },
            // The content of files is not asked for: a file with rules counts as none.
            reader: { _, _ in .failure(ListingError(call: "folder items", code: ListingError.missingCode)) }
        )
    }
}
