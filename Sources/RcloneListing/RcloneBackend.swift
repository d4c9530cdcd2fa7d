import JSON

/// What differs between the stores that rclone knows, as far as an index of images cares.
///
/// All of it is in ``table``; what rclone itself tells of a store, as how exact its times are, is asked of it.
struct RcloneBackend: Equatable, Sendable {
    /// The word of `type` in rclone's configuration.
    let type: String
    /// Whether an item keeps its id when it is renamed, moved or overwritten, and nothing else ever gets it.
    let hasLastingIDs: Bool
    /// Whether digests come with a listing; where not, each would cost a request or the reading of the file.
    let hashesAreFree: Bool
    /// The steps of its times in nanoseconds, at least; what rclone says is taken if that is coarser.
    let precision: Int64
    /// Whether the time of a folder is one that the store keeps, not the moment of asking.
    let keepsFolderTimes: Bool
    /// Whether a path with a slash before it leads elsewhere than one without.
    let slashMatters: Bool
    /// Why.
    let reason: String

    private static let second: Int64 = 1_000_000_000
    private static let millisecond: Int64 = 1_000_000

    /// What is known of stores; of others what ``other`` says.
    static let table: [RcloneBackend] = [
        RcloneBackend(
            type: "drive",
            hasLastingIDs: true,
            hashesAreFree: true,
            precision: millisecond,
            keepsFolderTimes: true,
            slashMatters: false,
            reason: "ids are for life, md5Checksum is a field of the listing, times are in milliseconds"
        ),
        RcloneBackend(
            type: "onedrive",
            hasLastingIDs: true,
            hashesAreFree: true,
            precision: second,
            keepsFolderTimes: true,
            slashMatters: false,
            reason: "ids stay within a drive, hashes are a facet of the listing"
        ),
        RcloneBackend(
            type: "box",
            hasLastingIDs: true,
            hashesAreFree: true,
            precision: second,
            keepsFolderTimes: true,
            slashMatters: false,
            reason: "ids are for life, sha1 is a field of the listing; box: sees more, as etags and bookmarks"
        ),
        RcloneBackend(
            type: "dropbox",
            hasLastingIDs: true,
            hashesAreFree: true,
            precision: second,
            keepsFolderTimes: false,
            slashMatters: false,
            reason: "ids are for life, content_hash is a field of the listing, folders have no times"
        ),
        RcloneBackend(
            type: "s3",
            hasLastingIDs: false,
            hashesAreFree: true,
            precision: second,
            keepsFolderTimes: false,
            slashMatters: false,
            reason:
                "keys are all there is; the ETag is an MD5 unless uploaded in parts; folders are prefixes, their time is now"
        ),
        RcloneBackend(
            type: "google cloud storage",
            hasLastingIDs: false,
            hashesAreFree: true,
            precision: millisecond,
            keepsFolderTimes: false,
            slashMatters: false,
            reason: "as s3"
        ),
        RcloneBackend(
            type: "azureblob",
            hasLastingIDs: false,
            hashesAreFree: true,
            precision: second,
            keepsFolderTimes: false,
            slashMatters: false,
            reason: "as s3; Last-Modified is in seconds"
        ),
        RcloneBackend(
            type: "b2",
            hasLastingIDs: false,
            hashesAreFree: true,
            precision: millisecond,
            keepsFolderTimes: false,
            slashMatters: false,
            reason: "as s3; its ids are those of versions"
        ),
        RcloneBackend(
            type: "swift",
            hasLastingIDs: false,
            hashesAreFree: true,
            precision: second,
            keepsFolderTimes: false,
            slashMatters: false,
            reason: "as s3"
        ),
        RcloneBackend(
            type: "webdav",
            hasLastingIDs: false,
            hashesAreFree: true,
            precision: second,
            keepsFolderTimes: true,
            slashMatters: false,
            reason: "getlastmodified is in seconds; Nextcloud and ownCloud list digests, others have none"
        ),
        RcloneBackend(
            type: "http",
            hasLastingIDs: false,
            hashesAreFree: false,
            precision: second,
            keepsFolderTimes: false,
            slashMatters: false,
            reason: "Last-Modified is in seconds; folders are pages without a time"
        ),
        RcloneBackend(
            type: "sftp",
            hasLastingIDs: false,
            hashesAreFree: false,
            precision: second,
            keepsFolderTimes: true,
            slashMatters: true,
            reason:
                "a digest runs md5sum over there; times are in seconds; without a slash paths begin at the home folder"
        ),
        RcloneBackend(
            type: "local",
            hasLastingIDs: false,
            hashesAreFree: false,
            precision: 1,
            keepsFolderTimes: true,
            slashMatters: true,
            reason: "a digest reads the file; without a slash paths begin at the current folder"
        ),
        RcloneBackend(
            type: "ftp",
            hasLastingIDs: false,
            hashesAreFree: false,
            precision: second,
            keepsFolderTimes: true,
            slashMatters: true,
            reason: "MLSD says seconds; without a slash paths begin at the login's folder"
        ),
    ]

    /// What holds where nothing is known: nothing is relied on but path, size, and the times of files.
    ///
    /// A slash before a path is handed on as it is written, and taken to mean nothing: rclone's other stores take it away,
    /// and those that stand for another, as alias and crypt, put the path behind that one's.
    static let other = RcloneBackend(
        type: "",
        hasLastingIDs: false,
        hashesAreFree: true,
        precision: 1,
        keepsFolderTimes: false,
        slashMatters: false,
        reason: "rclone says whether digests are slow and how exact times are"
    )

    /// The steps of the times of a store in nanoseconds; nil: it keeps none.
    ///
    /// rclone says of stores whose times cannot be set that there are none. Those in the table keep some of their own;
    /// of others that is not known, and rclone may say the moment of asking.
    func precision(_ features: RcloneFeatures) -> Int64? {
        guard let said = features.precision else { return type.isEmpty ? nil : precision }
        return max(said, precision)
    }

    /// What is known of a store.
    ///
    /// - Parameter type: The word of `type` in rclone's configuration; nil: it has none.
    /// - Returns: Its row.
    static func of(_ type: String?) -> RcloneBackend {
        table.first { $0.type == type } ?? other
    }
}

/// What rclone itself tells of a store: the answer to `operations/fsinfo`.
struct RcloneFeatures: Equatable, Sendable {
    /// The steps of its times in nanoseconds; nil: it keeps none, or none that can be set.
    var precision: Int64? = 1
    /// A digest that is cheap to ask for; nil: there is none.
    var hash: String?

    /// Times that are no more exact than this are none: rclone says a hundred years where it has none.
    private static let longest: Int64 = 86_400 * 1_000_000_000

    /// What holds where rclone cannot be asked.
    init() {}

    /// Reads an answer; nil if it is none.
    init?(_ answer: [UInt8]) {
        let read = JSONValue.read(answer) { value -> RcloneFeatures? in
            guard let features = value["Features"], features.isObject else { return nil }
            var found = RcloneFeatures()
            let precision = value["Precision"]?.integer ?? 1
            found.precision = precision > Self.longest ? nil : max(1, precision)
            if features["SlowHash"]?.boolean == false, let hashes = value["Hashes"], let count = hashes.count {
                let names = (0..<count).compactMap { hashes[$0]?.string }
                found.hash = ["sha1", "md5"].first { names.contains($0) } ?? names.first
            }
            return found
        }
        guard let read else { return nil }
        self = read
    }
}
