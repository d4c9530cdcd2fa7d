internal import Glibc

/// A folder of its own for one test, removed with all that is in it.
///
/// Made under `TMPDIR`, or `/tmp`. It is removed with the last reference, also
/// if it holds chains of any depth, paths longer than the system takes, and
/// folders that nobody may enter; prefer ``withTemporaryFolder(_:)``, which
/// says where that is.
public final class TemporaryFolder: Sendable {
    /// Its absolute path, without links.
    public let path: [UInt8]
    /// To make things in.
    public let folder: MadeFolder

    /// Makes an empty folder with a new name.
    public init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/imgindex-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else {
            throw CallError(call: "mkdtemp", code: errno)
        }
        defer { free(resolved) }
        path = Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        folder = try MadeFolder(path: path)
    }

    deinit {
        do {
            try removeContents(of: folder)
            try withCString(path) { path in try check("rmdir") { rmdir(path) } }
        } catch {
            print("a temporary folder stays behind: \(String(decoding: path, as: UTF8.self)): \(error)")
        }
    }

    /// The path of an item in it.
    public func path(of name: some Sequence<UInt8>) -> [UInt8] {
        path + [UInt8(ascii: "/")] + name
    }
}

/// Calls a closure with a temporary folder that is removed afterwards.
public func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try body(folder)
}

/// Calls an asynchronous closure with a temporary folder that is removed afterwards.
public func withTemporaryFolder<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TemporaryFolder) async throws -> Result
) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder)
}
