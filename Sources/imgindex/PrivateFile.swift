internal import Glibc
import Listing

/// Why a file with a secret is not read.
struct PrivateFileError: Error, Equatable {
    let reason: String
}

/// Reads a file that nobody but its owner may read.
///
/// - Parameters:
///   - path: The file.
///   - limit: The most bytes that it may have.
/// - Returns: Its bytes.
/// - Throws: Why not, first of all that others may read it.
func privateFile(_ path: [UInt8], atMost limit: Int) throws(PrivateFileError) -> [UInt8] {
    let file = withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if file < 0 { throw PrivateFileError(reason: systemReason()) }
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) != 0 { throw PrivateFileError(reason: systemReason()) }
    if status.st_mode & S_IFMT != S_IFREG { throw PrivateFileError(reason: "it is no regular file") }
    if status.st_mode & 0o077 != 0 {
        throw PrivateFileError(reason: "others than its owner may read it; run chmod 600 on it")
    }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(file, &part, part.count)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { throw PrivateFileError(reason: systemReason()) }
        if count == 0 { return content }
        content += part[..<count]
        if content.count > limit { throw PrivateFileError(reason: "it is too large to be one") }
    }
}
