internal import Glibc

/// How the descriptors that the process may open are shared out.
struct DescriptorBudget: Equatable {
    /// Standard streams, the index and its log, the lock, dispatch's own, and some for the system's libraries.
    private static let reserve = 24
    /// A lane lists one folder, and holds on to another on the way there and to the one before.
    private static let perLane = 3
    /// A reader has the index and its log open.
    private static let perReader = 2

    /// The number of lanes.
    let width: Int
    /// The number of connections that read stored rows.
    let readers: Int
    /// The number of folders held open between their listing and that of their subfolders.
    let openFolders: Int

    /// Shares out.
    ///
    /// - Parameters:
    ///   - limit: How many descriptors the process may have.
    ///   - width: The number of lanes that are wanted; with few descriptors it is less.
    init(limit: Int, width: Int) {
        let available = max(0, min(limit, 1 << 20) - Self.reserve)
        readers = max(1, min(width, 8, available / 8))
        let forFolders = max(0, available - readers * Self.perReader)
        self.width = max(1, min(width, forFolders * 2 / 3 / Self.perLane))
        openFolders = max(1, min(128, forFolders - self.width * Self.perLane))
    }

    /// Raises the limit of this process as far as the system lets it, and says what it is.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return 256 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(kind, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
