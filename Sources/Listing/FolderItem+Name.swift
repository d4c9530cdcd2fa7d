extension FolderItem {
    /// Whether bytes that a store on the network calls an item's name can be one of a path: they stay within their folder.
    public static func isName(_ name: [UInt8]) -> Bool {
        !name.isEmpty && !name.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
            && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
    }
}
