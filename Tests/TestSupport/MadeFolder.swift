internal import CSystem
internal import Glibc

/// An open folder of the local file system in which a test makes its tree.
///
/// Everything is made relative to the descriptor, so trees may be of any depth
/// and paths of any length. Names are bytes: `"a.jpg".utf8` or an array.
/// The descriptor is closed with the last reference.
public final class MadeFolder: Sendable {
    /// The descriptor.
    public let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a folder by its path.
    public init(path: some Sequence<UInt8>) throws {
        descriptor = try openFolder(path, in: AT_FDCWD)
    }

    deinit {
        close(descriptor)
    }

    /// Opens a folder in this one.
    public func open(_ name: some Sequence<UInt8>) throws -> MadeFolder {
        MadeFolder(descriptor: try openFolder(name, in: descriptor))
    }

    /// Makes a file of zero bytes, or sets the size and time of one.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - size: In bytes; takes no room on the disk. Default: 0.
    ///   - modified: Its time stamp. Default: now.
    /// - Throws: ``CallError``.
    public func makeFile(_ name: some Sequence<UInt8>, size: Int64 = 0, modified: TimeStamp? = nil) throws {
        try makeNode(name, S_IFREG | 0o644)
        if size != 0 {
            let file = try withCString(name) { name in
                try check("openat") {
                    imgindex_openat(descriptor, name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
                }
            }
            defer { close(file) }
            try check("ftruncate") { ftruncate(file, Int(size)) }
        }
        if let modified { try setModified(modified, of: name) }
    }

    /// Makes a folder and opens it.
    @discardableResult
    public func makeFolder(_ name: some Sequence<UInt8>) throws -> MadeFolder {
        let name = Array(name)
        try withCString(name) { name in try check("mkdirat") { mkdirat(descriptor, name, 0o755) } }
        return try open(name)
    }

    /// Makes a folder in a folder in a folder, and so on.
    ///
    /// - Parameters:
    ///   - depth: How many.
    ///   - name: What each is called.
    /// - Returns: The deepest, or this folder if `depth` is 0.
    /// - Throws: ``CallError``.
    @discardableResult
    public func makeChain(_ depth: Int, name: some Sequence<UInt8>) throws -> MadeFolder {
        var deepest = self
        for _ in 0..<depth { deepest = try deepest.makeFolder(name) }
        return deepest
    }

    /// Makes a symbolic link.
    public func makeLink(_ name: some Sequence<UInt8>, to target: some Sequence<UInt8>) throws {
        try withCString(name) { name in
            try withCString(target) { target in try check("symlinkat") { symlinkat(target, descriptor, name) } }
        }
    }

    /// Makes a named pipe.
    public func makePipe(_ name: some Sequence<UInt8>) throws {
        try makeNode(name, S_IFIFO | 0o644)
    }

    /// Makes a socket nobody listens at.
    public func makeSocket(_ name: some Sequence<UInt8>) throws {
        try makeNode(name, S_IFSOCK | 0o644)
    }

    /// Sets who may do what with an item, as chmod(1).
    public func setMode(_ mode: UInt32, of name: some Sequence<UInt8>) throws {
        try withCString(name) { name in try check("fchmodat") { fchmodat(descriptor, name, mode, 0) } }
    }

    /// Sets when an item was last modified.
    public func setModified(_ modified: TimeStamp, of name: some Sequence<UInt8>) throws {
        let stamp = timespec(tv_sec: Int(modified.seconds), tv_nsec: Int(modified.nanoseconds))
        try withCString(name) { name in
            try check("utimensat") { utimensat(descriptor, name, [stamp, stamp], AT_SYMLINK_NOFOLLOW) }
        }
    }

    /// Renames an item, replacing what has the new name.
    public func rename(_ name: some Sequence<UInt8>, to newName: some Sequence<UInt8>) throws {
        try withCString(name) { name in
            try withCString(newName) { newName in
                try check("renameat") { renameat(descriptor, name, descriptor, newName) }
            }
        }
    }

    /// Removes an item that is not a folder.
    public func remove(_ name: some Sequence<UInt8>) throws {
        try withCString(name) { name in try check("unlinkat") { unlinkat(descriptor, name, 0) } }
    }

    /// Removes an empty folder.
    public func removeFolder(_ name: some Sequence<UInt8>) throws {
        try withCString(name) { name in try check("unlinkat") { unlinkat(descriptor, name, AT_REMOVEDIR) } }
    }

    private func makeNode(_ name: some Sequence<UInt8>, _ mode: UInt32) throws {
        try withCString(name) { name in
            // Not openat(2): that is variadic where it makes a file.
            if mknodat(descriptor, name, mode, 0) != 0 && (errno != EEXIST || mode & S_IFMT != S_IFREG) {
                throw CallError(call: "mknodat", code: errno)
            }
        }
    }
}

private func openFolder(_ name: some Sequence<UInt8>, in folder: Int32) throws -> Int32 {
    try withCString(name) { name in
        try check("openat") { imgindex_openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }
}
