internal import Glibc
import Listing
import Schema

/// The first 100 bytes of an SQLite file, read without SQLite: looking at a file
/// that is not ours must leave no trace.
///
/// See <https://sqlite.org/fileformat2.html#the_database_header>.
struct IndexHeader: Equatable {
    /// Nil: neither an index nor anything else, an empty file.
    let applicationID: Int64?
    let userVersion: Int64
    /// Whether nothing but zeros was written up to now.
    let isBlank: Bool

    /// Reads the header of an open file.
    init(of file: Int32) throws(IndexError) {
        var status = stat()
        guard fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG else {
            throw .foreign("it is not a regular file")
        }
        var header = [UInt8](repeating: 0, count: 100)
        let count = pread(file, &header, header.count, 0)
        if count < 0 { throw .cannotOpen(call: "read", reason: systemReason()) }
        if count == 0 {
            applicationID = nil
            userVersion = 0
            isBlank = true
            return
        }
        isBlank = header.allSatisfy { $0 == 0 }
        guard count == header.count && (isBlank || header.starts(with: "SQLite format 3\0".utf8)) else {
            throw .foreign("it is not an SQLite file")
        }
        applicationID = Self.number(header[68..<72])
        userVersion = Self.number(header[60..<64])
    }

    /// Whether it is an index that was made whole.
    var isIndex: Bool { applicationID == Schema.applicationID && userVersion > 0 }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(Int32(truncatingIfNeeded: bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }))
    }

    /// Refuses a version that is too new, and one that no version of this command writes.
    static func check(version: Int64) throws(IndexError) {
        if version < 0 { throw .foreign("its version number, \(version), is none that imgindex gives") }
        if version > Schema.version { throw .newer(found: version, known: Schema.version) }
    }

    /// Refuses what is not ours or too new.
    ///
    /// An SQLite file without an application id may be one of ours whose making was
    /// cut short: see ``UnmarkedFile``.
    func check() throws(IndexError) {
        if let applicationID, applicationID != 0 && applicationID != Schema.applicationID {
            throw .foreign("it is an SQLite file of another application")
        }
        if applicationID == Schema.applicationID { try Self.check(version: userVersion) }
    }
}
