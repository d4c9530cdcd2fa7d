import Indexing

extension IndexLocation {
    /// A command line to copy that works on this index from any folder, safe for a terminal.
    ///
    /// - Parameters:
    ///   - command: What to do.
    ///   - root: The root to do it to, if any.
    /// - Returns: The line, with `--index` unless the index is where it is looked for by itself.
    func advice(_ command: Command, _ root: [UInt8]? = nil) -> String {
        var words = ["imgindex", command.rawValue]
        // No folder to make: a person named the file.
        if folderToMake == nil { words.append(shellWord(Array("--index=".utf8) + absoluteFile)) }
        if let root { words.append(shellWord(vanishedRootPath(root) ?? root)) }
        return words.joined(separator: " ")
    }

    /// The file by a path that means the same in every folder.
    var absoluteFile: [UInt8] {
        file.first == UInt8(ascii: "/") ? file : vanishedRootPath(file) ?? file
    }
}
