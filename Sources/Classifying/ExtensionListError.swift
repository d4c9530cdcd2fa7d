/// Why a list of extensions was refused: what, where and why.
public struct ExtensionListError: Error, Hashable, Sendable {
    /// What is wrong with a list or an item of it.
    public enum Reason: Hashable, Sendable {
        /// The list has no bytes at all.
        case emptyList
        /// Nothing stands between two commas, or nothing after the sign or dot.
        case emptyItem
        /// The item is not valid UTF-8.
        case notUTF8
        /// The extension itself starts with `+` or `-`.
        case secondSign
        /// A character that no extension can have, or that is most likely a mistake.
        case forbidden(Unicode.Scalar)
        /// The extension has this many bytes, more than ``ExtensionSet/longestExtension``.
        case tooLong(Int)
        /// An extension to take away is not in the set.
        case notThere
        /// The whole list leaves no extension.
        case nothingLeft
    }

    /// Why the list was refused.
    public let reason: Reason

    /// The item as it was written, its bytes unchanged; nil for the whole list.
    public let item: [UInt8]?

    /// The number of the item, counted from 1; nil for the whole list.
    public let number: Int?

    init(_ reason: Reason, item: [UInt8]? = nil, number: Int? = nil) {
        self.reason = reason
        self.item = item
        self.number = number
    }
}

extension ExtensionListError: CustomStringConvertible {
    /// What was refused.
    public var what: String { "bad list of extensions" }

    /// Where in the list: the item and its number, or nil for the whole list.
    ///
    /// Invalid UTF-8 is repaired. Control characters are as they were written:
    /// whoever prints this makes it safe for a terminal.
    public var place: String? {
        guard let item, let number else { return nil }
        return "item \(number) '\(String(decoding: item, as: UTF8.self))'"
    }

    /// Why, in words.
    public var why: String {
        switch reason {
        case .emptyList: "it is empty"
        case .emptyItem: "it names no extension"
        case .notUTF8: "it is not valid UTF-8"
        case .secondSign: "an extension cannot start with + or -"
        case .forbidden("."): "there is more than one dot, or it is not in front"
        case .forbidden("*"), .forbidden("?"): "patterns are not understood, only plain extensions"
        case .forbidden(let scalar) where scalar.properties.generalCategory == .control:
            "an extension cannot hold a control character"
        case .forbidden(let scalar) where scalar.properties.isWhitespace: "an extension cannot hold a space"
        case .forbidden(let scalar): "an extension cannot hold '\(scalar)'"
        case .tooLong(let count): "\(count) bytes are too many, at most \(ExtensionSet.longestExtension)"
        case .notThere: "it cannot be taken away, it is not in the list"
        case .nothingLeft: "no extension is left"
        }
    }

    /// All of it: `what: where: why`, without the where for the whole list.
    public var description: String {
        [what, place, why].compactMap(\.self).joined(separator: ": ")
    }
}
