/// Why an ignore file was refused: it has too many bytes.
public struct ExcludeFileError: Error, Hashable, Sendable {
    /// The path of the folder that holds the file, as it was given.
    public let folder: [UInt8]

    /// The number of bytes that were given.
    public let size: Int
}

extension ExcludeFileError: CustomStringConvertible {
    /// Why, in words, without the path.
    public var why: String { "\(size) bytes are too many for an ignore file, at most \(ExcludeFile.largestSize)" }

    /// The path of the folder and why; invalid UTF-8 is repaired.
    public var description: String { "\(String(decoding: folder, as: UTF8.self)): \(why)" }
}
