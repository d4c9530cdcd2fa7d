/// What kind of thing an item is, as its folder says: links are not followed.
public enum ItemKind: UInt8, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link, to whatever.
    case link
    /// A socket, pipe or device: never opened.
    case special
}

/// One item of a listed folder.
///
/// It shares the folder's names; nothing is copied until ``name`` is asked for.
public struct FolderItem: Sendable {
    /// What kind of thing it is.
    public let kind: ItemKind

    @usableFromInline
    let names: [UInt8]
    @usableFromInline
    let start: Int
    @usableFromInline
    let count: Int

    @inlinable
    init(kind: ItemKind, names: [UInt8], start: Int, count: Int) {
        self.kind = kind
        self.names = names
        self.start = start
        self.count = count
    }

    /// A file that may be in a folder though no listing says so, to be asked for.
    ///
    /// - Parameter name: The bytes of its name, not empty, without `/` and zero bytes.
    public init(file name: [UInt8]) {
        self.init(kind: .file, names: name + [0], start: 0, count: name.count)
    }

    /// The bytes of its name.
    ///
    /// - Complexity: O(n), allocates.
    public var name: [UInt8] {
        Array(names[start..<start + count])
    }

    /// Calls a closure with the bytes of its name.
    ///
    /// A zero byte follows the last one, so that the base address is a C string.
    @inlinable
    public func withName<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes(of: names, in: start..<start + count, body)
    }
}

/// Calls a closure with a range of an array's bytes; unlike `withUnsafeBytes` it keeps the type of the error.
@inlinable
func withBytes<Result, Failure: Error>(
    of array: [UInt8],
    in range: Range<Int>,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
    try array.withUnsafeBufferPointer { (bytes) throws(Failure) -> Result in
        try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
    }
}
