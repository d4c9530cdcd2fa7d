internal import Glibc
import Listing

/// Makes a folder and those above it that are not there, with mode 0700: what is in
/// it tells the names in private folders.
///
/// - Throws: Why one of them cannot be made.
func makePrivateFolder(_ path: [UInt8]) throws(FolderMakingError) {
    var end = 0
    while end < path.count {
        end = path[(end + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
        let folder = Array(path[..<end])
        let result = withCString(folder) { mkdir($0, 0o700) }
        if result != 0 && errno == EEXIST { continue }
        // The umask may have taken rights away.
        if result != 0 || withCString(folder, { chmod($0, 0o700) }) != 0 {
            throw FolderMakingError(folder: folder, reason: systemReason())
        }
    }
}

/// Why a folder cannot be made.
struct FolderMakingError: Error {
    let folder: [UInt8]
    let reason: String
}
