internal import Glibc

/// Which file or folder something is, whatever it is called.
package struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// The identity of what a descriptor is open on; see fstat(2).
    ///
    /// - Throws: Why it cannot be told.
    package init(of descriptor: Int32) throws(ListingError) {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw .last("fstat") }
        self.init(status)
    }

    /// The identity of what a path leads to, links followed; see stat(2).
    ///
    /// - Throws: Why it cannot be told, first of all that nothing is there.
    package init(at path: [UInt8]) throws(ListingError) {
        var status = stat()
        if withCString(path, { stat($0, &status) }) != 0 { throw .last("stat") }
        self.init(status)
    }
}
