internal import Glibc
public import Listing

/// The one spelling of a root's path: absolute, without links, `.` and `..`.
///
/// - Parameter path: The path as somebody wrote it.
/// - Returns: Its bytes.
/// - Throws: Why nothing is there.
public func rootPath(_ path: [UInt8]) throws(ListingError) -> [UInt8] {
    if let remote = RemoteRoot(path) { return remote.path }
    guard let real = realPath(path) else { throw ListingError(call: "realpath", code: errno) }
    return real
}

/// ``rootPath(_:)`` under watch: the path may lead to a mount that hangs.
///
/// - Parameters:
///   - path: The path as somebody wrote it.
///   - watch: Says how long to wait; nil: until it comes back.
/// - Returns: Its bytes, or why they cannot be told.
public func spelling(of path: [UInt8], _ watch: Watch?) -> Result<[UInt8], ListingError> {
    let look = { @Sendable in Result { () throws(ListingError) in try rootPath(path) } }
    return watch.map { $0.run("realpath", look) } ?? look()
}

/// What ``rootPath(_:)`` most likely was when something was there: absolute, without
/// `.`, `..`, double slashes, and without the links that can still be read.
///
/// - Parameters:
///   - path: The path as somebody wrote it.
///   - readsLinks: Whether links are looked for; if not, the file system is not asked for anything. Default: they are.
/// - Returns: Nil if the path is empty or the current folder cannot be told.
public func vanishedRootPath(_ path: [UInt8], readsLinks: Bool = true) -> [UInt8]? {
    // Not the current folder: an empty path is an unset variable.
    if path.isEmpty { return nil }
    if let remote = RemoteRoot(path) { return remote.path }
    var names: [ArraySlice<UInt8>] = []
    if path.first != slash {
        guard let current = readsLinks ? realPath([UInt8(ascii: ".")]) : currentFolder() else { return nil }
        names = current.split(separator: slash)
    }
    // In reverse: the target of a link takes its place at the end.
    var rest = Array(path.split(separator: slash).reversed())
    var linksLeft = 40
    while let name = rest.popLast() {
        if name.elementsEqual(".".utf8) { continue }
        if name.elementsEqual("..".utf8) {
            _ = names.popLast()
        } else if readsLinks, linksLeft > 0, let target = linkTarget(absolute(names + [name])) {
            linksLeft -= 1
            if target.first == slash { names = [] }
            rest += target.split(separator: slash).reversed()
        } else {
            names.append(name)
        }
    }
    return absolute(names)
}

private let slash = UInt8(ascii: "/")

private func absolute(_ names: [ArraySlice<UInt8>]) -> [UInt8] {
    [slash] + names.joined(separator: [slash])
}

/// The path of the current folder as the kernel has it; nil if it has none.
///
/// See getcwd(3).
private func currentFolder() -> [UInt8]? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return getcwd(&path, path.count) == nil ? nil : path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
}

/// What a link says; nil if there is none.
///
/// See readlink(2).
private func linkTarget(_ path: [UInt8]) -> [UInt8]? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withCString(path) { readlink($0, &target, target.count) }
    return count <= 0 ? nil : target.prefix(count).map(UInt8.init(bitPattern:))
}
