import Glibc
import SQLite

/// An empty folder of its own in the system's temporary folder, flat, with file names as bytes.
struct ScratchFolder {
    let path: [UInt8]

    /// Makes a folder, calls `body`, and removes the folder with its files.
    static func with<Result>(_ body: (ScratchFolder) throws -> Result) throws -> Result {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = "\(parent)/imgindex-sqlite-XXXXXX".utf8CString.map { $0 }
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp", number: errno) }
        let folder = ScratchFolder(path: template.dropLast().map { UInt8(bitPattern: $0) })
        defer { folder.remove() }
        return try body(folder)
    }

    /// The full name of a file in the folder.
    func file(_ name: [UInt8]) -> [UInt8] {
        path + [UInt8(ascii: "/")] + name
    }

    func file(_ name: String) -> [UInt8] {
        file(Array(name.utf8))
    }

    /// The names in the folder, sorted by their bytes.
    func names() -> [[UInt8]] {
        guard let stream = path.withCString({ opendir($0) }) else { return [] }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
            if name != Array(".".utf8) && name != Array("..".utf8) {
                names.append(name)
            }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Sets the permissions of the folder.
    func setMode(_ mode: mode_t) {
        _ = path.withCString { chmod($0, mode) }
    }

    private func remove() {
        setMode(0o700)
        for name in names() {
            _ = file(name).withCString { unlink($0) }
        }
        _ = path.withCString { rmdir($0) }
    }

    struct Failure: Error {
        let call: String
        let number: CInt
    }
}

extension [UInt8] {
    /// Calls `body` with the bytes as a C string.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let characters = map { CChar(bitPattern: $0) } + [0]
        return body(characters)
    }
}

/// Calls `body` with a connection to a new file.
func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try ScratchFolder.with { folder throws in
        let connection = try Connection(path: folder.file("test.sqlite"), mode: .readWriteCreate)
        defer { connection.close() }
        return try body(connection)
    }
}

/// The error of SQLite that `body` throws, or nil.
func failure(of body: () throws -> Void) -> SQLiteError? {
    do {
        try body()
        return nil
    } catch {
        return error as? SQLiteError
    }
}
