import Synchronization

/// The path of a folder as a chain of names up to its root.
///
/// A chain costs each folder its own name only; the whole path is put together
/// where somebody wants to see it. So a folder 5,000 levels down, whose path is
/// longer than any system call takes, costs no more than another.
public final class TreePath: Sendable {
    /// The bytes of the name, or of the root's absolute path.
    public let name: [UInt8]
    /// The number of folders above it: 0 for a root.
    public let depth: Int
    /// The number of bytes in ``bytes``.
    public let length: Int

    // Behind a lock only because `deinit` takes the chain apart.
    private let link: Mutex<TreePath?>

    /// The path of a root.
    ///
    /// - Parameter root: Its absolute path.
    public init(root: [UInt8]) {
        name = root
        depth = 0
        length = root.count
        link = Mutex(nil)
    }

    /// The path of a folder in another.
    public init(_ name: [UInt8], in parent: TreePath) {
        self.name = name
        depth = parent.depth + 1
        length = parent.length + (parent.endsInSlash ? 0 : 1) + name.count
        link = Mutex(parent)
    }

    // Lets go of the folders above one by one: the last holder of a deep chain would
    // otherwise need a stack as deep.
    deinit {
        var next = link.withLock { $0.take() }
        while isKnownUniquelyReferenced(&next) {
            next = next?.link.withLock { $0.take() }
        }
    }

    /// The folder it is in, or nil for a root.
    public var parent: TreePath? {
        link.withLock { $0 }
    }

    private var endsInSlash: Bool {
        depth == 0 && name.last == UInt8(ascii: "/")
    }

    /// The folders from its root down to itself.
    ///
    /// - Complexity: O(depth).
    public var chain: [TreePath] {
        var chain = [self]
        var next = parent
        while let folder = next {
            chain.append(folder)
            next = folder.parent
        }
        chain.reverse()
        return chain
    }

    /// The whole path.
    ///
    /// - Complexity: O(``length``).
    public var bytes: [UInt8] {
        // From its end on: a chain is walked upwards, and a list of its links would take longer than the bytes.
        Array(unsafeUninitializedCapacity: length) { buffer, count in
            var start = length
            var next: TreePath? = self
            while let folder = next {
                let end = start
                start -= folder.name.count
                _ = UnsafeMutableBufferPointer(rebasing: buffer[start..<end]).initialize(from: folder.name)
                next = folder.parent
                if let parent = next, !parent.endsInSlash {
                    start -= 1
                    buffer.initializeElement(at: start, to: UInt8(ascii: "/"))
                }
            }
            count = length
        }
    }

    /// The whole path of an item in this folder.
    ///
    /// - Complexity: O(``length``).
    public func bytes(of name: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if bytes.last != UInt8(ascii: "/") {
            bytes.append(UInt8(ascii: "/"))
        }
        return bytes + name
    }
}
