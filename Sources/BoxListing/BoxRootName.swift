public import Listing

/// How a person names a folder on Box.
public enum BoxRootName: Equatable, Sendable {
    /// By the names that lead to it from the folder of all files.
    case names([[UInt8]])
    /// By its id.
    case id(Int64)

    /// Reads the spelling of a root.
    ///
    /// Nil if it is on no Box.
    ///
    /// - Parameter root: As ``RemoteRoot`` spells it: `box:`, `box:/NAMES` or `box:#ID`.
    public init?(_ root: RemoteRoot) {
        guard root.scheme == .box else { return nil }
        if root.rest.first == UInt8(ascii: "#") {
            guard let number = root.number else { return nil }
            self = .id(number)
        } else {
            self = .names(root.rest.split(separator: UInt8(ascii: "/")).map(Array.init))
        }
    }

    /// The one spelling of a folder.
    static func spelling(of folder: BoxFolder) -> [UInt8] {
        let box = Array("box:".utf8)
        if folder.item.id == BoxFolder.allFiles { return box }
        guard let above = folder.namesAbove else { return RemoteRoot.path(ofNumber: folder.item.id) }
        return (above + [folder.item.name]).reduce(box) { $0 + [UInt8(ascii: "/")] + $1 }
    }
}
