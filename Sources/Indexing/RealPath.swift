internal import CSystem
internal import Glibc
import Listing

/// A path without links, `.` and `..`; nil with `errno` if there is nothing.
func realPath(_ path: [UInt8]) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = withCString(path) { imgindex_realpath($0, &buffer, buffer.count) }
    return count < 0 ? nil : buffer.prefix(count).map(UInt8.init(bitPattern:))
}
