import Glibc

/// The failures that the command may pass over in silence.
///
/// In silence it must still have done everything: that is checked of each.
enum Harmless {
    /// Calls, the codes with which they are harmless (nil: with any), and why.
    static let list: [(calls: Set<String>, code: Int32?, why: String)] = [
        (
            ["tree.close", "main.close", "wal.close", "shm.close", "journal.close", "folder.close"], nil,
            "Linux frees the descriptor all the same, and whether what was written is there was asked before"
        ),
        (["tree.openat"], EMFILE, "folders that are only kept open for later are closed, and it is tried again"),
        (
            ["main.fcntl", "shm.fcntl"], nil,
            "a lock that cannot be had is tried again as one that another has; one that cannot be given back goes with"
                + " its descriptor"
        ),
        (
            ["wal.fchown", "shm.fchown", "journal.fchown"], nil,
            "SQLite gives the owner of the index to the files beside it where it can"
        ),
        (
            ["main.readlink", "folder.readlink"], nil,
            "only how long the path of the index is without links is asked; a link that cannot be read is taken as it is"
        ),
        (
            ["main.fstat", "wal.fstat", "shm.fstat", "journal.fstat", "main.stat", "wal.stat", "journal.stat"], nil,
            "SQLite asks whether a file is new, was moved or is not there any more, and goes on without an answer;"
                + " what it goes on with is checked by its content"
        ),
        (
            ["journal.open"], nil,
            "SQLite takes a journal that it cannot open for one to play back, and opens it again for that"
        ),
        (
            ["folder.open", "folder.fdatasync"], nil,
            "SQLite syncs the folder where the system lets it; it matters after a power cut only"
        ),
        (
            [
                "wal.open", "wal.pread", "wal.fdatasync", "main.pwrite", "main.fdatasync", "main.ftruncate",
                "wal.unlink", "shm.unlink",
            ], nil,
            "a checkpoint: what is in the log stays in the log, and the next checkpoint or opening moves it"
        ),
    ]

    /// Whether nothing need be said of a call that was struck.
    static func isHarmless(_ call: String, _ plan: Plan) -> Bool {
        // Both are for the caller to go on from where it is.
        if plan.manner == .short || plan.code == EINTR { return true }
        return list.contains { $0.calls.contains(call) && ($0.code ?? plan.code) == plan.code }
    }
}
