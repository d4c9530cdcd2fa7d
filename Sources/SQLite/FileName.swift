/// The forms in which a file name is handed to SQLite so that it is taken
/// literally, byte for byte.
///
/// SQLite gives a meaning to `:memory:`, to the empty name and, in builds with
/// SQLITE_USE_URI, to a leading `file:` even when no URI was asked for. None of
/// them starts with a slash or a dot, so a relative name gets `./` before it.
///
/// Related SQLite documentation: <https://www.sqlite.org/uri.html>
enum FileName {
    private static let slash = UInt8(ascii: "/")

    /// The name with nothing in it that SQLite could interpret.
    static func literal(_ path: [UInt8]) -> [UInt8] {
        path.first == slash ? path : Array("./".utf8) + path
    }

    /// A `file:` URI for the name that promises SQLite that nobody changes the
    /// file.
    ///
    /// Every byte but letters, digits and `/ - . _` is percent-encoded, so that
    /// `?`, `#`, `%` and bytes that are not UTF-8 mean themselves. The empty
    /// authority in `file://` keeps a path that starts with two slashes a path.
    static func immutableURI(_ path: [UInt8]) -> [UInt8] {
        let name = literal(path)
        var uri = Array((name.first == slash ? "file://" : "file:").utf8)
        uri.reserveCapacity(uri.count + name.count * 3 + 12)
        for byte in name {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), slash, UInt8(ascii: "-")...UInt8(ascii: "."), UInt8(ascii: "_"):
                uri.append(byte)
            default:
                uri.append(UInt8(ascii: "%"))
                uri.append(hexDigit(byte >> 4))
                uri.append(hexDigit(byte & 0xF))
            }
        }
        uri.append(contentsOf: "?immutable=1".utf8)
        return uri
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
