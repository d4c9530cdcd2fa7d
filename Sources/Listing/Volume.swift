/// A file system, by what stays the same when it is mounted again.
///
/// The device number of ``FileFacts`` does not: it is given out in the order of mounting.
public struct Volume: Hashable, Sendable {
    /// Its UUID or the nearest thing that its kind of file system has; see ``VolumeTable``.
    public let identity: [UInt8]
    /// The name of its kind, as in mount(8): `ext4`, `nfs4`.
    public let type: String
    /// Whether a file keeps its ``FileFacts/inode`` for ever, and nothing else ever gets it: it alone tells which file
    /// it is, wherever it is and whatever is in it.
    public let hasLastingIDs: Bool

    /// Makes a volume of its parts.
    public init(identity: [UInt8], type: String, hasLastingIDs: Bool = false) {
        self.hasLastingIDs = hasLastingIDs
        self.identity = identity
        self.type = type
    }
}
