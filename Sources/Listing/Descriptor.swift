internal import CSystem
internal import Glibc

/// An open folder or file of the local file system; closed with its last reference.
final class Descriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens a folder, not following a link.
    ///
    /// See openat(2). `name` must be followed by a zero byte.
    static func open(
        _ name: UnsafePointer<CChar>,
        in parent: Int32,
        followsLink: Bool = false
    ) -> Result<Descriptor, ListingError> {
        open(name, in: parent, flags: O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
    }

    /// Opens a file to read it, not following a link and not waiting for what is at the other end of a pipe.
    ///
    /// See openat(2). `name` must be followed by a zero byte.
    static func openFile(_ name: UnsafePointer<CChar>, in parent: Int32) -> Result<Descriptor, ListingError> {
        open(name, in: parent, flags: O_NOFOLLOW | O_NOCTTY)
    }

    private static func open(
        _ name: UnsafePointer<CChar>,
        in parent: Int32,
        flags: Int32
    ) -> Result<Descriptor, ListingError> {
        while true {
            let number = imgindex_openat(parent, name, flags | O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            if number >= 0 { return .success(Descriptor(number)) }
            if errno != EINTR { return .failure(.last("openat")) }
        }
    }

    /// Opens a folder by the bytes of its name.
    static func open(_ name: [UInt8], in parent: Int32, followsLink: Bool = false) -> Result<Descriptor, ListingError> {
        withCString(name) { open($0, in: parent, followsLink: followsLink) }
    }

    /// What kind of thing an item is and its facts; see statx(2).
    func inspect(_ name: UnsafePointer<CChar>) -> Result<(FileFacts, ItemKind), ListingError> {
        Self.inspect(name, in: number)
    }

    /// The same by the bytes of a name or path.
    static func inspect(_ name: [UInt8], in parent: Int32) -> Result<(FileFacts, ItemKind), ListingError> {
        withCString(name) { inspect($0, in: parent) }
    }

    private static func inspect(
        _ name: UnsafePointer<CChar>,
        in parent: Int32
    ) -> Result<(FileFacts, ItemKind), ListingError> {
        var facts = imgindex_facts()
        while imgindex_statx(parent, name, &facts) != 0 {
            if errno != EINTR { return .failure(.last("statx")) }
        }
        return .success((FileFacts(facts), ItemKind(mode: facts.mode)))
    }

    /// All bytes of a file; see read(2).
    ///
    /// - Parameter limit: How many there may be at most; more are `EFBIG`.
    /// - Returns: The bytes, or the error.
    func read(atMost limit: Int) -> Result<[UInt8], ListingError> {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 65_535) + 1)
        while true {
            let count = Glibc.read(number, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return .failure(.last("read")) }
            if count == 0 { return .success(bytes) }
            if count > limit - bytes.count { return .failure(ListingError(call: "read", code: ListingError.tooLarge)) }
            bytes += buffer[..<count]
        }
    }
}

extension ItemKind {
    init(mode: UInt32) {
        switch mode & UInt32(S_IFMT) {
        case UInt32(S_IFREG): self = .file
        case UInt32(S_IFDIR): self = .folder
        case UInt32(S_IFLNK): self = .link
        default: self = .special
        }
    }

    /// What a folder says an entry is; nil where the file system does not say.
    ///
    /// - Parameter entryType: The `d_type` of getdents64(2).
    init?(entryType: UInt8) {
        switch Int(entryType) {
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .folder
        case Int(DT_LNK): self = .link
        case Int(DT_UNKNOWN): return nil
        default: self = .special
        }
    }
}
