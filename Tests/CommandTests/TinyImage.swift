import TestSupport

/// The least that is a picture.
enum TinyImage {
    /// A JPEG of one grey pixel, in 170 bytes.
    static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + bytes("JFIF") + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
        + [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        + [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        + [0xFF, 0xC4, 0, 31, 0, 0, 1, 5, 1, 1, 1, 1, 1, 1] + [UInt8](repeating: 0, count: 7) + Array(0...11)
        + [0xFF, 0xC4, 0, 20, 16, 1] + [UInt8](repeating: 0, count: 16)
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0, 0x0F, 0xFF, 0xD9]
}

extension Scene {
    /// Makes JPEG files below the root, or replaces their content, and the folders on the way.
    ///
    /// - Parameters:
    ///   - paths: Relative to the root.
    ///   - padding: How many bytes follow the picture, so that files differ in size.
    /// - Throws: ``CallError``.
    func add(_ paths: String..., padding: Int = 0) throws {
        for path in paths { try add(bytes(path), padding: padding) }
    }

    /// Makes a JPEG file of any name.
    func add(_ path: [UInt8], padding: Int = 0) throws {
        let names = path.split(separator: UInt8(ascii: "/"))
        var folder = root
        for name in names.dropLast() {
            let parent = try MadeFolder(path: folder)
            folder += bytes("/") + name
            if (try? MadeFolder(path: folder)) == nil { try parent.makeFolder(name) }
        }
        let content = TinyImage.jpeg + [UInt8](repeating: 0, count: padding)
        try writeFile(folder + bytes("/") + (names.last ?? []), content)
    }

    /// Opens a folder below the root.
    func folder(_ path: String) throws -> MadeFolder { try MadeFolder(path: self.path(path)) }
}
