import JSON
import Listing

/// An item of a folder, as rclone lists it.
struct RcloneItem: Equatable, Sendable {
    let name: [UInt8]
    /// In bytes; negative: rclone cannot say.
    let size: Int64
    /// In nanoseconds since 1970-01-01 UTC; nil: there is none, or one that is made up.
    let modified: Int64?
    let isFolder: Bool
    /// Empty: the store has none.
    let id: [UInt8]
    /// The digests that came with it, in the order of their names.
    let hash: [UInt8]
    let sha1: SHA1Digest?

    /// What some backends say where they know no time.
    private static let madeUp = "2000-01-01T00:00:00Z"

    /// Reads an item; nil if it makes no sense: no name, or one that cannot be one of a path.
    init?(_ value: JSONValue) {
        guard let name = value["Name"]?.bytes, FolderItem.isName(name), let isFolder = value["IsDir"]?.boolean else {
            return nil
        }
        self.name = name
        self.isFolder = isFolder
        // One that is no number is unknown, and not an empty file.
        size = max(-1, value["Size"]?.integer ?? -1)
        let time = value["ModTime"]?.string ?? ""
        // So is the beginning of 1970; the year 1 of Go is none that 64 bits hold.
        modified = time == Self.madeUp ? nil : internetTime(time).flatMap { $0 == 0 ? nil : $0 }
        id = value["ID"]?.bytes ?? []
        let digests = value["Hashes"]
        sha1 = digests?["sha1"]?.bytes.flatMap(SHA1Digest.init(hex:))
        hash = Self.digests.reduce(into: []) { $0 += digests?[$1]?.bytes ?? [] }
    }

    private static let digests: [StaticString] = [
        "sha1", "md5", "quickxor", "dropbox", "sha256", "crc32", "hidrive", "mailru", "whirlpool",
    ]

    /// Reads a listing.
    ///
    /// - Parameter body: What rclone answered: an array, or an object with one called `list`.
    /// - Returns: The items that make sense, and how many do not; nil if it is no listing.
    static func all(in body: [UInt8]) -> (items: [RcloneItem], odd: Int)? {
        JSONValue.read(body) { value in
            // A folder without items is `null` in some versions.
            if value.isObject, value["list"] == nil { return nil }
            guard let list = value.isObject ? value["list"] : value, let count = list.count else { return nil }
            var items: [RcloneItem] = []
            items.reserveCapacity(count)
            for index in 0..<count {
                if let item = list[index].flatMap(RcloneItem.init) { items.append(item) }
            }
            return (items, count - items.count)
        }
    }
}
