import SQLite

/// What the folders' trees gained or lost in the open transaction.
///
/// Every change of a folder's own images concerns all folders above it. They are
/// written once a transaction, from the deepest up, so that the totals of every
/// folder are right whenever a transaction ends.
struct TreeTotals {
    private struct Gain {
        var depth: Int
        var count: Int64
        var bytes: Int64
    }

    /// A root inside another has its ancestors at -1 and above, as many as fit into a path (PATH_MAX): whoever
    /// comes higher goes round in a circle, in an index that was damaged by hand.
    private static let highest = -4096

    private var gains: [Int64: Gain] = [:]

    /// Notes what a folder's tree gained.
    ///
    /// - Parameters:
    ///   - count: How many present images more.
    ///   - bytes: How many bytes of them more.
    ///   - folder: The folder.
    ///   - depth: The number of folders above it.
    mutating func add(count: Int64, bytes: Int64, to folder: Int64, depth: Int) {
        if count == 0 && bytes == 0 { return }
        gains[folder, default: Gain(depth: depth, count: 0, bytes: 0)].count &+= count
        gains[folder]?.bytes &+= bytes
    }

    /// Writes all gains and forgets them.
    mutating func write(_ statements: FolderStatements) throws(SQLiteError) {
        var levels: [Int: [Int64]] = [:]
        for (folder, gain) in gains { levels[gain.depth, default: []].append(folder) }
        var depth = levels.keys.max() ?? -1
        while depth > Self.highest && (depth >= 0 || !(levels[depth] ?? []).isEmpty) {
            for folder in levels.removeValue(forKey: depth) ?? [] {
                guard let gain = gains.removeValue(forKey: folder) else { continue }
                let parent = try statements.add(count: gain.count, bytes: gain.bytes, toTreeOf: folder)
                guard let parent else { continue }
                if gains[parent] == nil { levels[depth - 1, default: []].append(parent) }
                add(count: gain.count, bytes: gain.bytes, to: parent, depth: depth - 1)
            }
            depth -= 1
        }
        gains = [:]
    }
}
