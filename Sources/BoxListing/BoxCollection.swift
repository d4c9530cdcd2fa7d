import JSON

/// One page of the items of a folder.
struct BoxCollection: Equatable, Sendable {
    let items: [BoxItem]
    /// What to ask the next page with; nil: this is the last.
    let nextMarker: String?

    /// The most items of a page that Box gives.
    static let largestPage = 1_000

    /// Reads a page.
    ///
    /// Nil if it is none, or an item makes no sense: what is left out would seem to be gone.
    ///
    /// - Parameter body: The answer to a request for it.
    init?(_ body: [UInt8]) {
        let read = JSONValue.read(body) { value -> BoxCollection? in
            guard let entries = value["entries"], let count = entries.count else { return nil }
            var items: [BoxItem] = []
            items.reserveCapacity(count)
            for index in 0..<count {
                guard let item = entries[index].flatMap(BoxItem.init) else { return nil }
                items.append(item)
            }
            let marker = value["next_marker"]?.string
            return BoxCollection(items: items, nextMarker: marker == "" ? nil : marker)
        }
        guard let read else { return nil }
        self = read
    }

    private init(items: [BoxItem], nextMarker: String?) {
        self.items = items
        self.nextMarker = nextMarker
    }
}
