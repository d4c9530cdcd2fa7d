internal import Listing

extension TestTree {
    /// The items of a folder in the documented order, found in the plainest way.
    public func sortedItems(of folder: Int) -> [Item] {
        folders[folder].sorted { first, second in
            let isFirstFolder = first.content.kind == .folder
            let isSecondFolder = second.content.kind == .folder
            if isFirstFolder != isSecondFolder { return isSecondFolder }
            return first.name.lexicographicallyPrecedes(second.name)
        }
    }

    /// Every folder's path below the root, by its number, as names joined by slashes.
    public var paths: [[UInt8]] {
        var paths = [[UInt8]](repeating: [], count: folders.count)
        // A folder is added after the one it is in.
        for (number, items) in folders.enumerated() {
            for item in items {
                if case .folder(let below) = item.content {
                    paths[below] = (number == 0 ? [] : paths[number] + [UInt8(ascii: "/")]) + item.name
                }
            }
        }
        return paths
    }
}
