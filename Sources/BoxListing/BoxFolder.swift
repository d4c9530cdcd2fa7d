import JSON
import Listing

/// A folder on Box itself, as its API tells of it.
struct BoxFolder: Equatable, Sendable {
    /// The id of the folder that holds all others of an account; its name is `All Files`.
    static let allFiles: Int64 = 0

    let item: BoxItem
    /// The folders above it from the one of all files down, which is left out; nil if the account does not see them all.
    let namesAbove: [[UInt8]]?

    static let fields = BoxItem.fields + ",path_collection"

    /// Reads a folder.
    ///
    /// Nil if it is none.
    ///
    /// - Parameter body: The answer to a request for it.
    init?(_ body: [UInt8]) {
        let read = JSONValue.read(body) { value -> BoxFolder? in
            guard let item = BoxItem(value), item.kind == .folder else { return nil }
            return BoxFolder(item: item, namesAbove: Self.namesAbove(value["path_collection"]?["entries"]))
        }
        guard let read else { return nil }
        self = read
    }

    private init(item: BoxItem, namesAbove: [[UInt8]]?) {
        self.item = item
        self.namesAbove = namesAbove
    }

    private static func namesAbove(_ entries: JSONValue?) -> [[UInt8]]? {
        guard let entries, let count = entries.count, count > 0, boxID(entries[0]?["id"]) == allFiles else {
            return nil
        }
        var names: [[UInt8]] = []
        for index in 1..<max(1, count) {
            guard let name = entries[index]?["name"]?.bytes, FolderItem.isName(name) else {
                return nil
            }
            names.append(name)
        }
        return names
    }
}
