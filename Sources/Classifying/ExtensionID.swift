/// The number of an extension in the list of one ``NameClassifier``.
///
/// Four bytes, so that an item can carry its extension at no cost. It means
/// nothing to another classifier, and nothing in the index.
public struct ExtensionID: Hashable, Sendable {
    @usableFromInline let number: UInt32

    /// The index into ``NameClassifier/extensions``.
    @inlinable public var index: Int { Int(truncatingIfNeeded: number) }

    @usableFromInline
    init(index: Int) {
        number = UInt32(truncatingIfNeeded: index)
    }
}
