import JSON
import Listing

/// An item of a folder on Box, as its API tells of it.
struct BoxItem: Equatable, Sendable {
    /// What it is: the words of `type`.
    enum Kind: String, Sendable {
        case file
        case folder
        /// A bookmark: no file, and nothing below it.
        case webLink = "web_link"
    }

    let kind: Kind
    /// Unique among the account's items of its kind, and never given to another.
    let id: Int64
    let name: [UInt8]
    /// Whether the name can be one of a path.
    var hasUsableName: Bool { FolderItem.isName(name) }
    /// In bytes; of a folder all below it.
    let size: Int64
    let sha1: SHA1Digest?
    let etag: Int64?
    let sequence: Int64?
    /// When its content was modified, or else when it was on Box, in nanoseconds since 1970-01-01 UTC.
    let modified: Int64?
    /// Whether it is not in the trash.
    let isActive: Bool

    /// Which of its members are asked for.
    ///
    /// `shared_link` is left out: it is private, and means nothing here.
    static let fields =
        "type,id,name,size,sha1,etag,sequence_id,content_modified_at,content_created_at,modified_at,item_status"

    /// Reads an item; nil if it makes no sense: no id, or a name that cannot be one of a path.
    init?(_ value: JSONValue) {
        guard let kind = value["type"]?.string.flatMap(Kind.init(rawValue:)), let id = boxID(value["id"]),
            let name = value["name"]?.bytes
        else { return nil }
        self.kind = kind
        self.id = id
        self.name = name
        let size = value["size"]?.integer
        // A file without a size would look like one that was emptied.
        if kind == .file && (size ?? -1) < 0 { return nil }
        self.size = size ?? 0
        sha1 = value["sha1"]?.bytes.flatMap(SHA1Digest.init(hex:))
        etag = value["etag"]?.string.flatMap { Int64($0) }
        sequence = value["sequence_id"]?.string.flatMap { Int64($0) }
        modified = (value["content_modified_at"] ?? value["modified_at"])?.string.flatMap(internetTime)
        isActive = value["item_status"]?.string.map { $0 == "active" } ?? true
    }

    /// What kind of thing it is for a walk.
    var itemKind: ItemKind {
        switch kind {
        case .file: .file
        case .folder: .folder
        case .webLink: .link
        }
    }

    /// Its facts, in the terms of a file system.
    var facts: FileFacts {
        FileFacts(size: size, modified: modified ?? 0, changed: stamp, inode: id, device: FileFacts.noDevice)
    }

    /// Differs when anything differs that Box counts as a change.
    private var stamp: Int64 {
        var hash = StableHash()
        hash.add(etag ?? -1)
        hash.add(sequence ?? -1)
        for byte in sha1?.hex.utf8 ?? "".utf8 { hash.add(Int64(byte)) }
        return hash.value
    }

    /// What only Box has.
    var remoteFacts: RemoteFacts { RemoteFacts(sha1: sha1, etag: etag, sequence: sequence) }
}

/// An id as Box writes it: a string of digits.
func boxID(_ value: JSONValue?) -> Int64? {
    guard let id = value?.string.flatMap({ Int64($0) }) ?? value?.integer, id >= 0 else { return nil }
    return id
}
