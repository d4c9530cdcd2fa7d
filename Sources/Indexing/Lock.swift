internal import CSystem
internal import Glibc
import Listing

/// The lock that keeps two runs apart.
final class Lock {
    /// Far behind the end of any index and of the bytes SQLite locks.
    private static let offset = 1 << 62

    private(set) var file: Int32
    /// Of the file that is locked.
    let identity: FileIdentity

    /// - Parameters:
    ///   - path: The index.
    ///   - patience: How long to wait for another run to end. Default: as long as a process that was killed may take.
    ///   - isStopped: Asked about 20 times a second; true ends the waiting.
    /// - Throws: ``IndexError/busy``, or why the file cannot be opened.
    init(
        _ path: [UInt8],
        patience: Duration = .seconds(1),
        isStopped: () -> Bool = { false }
    ) throws(IndexError) {
        file = withCString(path) { imgindex_open_private($0, O_RDWR | O_CREAT | O_NONBLOCK) }
        if file < 0 { throw .cannotOpen(call: "open", reason: systemReason()) }
        Self.letOwnerIn(file)
        do throws(ListingError) {
            identity = try FileIdentity(of: file)
        } catch {
            close(file)
            throw .cannotOpen(call: "\(error.call)", reason: error.reason)
        }
        let deadline = ContinuousClock.now + patience
        while imgindex_lock(file, Self.offset) != 0 {
            let code = errno
            if (code == EAGAIN || code == EACCES) && ContinuousClock.now < deadline && !isStopped() {
                usleep(50_000)
                continue
            }
            // Not closed here alone: once all properties have values a throwing initializer calls `deinit`.
            release()
            if code == EAGAIN || code == EACCES { throw .busy }
            throw .cannotOpen(call: "lock", reason: systemReason(code))
        }
    }

    /// Gives the owner of a new file the rights that a strict umask took away: SQLite opens it by its path.
    private static func letOwnerIn(_ file: Int32) {
        var status = stat()
        // Whoever could open an empty file without these rights has just made it, or is root.
        guard fstat(file, &status) == 0 && status.st_size == 0 && status.st_mode & 0o600 != 0o600 else { return }
        // If it fails, the next call that opens the file says why.
        fchmod(file, status.st_mode & 0o777 | 0o600)
    }

    func release() {
        guard file >= 0 else { return }
        close(file)
        file = -1
    }

    deinit {
        release()
    }
}
