/// Tells from its name alone whether a file is an image.
///
/// The rule: the extension is what follows the last dot, if that dot is not the
/// first byte of the name and something follows it. The name is an image's when
/// the extension is in the set, `A`–`Z` counting as `a`–`z` whatever the locale
/// (a Turkish `İ` or `ı` is no `i`). So `a.JPG` and `a..jpg` are images; `jpg`,
/// `.jpg` (a dot file without an extension), `a.`, `a.jpg_`, `a.jpg.txt` and
/// `photo` + U+202E + `gpj.exe` are not. A folder's name is not asked here.
///
/// A classifier is immutable, and can be used from any number of threads.
public struct NameClassifier: Sendable {
    /// The extensions in force, in the order of ``ExtensionSet/extensions``.
    public let extensions: [ImageExtension]

    @usableFromInline let table: ExtensionTable

    /// The ids of the extensions that do not fit a word; empty for the table.
    @usableFromInline let longIDs: [ExtensionID]

    /// A classifier for a set of extensions.
    ///
    /// - Parameter set: The extensions in force.
    public init(_ set: ExtensionSet = .standard) {
        var entries: [(word: UInt64, id: ExtensionID)] = []
        var longIDs: [ExtensionID] = []
        for (index, item) in set.extensions.enumerated() {
            let id = ExtensionID(index: index)
            if let word = PackedExtension.word(of: item.bytes) {
                entries.append((word, id))
            } else {
                longIDs.append(id)
            }
        }
        extensions = set.extensions
        table = ExtensionTable(entries)
        self.longIDs = longIDs
    }

    /// The extension that makes this the name of an image.
    ///
    /// - Parameter name: The bytes of the name, without a path. Any bytes are
    ///   fine: they need not be UTF-8, and may even hold NUL.
    /// - Returns: The extension's id, or nil when the name is not an image's.
    /// - Complexity: Constant: a few nanoseconds, without an allocation. A name
    ///   without a dot in its last eight bytes is also compared with each
    ///   extension of more than seven bytes; only a user's list can have some.
    @inlinable
    public func imageExtension(of name: UnsafeRawBufferPointer) -> ExtensionID? {
        switch PackedExtension.end(of: name) {
        case .none: return nil
        case .word(let word): return table[word]
        case .noDotInLastEight: return longIDs.isEmpty ? nil : longExtension(of: name)
        }
    }

    /// The extension that makes this the name of an image.
    ///
    /// - Parameter name: The bytes of the name, without a path.
    /// - Returns: The extension's id, or nil when the name is not an image's.
    /// - Complexity: As for a buffer.
    @inlinable
    public func imageExtension(of name: [UInt8]) -> ExtensionID? {
        name.withUnsafeBytes { imageExtension(of: $0) }
    }

    /// What an id of this classifier stands for.
    ///
    /// - Parameter id: An id that this classifier gave.
    /// - Precondition: The id is one of this classifier's.
    /// - Returns: The extension and its format.
    @inlinable
    public subscript(id: ExtensionID) -> ImageExtension { extensions[id.index] }

    /// The slow path: the last eight bytes of the name hold no dot.
    @usableFromInline
    func longExtension(of name: UnsafeRawBufferPointer) -> ExtensionID? {
        longIDs.first { id in
            let bytes = self[id].bytes
            let dot = name.count - bytes.count - 1
            // Extensions hold no dot: if all that follows this one is equal, it is the last.
            guard dot > 0, name[dot] == UInt8(ascii: ".") else { return false }
            return UnsafeRawBufferPointer(rebasing: name[(dot + 1)...]).elementsEqual(bytes) {
                UInt8(truncatingIfNeeded: PackedExtension.lowercased(UInt64($0))) == $1
            }
        }
    }
}
