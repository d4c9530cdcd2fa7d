internal import CSystem
internal import Glibc
import Listing
import SQLite

/// A file without an application id: an index whose making was cut short, or somebody else's.
///
/// It is looked at without opening it for writing: SQLite would write back the log
/// or the journal of a program that was killed, and remove it.
struct UnmarkedFile {
    private let path: [UInt8]
    private let header: IndexHeader

    /// - Parameters:
    ///   - path: The file, which may be a link.
    ///   - header: Its header.
    /// - Throws: Why its real path cannot be found.
    init(_ path: [UInt8], header: IndexHeader) throws(IndexError) {
        guard let real = realPath(path) else {
            throw .cannotOpen(call: "realpath", reason: systemReason())
        }
        self.path = real
        self.header = header
    }

    /// Refuses the file if anything was ever committed to it.
    func check() throws(IndexError) {
        if header.userVersion != 0 { throw .foreign("it is an SQLite file of another application") }
        if let journal = try start(of: "-journal") {
            guard journal.isOfNewFile else { throw .foreign("it has the journal of another application") }
            // Rolled back it is an empty file.
            return
        }
        if header.isBlank { throw .foreign("it is not an SQLite file") }
        if try start(of: "-wal") != nil { throw .foreign("it has the log of another application") }
        let tables = try indexing { () throws(SQLiteError) in
            let connection = try Connection(path: path, mode: .readOnlyImmutable)
            defer { connection.close() }
            return try connection.integer("SELECT count(*) FROM sqlite_schema")
        }
        if tables > 0 { throw .foreign("it is an SQLite file with tables of something else") }
    }

    /// The first bytes of a file beside it; nil if there is none or it is empty.
    ///
    /// - Throws: Why that cannot be told: what it holds decides whether the file is ours.
    private func start(of suffix: String) throws(IndexError) -> JournalHeader? {
        let file = withCString(path + Array(suffix.utf8)) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        if file < 0 {
            if errno == ENOENT { return nil }
            throw .cannotOpen(call: "open of \(suffix)", reason: systemReason())
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 28)
        let count = pread(file, &bytes, bytes.count, 0)
        if count < 0 { throw .cannotOpen(call: "read of \(suffix)", reason: systemReason()) }
        return count == 0 ? nil : JournalHeader(bytes: bytes)
    }
}

/// The first bytes of a rollback journal.
///
/// See <https://sqlite.org/fileformat2.html#the_rollback_journal>.
private struct JournalHeader {
    let bytes: [UInt8]

    /// Whether the file had no pages when the transaction began that the journal is of.
    var isOfNewFile: Bool {
        bytes.starts(with: [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]) && bytes[16..<20].allSatisfy { $0 == 0 }
    }
}
