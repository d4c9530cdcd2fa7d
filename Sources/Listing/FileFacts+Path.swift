internal import Glibc

extension FileFacts {
    /// The facts of what is at a path, of any length; a link there is not followed.
    ///
    /// One system call, statx(2), for a path that the kernel takes; of a longer one the folders on the way are opened.
    /// - Parameter path: An absolute path.
    /// - Returns: The facts; or the error, ``ListingError/Meaning/vanished`` if nothing is there.
    public static func at(_ path: [UInt8]) -> Result<FileFacts, ListingError> {
        let slash = UInt8(ascii: "/")
        var rest = path[...]
        var above: Descriptor?
        while rest.count >= Int(PATH_MAX) {
            guard let end = rest.prefix(Int(PATH_MAX) - 1).lastIndex(of: slash), end > rest.startIndex else {
                return .failure(ListingError(call: "statx", code: ENAMETOOLONG))
            }
            switch Descriptor.open(Array(rest[..<end]), in: above?.number ?? AT_FDCWD) {
            case .success(let folder): above = folder
            case .failure(let error): return .failure(error)
            }
            rest = rest[(end + 1)...]
        }
        return Descriptor.inspect(Array(rest), in: above?.number ?? AT_FDCWD).map { $0.0 }
    }
}
