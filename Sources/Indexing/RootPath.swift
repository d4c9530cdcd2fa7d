internal import Glibc
public import Listing

/// The one spelling of a root's path: absolute, without links, `.` and `..`.
///
/// - Parameter path: The path as somebody wrote it.
/// - Returns: Its bytes.
/// - Throws: Why nothing is there.
public func rootPath(_ path: [UInt8]) throws(ListingError) -> [UInt8] {
    guard let real = realPath(path) else { throw ListingError(call: "realpath", code: errno) }
    return real
}

/// What ``rootPath(_:)`` most likely was when something was there: absolute, without
/// `.`, `..` and double slashes, links unread.
///
/// - Parameter path: The path as somebody wrote it.
/// - Returns: Nil if the path is empty or the current folder cannot be told.
public func vanishedRootPath(_ path: [UInt8]) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    // Not the current folder: an empty path is an unset variable.
    if path.isEmpty { return nil }
    var names: [ArraySlice<UInt8>] = []
    if path.first != slash {
        guard let current = realPath([UInt8(ascii: ".")]) else { return nil }
        names = current.split(separator: slash)
    }
    for name in path.split(separator: slash) {
        if name.elementsEqual("..".utf8) {
            _ = names.popLast()
        } else if !name.elementsEqual(".".utf8) {
            names.append(name)
        }
    }
    return [slash] + names.joined(separator: [slash])
}
