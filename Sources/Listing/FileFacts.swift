internal import CSystem

/// What one `stat` says of a file or folder.
public struct FileFacts: Equatable, Sendable {
    /// In bytes; negative if nobody can say.
    public var size: Int64
    /// When the content was last modified, in nanoseconds since 1970-01-01 UTC.
    public var modified: Int64
    /// When content, owner, mode, name or links last changed, in nanoseconds since 1970-01-01 UTC.
    public var changed: Int64
    /// The inode number, its bits taken as a signed number.
    public var inode: Int64
    /// The device number, its bits taken as a signed number.
    public var device: Int64
    /// When it was made, in nanoseconds since 1970-01-01 UTC; nil where the file system does not say.
    public var born: Int64? {
        get { bornOrUnknown == Self.unknown ? nil : bornOrUnknown }
        set { bornOrUnknown = newValue ?? Self.unknown }
    }

    /// In bytes; nil if nobody can say, as of a document that is made when it is read.
    public var knownSize: Int64? { size < 0 ? nil : size }

    /// Stands for a time that nobody can say: the first that there is.
    public static let unknownTime = Int64.min

    // An optional would take as much memory again, for every image of the largest folder.
    private var bornOrUnknown: Int64
    private static let unknown = Int64.min

    /// Stands for the device number of items of a store on the network, which has none: no device of this machine has it.
    public static let noDevice: Int64 = -1

    /// Makes facts of their values.
    public init(size: Int64, modified: Int64, changed: Int64, inode: Int64, device: Int64, born: Int64? = nil) {
        bornOrUnknown = born ?? Self.unknown
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
        self.device = device
    }

    init(_ facts: imgindex_facts) {
        size = Int64(clamping: facts.size)
        modified = nanoseconds(facts.mtime_seconds, facts.mtime_nanoseconds)
        changed = nanoseconds(facts.ctime_seconds, facts.ctime_nanoseconds)
        inode = Int64(bitPattern: facts.inode)
        device = Int64(bitPattern: facts.device)
        bornOrUnknown = facts.has_btime ? nanoseconds(facts.btime_seconds, facts.btime_nanoseconds) : Self.unknown
    }
}

/// A time stamp in nanoseconds since 1970, the nearest that 64 bits hold.
///
/// 64 bits reach from 1677-09-21 to 2262-04-11; file systems keep stamps far
/// beyond (XFS to 2486, tmpfs to any second).
/// - Parameters:
///   - seconds: Whole seconds since 1970, rounded down: before 1970 negative.
///   - fraction: What follows, 0 to 999,999,999.
/// - Returns: The stamp, or the first or last that there is.
func nanoseconds(_ seconds: Int64, _ fraction: UInt32) -> Int64 {
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(Int64(fraction))
    guard overflow || carry else { return sum }
    // The first second that does not fit as a whole may fit with its fraction: -9,223,372,037 s + 145,224,192 ns.
    if seconds == -9_223_372_037 && fraction >= 145_224_192 {
        return Int64.min + Int64(fraction - 145_224_192)
    }
    return seconds < 0 ? .min : .max
}
