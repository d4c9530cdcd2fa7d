import Glibc
import Listing
import TestSupport

@testable import Indexing

/// What `stat(2)` says of a file; all zero if there is none.
func status(of path: [UInt8]) -> stat {
    var status = stat()
    _ = withCString(path) { stat($0, &status) }
    return status
}

/// The names in a folder, sorted.
func names(in folder: [UInt8]) throws -> [String] {
    guard let stream = withCString(folder, { opendir($0) }) else { throw CallError(call: "opendir", code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map { $0 } }
        names.append(String(decoding: name, as: UTF8.self))
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
}

extension FileFacts {
    /// The facts that a lister would have of a folder.
    static func ofFolder(_ path: [UInt8]) -> FileFacts {
        let status = status(of: path)
        return FileFacts(
            size: 0,
            modified: 0,
            changed: 0,
            inode: Int64(bitPattern: UInt64(status.st_ino)),
            device: Int64(bitPattern: UInt64(status.st_dev))
        )
    }
}

extension IndexHeader {
    /// Reads the header of a file.
    static func read(_ path: [UInt8]) throws -> IndexHeader {
        let file = withCString(path) { open($0, O_RDONLY | O_CLOEXEC) }
        if file < 0 { throw CallError(call: "open", code: errno) }
        defer { Glibc.close(file) }
        return try IndexHeader(of: file)
    }
}
