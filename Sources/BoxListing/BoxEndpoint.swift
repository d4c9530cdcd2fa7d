/// Where Box's API is.
public struct BoxEndpoint: Equatable, Sendable {
    /// The address that the paths of the API follow, without a slash at its end.
    let url: String
    /// Whether it is spoken to without encryption: only on this machine.
    let isPlain: Bool

    /// The one of Box.
    public static let box = BoxEndpoint(url: "https://api.box.com", isPlain: false)

    private init(url: String, isPlain: Bool) {
        self.url = url
        self.isPlain = isPlain
    }

    /// Reads an address.
    ///
    /// Nil if it is none.
    ///
    /// - Parameter text: `https://HOST`, with or without port and path; `http://` only for this machine, as a login
    ///   goes over it.
    public init?(_ text: String) {
        guard
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F && $0 != "@" && $0 != "?" && $0 != "#" }
            )
        else { return nil }
        var url = text
        while url.hasSuffix("/") { url.removeLast() }
        if url.hasSuffix("/2.0") { url.removeLast(4) }
        if url.hasPrefix("https://"), url.count > 8 {
            self.init(url: url, isPlain: false)
        } else if url.hasPrefix("http://") {
            let host = url.dropFirst(7).prefix { $0 != "/" }
            let isHere = ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix("\($0):") }
            if !isHere { return nil }
            self.init(url: url, isPlain: true)
        } else {
            return nil
        }
    }
}
