internal import CSystem
internal import Glibc

/// Reads the entries of an open folder with getdents64(2).
struct EntryReader: ~Copyable {
    /// How many bytes of entries one call reads: about 800 names.
    ///
    /// A quarter of a MiB was no faster.
    private static let bufferSize = 32_768

    private let descriptor: Descriptor
    private var builder = FolderItems.Builder()
    /// Why the kind of some entry is not known.
    private var kindError: ListingError?

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// The items read so far.
    consuming func finish() -> FolderItems {
        builder.finish()
    }

    /// Reads until the end, or until a call fails.
    ///
    /// - Returns: Whether these are all items, each with its kind.
    mutating func readAll() -> FolderListing.End {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            let count = imgindex_getdents(descriptor.number, buffer.baseAddress, buffer.count)
            if count == 0 { return end }
            if count < 0 {
                if errno == EINTR { continue }
                return .brokenOff(.last("getdents64"))
            }
            guard append(UnsafeRawBufferPointer(rebasing: buffer[..<min(count, buffer.count)])) else {
                return .brokenOff(ListingError(call: "getdents64", code: EIO))
            }
        }
    }

    /// How a folder that was read to its end ends.
    ///
    /// An entry whose kind is not known may be a folder that is then not walked:
    /// a listing with one is not complete.
    var end: FolderListing.End {
        kindError.map { .brokenOff($0) } ?? .complete
    }

    /// Takes the entries of one call apart: `struct linux_dirent64` of getdents(2),
    /// d_ino (8 bytes), d_off (8), d_reclen (2), d_type (1), d_name up to a zero byte.
    ///
    /// - Returns: Whether all of them were well formed.
    mutating func append(_ entries: UnsafeRawBufferPointer) -> Bool {
        let nameOffset = 19
        var rest = entries
        while !rest.isEmpty {
            guard rest.count > nameOffset else { return false }
            let length = Int(rest.loadUnaligned(fromByteOffset: 16, as: UInt16.self))
            guard length > nameOffset && length <= rest.count else { return false }
            let padded = UnsafeRawBufferPointer(rebasing: rest[nameOffset..<length])
            let name = UnsafeRawBufferPointer(rebasing: padded.prefix(strnlen(padded)))
            append(name, entryType: rest[18])
            rest = UnsafeRawBufferPointer(rebasing: rest[length...])
        }
        return true
    }

    private mutating func append(_ name: UnsafeRawBufferPointer, entryType: UInt8) {
        let dot = UInt8(ascii: ".")
        if name.isEmpty || (name[0] == dot && (name.count == 1 || (name.count == 2 && name[1] == dot))) { return }
        if let kind = ItemKind(entryType: entryType) ?? ask(name) { builder.append(name, kind: kind) }
    }

    /// What an entry is whose file system does not say; nil if it has vanished.
    private mutating func ask(_ name: UnsafeRawBufferPointer) -> ItemKind? {
        switch withCString(Array(name), { descriptor.inspect($0) }) {
        case .success((_, let kind)):
            return kind
        case .failure(let error) where error.meaning == .vanished:
            return nil
        case .failure(let error):
            kindError = kindError ?? error
            // As a file it is inspected once more if its name is an image's: the error is recorded there too.
            return .file
        }
    }
}

private func strnlen(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    return Glibc.strnlen(base.assumingMemoryBound(to: CChar.self), bytes.count)
}
