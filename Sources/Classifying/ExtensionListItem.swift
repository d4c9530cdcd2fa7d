/// One item of a list of extensions, taken apart and checked.
struct ExtensionListItem {
    enum Sign {
        case plain
        case plus
        case minus
    }

    let sign: Sign
    /// The extension in lower case, without sign and dot.
    let bytes: [UInt8]

    private let written: [UInt8]
    private let number: Int

    init(written: [UInt8], number: Int) throws(ExtensionListError) {
        var rest = written[...]
        switch rest.first {
        case UInt8(ascii: "+"):
            sign = .plus
            rest = rest.dropFirst()
        case UInt8(ascii: "-"):
            sign = .minus
            rest = rest.dropFirst()
        default:
            sign = .plain
        }
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
        bytes = rest.map(asciiLowercased)
        self.written = written
        self.number = number
        if let reason = Self.fault(in: bytes) { throw error(reason) }
    }

    /// The error that blames this item.
    func error(_ reason: ExtensionListError.Reason) -> ExtensionListError {
        ExtensionListError(reason, item: written, number: number)
    }

    private static func fault(in bytes: [UInt8]) -> ExtensionListError.Reason? {
        guard let first = bytes.first else { return .emptyItem }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .notUTF8 }
        if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { return .secondSign }
        for scalar in text.unicodeScalars where isForbidden(scalar) { return .forbidden(scalar) }
        return bytes.count > ExtensionSet.longestExtension ? .tooLong(bytes.count) : nil
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", ".", "*", "?": true
        default: scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
        }
    }
}

/// The byte with `A`–`Z` as `a`–`z`, every other one as it is.
private func asciiLowercased(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
}
