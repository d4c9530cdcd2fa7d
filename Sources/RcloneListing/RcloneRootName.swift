public import Listing

/// How a person names a folder of a remote.
public struct RcloneRootName: Equatable, Sendable {
    /// The remote's name, without the colon.
    let remote: String
    /// The names that lead to the folder, with slashes between.
    let folder: [UInt8]
    /// Whether it was written with a slash before it.
    let isAbsolute: Bool
    private let root: RemoteRoot

    /// Reads the spelling of a root.
    ///
    /// Nil if rclone is not what leads there.
    ///
    /// - Parameter root: As ``RemoteRoot`` reads it.
    public init?(_ root: RemoteRoot) {
        let colon = UInt8(ascii: ":")
        guard root.scheme == .rclone, let end = root.rest.firstIndex(of: colon) else { return nil }
        remote = String(decoding: root.rest[..<end], as: UTF8.self)
        folder = Array(root.rest[(end + 1)...].drop { $0 == UInt8(ascii: "/") })
        isAbsolute = root.isAbsolute
        self.root = root
    }

    /// Why rclone is not asked for it; nil: it is.
    ///
    /// A remote that is made on the command line, as `:s3,secret_access_key=…:`, would put what it says into the index.
    public var problem: String? {
        let isName = !remote.isEmpty && remote.unicodeScalars.allSatisfy { Self.isPlain($0) } && remote.first != "-"
        if !isName { return "write rclone:REMOTE:PATH with the name of a remote of 'rclone config'" }
        return Array(String(decoding: folder, as: UTF8.self).utf8) == folder ? nil : "rclone takes UTF-8 only"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "_-.+@ ".unicodeScalars.contains(scalar)
    }

    /// Its one spelling as a root.
    func path(_ backend: RcloneBackend) -> [UInt8] { backend.slashMatters ? root.path : root.pathWithSlash }

    /// Why there is no telling what it means; nil: there is.
    func problem(_ backend: RcloneBackend) -> String? {
        backend.type == "local" && !isAbsolute
            ? "it is on this machine, where a path begins with a slash: write rclone:\(remote):/PATH" : nil
    }

    /// The remote and the path as rclone takes them.
    func place(_ backend: RcloneBackend) -> [UInt8] {
        let takesSlash = backend.slashMatters || backend == .other
        return Array("\(remote):".utf8) + (isAbsolute && takesSlash ? [UInt8(ascii: "/")] : []) + folder
    }
}
