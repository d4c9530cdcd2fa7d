/// The items that are left out unless asked for: litter, not pictures.
///
/// Storage boxes, systems and cameras' software keep copies, thumbnails and
/// deleted files beside the pictures. Counting them shows every picture twice.
/// Names are compared as exact bytes; only `$RECYCLE.BIN` in any case of its
/// ASCII letters, because versions of Windows also write `$Recycle.Bin`.
///
/// A rule is about folders or about other items, and about their names, never
/// a whole path.
public enum DefaultExcludes {
    /// One rule: which names, and why.
    public struct Rule: Hashable, Sendable {
        /// The rule as people read it: the name, or a prefix followed by `*`.
        public let text: String

        /// Why such an item is no picture of its own, in one line.
        public let reason: String

        /// Whether it is about folders; if not, it is about all other items.
        public let isAboutFolders: Bool

        fileprivate let match: Match
        fileprivate let bytes: [UInt8]

        fileprivate init(_ bytes: String, match: Match = .exact, folders: Bool = true, _ reason: String) {
            self.text = match == .prefix ? bytes + "*" : bytes
            self.reason = reason
            self.isAboutFolders = folders
            self.match = match
            self.bytes = Array(bytes.utf8)
        }
    }

    /// The rules, no name matched by two of them.
    public static let rules = [
        Rule("@eaDir", "thumbnails and metadata that a Synology box makes of each file"),
        Rule("#recycle", "deleted files on a Synology box"),
        Rule("#snapshot", "older states of a whole share on a Synology box"),
        Rule("@Recycle", "deleted files on a QNAP box"),
        Rule(".Trash-", match: .prefix, "deleted files of one user on this file system (freedesktop.org trash)"),
        Rule("$RECYCLE.BIN", match: .anyCase, "deleted files of Windows"),
        Rule("lost+found", "pieces that fsck found on an ext file system"),
        Rule(".zfs", "older states of a whole ZFS file system"),
        Rule(".snapshots", "older states of a whole file system made by snapper"),
        Rule("__MACOSX", "resource forks that macOS puts into ZIP archives"),
        Rule(".thumbnails", "small copies of pictures kept by desktops and phones"),
        appleDouble,
    ]

    private static let appleDouble = Rule(
        "._",
        match: .prefix,
        folders: false,
        "what macOS could not store elsewhere (AppleDouble, RFC 1740): the picture's name, but no pixels"
    )

    /// The rule that leaves an item out.
    ///
    /// - Parameters:
    ///   - name: The bytes of the item's name; any bytes are fine.
    ///   - isFolder: Whether it is a folder.
    /// - Returns: The rule, or nil when none leaves the item out.
    /// - Complexity: Constant for what is no folder. Linear in the number of
    ///   rules for a folder whose first byte is that of a rule, else constant.
    ///   No allocation.
    public static func rule(of name: UnsafeRawBufferPointer, isFolder: Bool) -> Rule? {
        guard let first = name.first else { return nil }
        guard isFolder else {
            let isOne = first == UInt8(ascii: ".") && name.count >= 2 && name[1] == UInt8(ascii: "_")
            return isOne ? appleDouble : nil
        }
        // Written out: nearly every folder is done with here.
        switch first {
        case UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "_"),
            UInt8(ascii: "l"):
            return rules.first { $0.isAboutFolders && $0.matches(name) }
        default:
            return nil
        }
    }

    /// The rule that leaves an item out.
    ///
    /// - Parameters:
    ///   - name: The bytes of the item's name; any bytes are fine.
    ///   - isFolder: Whether it is a folder.
    /// - Returns: The rule, or nil when none leaves the item out.
    /// - Complexity: As for a buffer.
    public static func rule(of name: [UInt8], isFolder: Bool) -> Rule? {
        name.withUnsafeBytes { rule(of: $0, isFolder: isFolder) }
    }

    fileprivate enum Match {
        case exact
        case prefix
        case anyCase
    }
}

extension DefaultExcludes.Rule {
    fileprivate func matches(_ name: UnsafeRawBufferPointer) -> Bool {
        switch match {
        case .exact: name.elementsEqual(bytes)
        case .prefix: name.starts(with: bytes)
        case .anyCase: name.elementsEqual(bytes) { $0 == $1 || isOtherCase($0, of: $1) }
        }
    }
}

/// Whether two bytes are one ASCII letter, once large and once small.
private func isOtherCase(_ byte: UInt8, of other: UInt8) -> Bool {
    let small = byte | 0x20
    return byte ^ other == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(small)
}
