/// The extensions in force: what makes a name the name of an image.
///
/// Without a wish it is the whole table of ``ImageFormats``; `--extensions`
/// replaces or changes it, see `init(parsing:)`. A set is never
/// empty. Equal sets have equal texts, so a run can store the text and a later
/// run can tell whether it looks for the same files.
public struct ExtensionSet: Hashable, Sendable {
    /// The whole table of ``ImageFormats``.
    public static let standard = ExtensionSet(sorting: Array(table.values))

    /// The most bytes that an extension can have: 16.
    ///
    /// The longest in the table has four. The bound keeps the text of a set
    /// readable and tells a mistaken list (a path, a sentence) from a wish.
    public static let longestExtension = 16

    /// The extensions, sorted by their bytes, none twice, at least one.
    public let extensions: [ImageExtension]

    /// The canonical text: the extensions in their order, joined by commas.
    ///
    /// Parsing it gives this set again. Two sets are equal exactly when the
    /// bytes of their texts are.
    ///
    /// - Complexity: Linear in the length; made anew at each call.
    public var text: String { extensions.map(\.text).joined(separator: ",") }

    init(sorting extensions: [ImageExtension]) {
        self.extensions = extensions.sorted()
    }

    /// The table by the bytes of its extensions.
    static let table: [[UInt8]: ImageExtension] = {
        var table: [[UInt8]: ImageExtension] = [:]
        for format in ImageFormats.all {
            for text in format.extensions {
                let bytes = Array(text.utf8)
                table[bytes] = ImageExtension(bytes: bytes, format: format)
            }
        }
        return table
    }()
}

extension ExtensionSet: CustomStringConvertible {
    /// The canonical text, see ``text``.
    public var description: String { text }
}
