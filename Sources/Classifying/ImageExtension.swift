/// An extension that makes a name the name of an image, and what it means.
///
/// Two are equal, and sorted, by their bytes: texts that only Unicode calls
/// equal are different extensions, as they are different names of files.
public struct ImageExtension: Sendable {
    /// The bytes after the dot, `A`–`Z` as `a`–`z`; 1 to 16, valid UTF-8.
    public let bytes: [UInt8]

    /// The format, or nil when the table does not know this extension.
    public let format: ImageFormat?

    /// The same bytes as text, for the column `extension` of the index.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    init(bytes: [UInt8], format: ImageFormat?) {
        self.bytes = bytes
        self.format = format
    }
}

extension ImageExtension: Hashable, Comparable {
    /// Whether both have the same bytes.
    ///
    /// - Parameters:
    ///   - left: One extension.
    ///   - right: The other.
    /// - Returns: Whether they are the same extension.
    public static func == (left: ImageExtension, right: ImageExtension) -> Bool { left.bytes == right.bytes }

    /// The order of the bytes, a prefix before what continues it.
    ///
    /// - Parameters:
    ///   - left: One extension.
    ///   - right: The other.
    /// - Returns: Whether `left` comes first.
    public static func < (left: ImageExtension, right: ImageExtension) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Feeds the bytes to the hasher.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
