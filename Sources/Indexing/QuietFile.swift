internal import Glibc
import Listing

/// An index that nobody seems to write to, and how to find out later that nobody did.
struct QuietFile {
    /// What a write would change.
    private struct State: Equatable {
        let identity: FileIdentity
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        /// Nil if the file cannot be looked at.
        init?(_ path: [UInt8]) {
            var status = stat()
            guard let identity = try? FileIdentity(at: path), withCString(path, { stat($0, &status) }) == 0 else {
                return nil
            }
            self.identity = identity
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    private let path: [UInt8]
    private let state: State

    /// Looks at a file.
    ///
    /// Nil if a log or a journal lies beside it: then it is written to, or its writer was killed.
    /// - Parameter path: Its path without links.
    init?(_ path: [UInt8]) {
        // First the file: whoever begins to write after that makes it different, or leaves a log.
        guard let state = State(path), !Self.hasCompanion(path) else { return nil }
        self.path = path
        self.state = state
    }

    /// Whether nobody has written to it since it was looked at.
    var isStillQuiet: Bool { !Self.hasCompanion(path) && State(path) == state }

    /// Whether a log or a journal lies beside a file.
    ///
    /// A journal is there only while an index is made, and of one whose making was cut short.
    static func hasCompanion(_ path: [UInt8]) -> Bool {
        ["-wal", "-journal"].contains { suffix in
            withCString(path + Array(suffix.utf8)) { access($0, F_OK) } == 0
        }
    }
}
