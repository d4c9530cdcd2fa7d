import TestSupport

/// A small tree that has one of everything: nested folders, odd names, a folder that cannot be opened.
enum SmallTree {
    /// The folder that the interposed library keeps shut, also for root.
    static let closed = bytes("closed")

    private static let notText: [UInt8] = [0xA7, 0xFF, 0x01] + bytes(".jpg")
    private static let long = [UInt8](repeating: UInt8(ascii: "d"), count: 251) + bytes(".jpg")

    /// Makes it in an empty folder.
    static func make(in tree: MadeFolder) throws {
        for (number, name) in ["a.jpg", "b.png", "two\nlines.gif", "notes.txt", "-n.jpg"].enumerated() {
            try tree.makeFile(bytes(name), size: Int64(number))
        }
        try tree.makeFile(notText, size: 70)
        try tree.makeFile(long, size: 71)
        try tree.makeLink(bytes("link.jpg"), to: bytes("a.jpg"))

        let album = try tree.makeFolder(bytes("album"))
        for number in 1...5 { try album.makeFile(bytes("\(number).jpg"), size: Int64(100 + number)) }
        let below = try album.makeFolder(bytes("sub"))
        for name in OddName.all.prefix(12) { try below.makeFile(name + bytes(".tif"), size: 9) }
        try below.makeFolder(bytes("deep")).makeFile(bytes("y.heic"), size: 1_000)

        try tree.makeFolder(closed).makeFile(bytes("c.jpg"), size: 5)
        for name in [[0xFF], bytes("-rf"), [UInt8](repeating: UInt8(ascii: "e"), count: 255)] {
            try tree.makeFolder(name).makeFile(bytes("z.webp"), size: 6)
        }
        let gone = try tree.makeFolder(bytes("gone"))
        for number in 1...3 { try gone.makeFile(bytes("g\(number).jpg"), size: Int64(number)) }
        try gone.makeFolder(bytes("below")).makeFile(bytes("h.jpg"), size: 7)
        try tree.makeFolder(bytes("named")).makeFile(bytes("m.jpg"), size: 8)
    }

    /// Deletes, renames, changes and adds images, and deletes, renames and adds folders.
    static func change(_ tree: MadeFolder) throws {
        let album = try tree.open(bytes("album"))
        try album.remove(bytes("1.jpg"))
        try album.rename(bytes("2.jpg"), to: bytes("two.jpg"))
        try album.makeFile(bytes("3.jpg"), size: 3_000)
        try album.makeFile(bytes("new.jpg"), size: 4)
        try tree.remove(long)
        try tree.rename(notText, to: [0xC0] + notText)
        try album.open(bytes("sub")).remove((OddName.all.first ?? []) + bytes(".tif"))

        let gone = try tree.open(bytes("gone"))
        for number in 1...3 { try gone.remove(bytes("g\(number).jpg")) }
        try gone.open(bytes("below")).remove(bytes("h.jpg"))
        try gone.removeFolder(bytes("below"))
        try tree.removeFolder(bytes("gone"))
        try tree.rename(bytes("named"), to: bytes("renamed"))
        try tree.makeFolder(bytes("fresh")).makeFile(bytes("f.jpg"), size: 11)
    }
}
