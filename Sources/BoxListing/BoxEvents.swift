import JSON

/// Some of what happened in an account.
struct BoxEvents: Equatable, Sendable {
    /// Something that happened to an item.
    struct Event: Equatable, Sendable {
        /// The item it happened to; not of one kind only.
        let item: Int64
        /// Whether it is a folder.
        let isFolder: Bool
        /// The folder that it is in since; nil if it does not say.
        let parent: Int64?
        /// Whether it went to the trash: it is where it is stored, if it is anywhere.
        let isTrash: Bool
    }

    let events: [Event]
    /// How many there were, those that are about no item included.
    let count: Int
    /// Where to go on.
    let nextPosition: String

    /// The most that are asked for at once.
    static let most = 500

    /// Reads a page of them.
    ///
    /// Nil if it is none.
    ///
    /// - Parameter body: The answer to a request for it.
    init?(_ body: [UInt8]) {
        let read = JSONValue.read(body) { value -> BoxEvents? in
            guard let entries = value["entries"], let count = entries.count,
                // A number of 64 bits in some answers, a text in others.
                let position = value["next_stream_position"],
                let next = position.string ?? position.integer.map({ "\($0)" })
            else { return nil }
            var events: [Event] = []
            for index in 0..<count {
                guard let entry = entries[index], let source = entry["source"], let item = boxID(source["id"]),
                    let type = source["type"]?.string, type == "file" || type == "folder" || type == "web_link"
                else { continue }
                events.append(
                    Event(
                        item: item,
                        isFolder: type == "folder",
                        parent: boxID(source["parent"]?["id"]),
                        isTrash: entry["event_type"]?.string == "ITEM_TRASH"
                    )
                )
            }
            return BoxEvents(events: events, count: count, nextPosition: next)
        }
        guard let read else { return nil }
        self = read
    }

    private init(events: [Event], count: Int, nextPosition: String) {
        self.events = events
        self.count = count
        self.nextPosition = nextPosition
    }
}
