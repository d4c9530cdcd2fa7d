/// A kind of image file: its readable name, whether it is raw, its extensions.
///
/// The name is what people see in the column `format` of the index, so it is
/// part of the public contract: a name is added, never renamed.
public struct ImageFormat: Hashable, Sendable {
    /// The readable name, such as `JPEG` or `Canon CR2`; unique in the table.
    public let name: String

    /// Whether files of this format hold the data of a camera's sensor.
    ///
    /// A raw file and the JPEG beside it are usually one photograph.
    public let isRaw: Bool

    /// The extensions of this format, lower case, without the dot.
    ///
    /// All are ASCII, of at most seven bytes, and in no other format.
    public let extensions: [String]

    init(_ name: String, raw isRaw: Bool = false, _ extensions: String...) {
        self.name = name
        self.isRaw = isRaw
        self.extensions = extensions
    }
}
