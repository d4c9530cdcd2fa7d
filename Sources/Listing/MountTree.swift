import Synchronization

/// What is mounted at, above and below a root, as it was when a walk began.
///
/// What is mounted later counts as part of what it is mounted on.
public final class MountTree: Sendable {
    /// The mount that a folder is on.
    struct Place: Equatable {
        /// Its position in the table.
        var mount: Int
        /// Whether a call on it may never come back.
        ///
        /// So it is below a mount of such a kind, whatever is mounted there.
        var canHang: Bool
    }

    private struct Node {
        var place: Place?
        var below: [[UInt8]: Node] = [:]

        mutating func insert(_ place: Place, at names: ArraySlice<ArraySlice<UInt8>>) {
            guard let name = names.first else {
                self.place = place
                return
            }
            below[Array(name), default: Node()].insert(place, at: names.dropFirst())
        }
    }

    private struct Known {
        // Kept so that the identifier, the key, is not given to another object.
        let folder: TreePath
        let place: Place
    }

    private let top: Place
    private let mounts: Node
    /// How far below the root the deepest mount is.
    private let depth: Int
    // Of folders further down: a chain of folders is not climbed anew for every one of them.
    private let known = Mutex<[ObjectIdentifier: Known]>([:])
    private static let mostKnown = 256

    /// Whether a call on any of them may never come back.
    public let canHang: Bool

    /// Finds the mounts that matter to a root.
    ///
    /// - Parameters:
    ///   - root: Its absolute path without links.
    ///   - table: What is mounted. Default: all that this process sees.
    public init(root: [UInt8], table: [Mount] = Mount.all()) {
        let rootNames = root.split(separator: UInt8(ascii: "/"))
        var top = Place(mount: -1, canHang: false)
        var topDepth = 0
        var mounts = Node()
        var depth = 0
        var canHang = false
        for (number, mount) in table.enumerated() {
            let names = mount.point.split(separator: UInt8(ascii: "/"))
            let place = Place(mount: number, canHang: mount.canHang)
            if names.count <= rootNames.count {
                guard rootNames.starts(with: names), names.count >= topDepth else { continue }
                (top, topDepth) = (place, names.count)
            } else if names.starts(with: rootNames) {
                mounts.insert(place, at: names[rootNames.count...])
                depth = max(depth, names.count - rootNames.count)
                canHang = canHang || mount.canHang
            }
        }
        self.top = top
        self.mounts = mounts
        self.depth = depth
        self.canHang = canHang || top.canHang
    }

    /// The mount that a folder is on.
    ///
    /// - Complexity: O(d) in how far below the root the deepest mount is; for a folder further down, in how far its
    ///   nearest ancestor is that was asked for lately.
    func place(of folder: TreePath) -> Place {
        if depth == 0 { return top }
        if folder.depth <= depth { return shallowPlace(of: folder) }
        return known.withLock { known in
            var next = folder.parent
            var found: Place?
            while let above = next, found == nil {
                found = above.depth <= depth ? shallowPlace(of: above) : known[ObjectIdentifier(above)]?.place
                next = above.parent
            }
            let place = found ?? top
            if known.count >= Self.mostKnown { known = [:] }
            known[ObjectIdentifier(folder)] = Known(folder: folder, place: place)
            return place
        }
    }

    private func shallowPlace(of folder: TreePath) -> Place {
        var place = top
        var node = mounts
        for name in folder.chain.dropFirst() {
            guard let below = node.below[name.name] else { break }
            node = below
            if let mount = below.place { place = Place(mount: mount.mount, canHang: place.canHang || mount.canHang) }
        }
        return place
    }
}
