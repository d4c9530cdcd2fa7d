internal import Glibc

/// How the descriptors that the process may open are shared out.
struct DescriptorBudget: Equatable {
    /// The fewest that a run needs beside those that were open when it started.
    ///
    /// Measured are 18, of a run of width 1: the lock, three connections with their logs, one reader,
    /// dispatch's own, the root and the folders on the way. The others are for SQLite's temporary files.
    static let fewest = 21
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

    /// The most calls that may be given up on mounts that hang: each keeps up to three descriptors.
    let stalls: Int

    /// Shares out; nil if there are fewer than ``fewest``.
    ///
    /// - Parameters:
    ///   - limit: How many descriptors the process may have.
    ///   - open: How many of them it has.
    ///   - width: The number of lanes that are wanted; with few descriptors it is less.
    init?(limit: Int, open: Int, width: Int) {
        let available = min(limit, 1 << 20) - open - Self.fewest
        if available < 0 { return nil }
        stalls = max(1, min(64, available / 12))
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

    /// How many descriptors are open that count towards a limit; the shell or cron may have left some.
    static func openCount(below limit: Int) -> Int {
        guard let folder = opendir("/proc/self/fd") else {
            // Without one descriptor left all are open; without /proc the standard streams are.
            return errno == EMFILE ? limit : 3
        }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let number = Int(name), number < limit, number != dirfd(folder) else { continue }
            count += 1
        }
        return count
    }
}
