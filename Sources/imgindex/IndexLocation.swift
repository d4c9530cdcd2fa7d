/// Where the index is.
struct IndexLocation: Equatable {
    /// The path of the file, not empty.
    let file: [UInt8]
    /// The folder that is ours to make when it is not there (mode 0700, as are
    /// those above it that are not there either), or `nil` when a person named
    /// the file: then its folder must exist.
    let folderToMake: [UInt8]?

    /// Finds the place: the option, else `IMGINDEX_FILE`, else
    /// `imgindex/index.db` in `XDG_DATA_HOME`, else in `HOME/.local/share`.
    ///
    /// An empty variable counts as unset, and so does a relative path in
    /// `XDG_DATA_HOME` (as its specification says) or in `HOME`: the place must
    /// not depend on the folder in which the command is started.
    ///
    /// - Parameters:
    ///   - option: the value of `--index`, if given.
    ///   - command: the command that asks, for the hint in the error.
    ///   - environment: the value of a variable, `nil` when unset.
    /// - Throws: `UsageError` when nothing says where.
    init(
        option: [UInt8]?,
        for command: Command,
        environment: (_ name: String) -> [UInt8]?
    ) throws(UsageError) {
        if let named = [option, environment("IMGINDEX_FILE")].compactMap({ $0 }).first(where: { !$0.isEmpty }) {
            self.init(file: named, folderToMake: nil)
        } else if let data = environment("XDG_DATA_HOME"), Self.isAbsolute(data) {
            self.init(dataFolder: data)
        } else if let home = environment("HOME"), Self.isAbsolute(home) {
            self.init(dataFolder: Self.join(home, ".local/share"))
        } else {
            throw UsageError(.noIndexLocation, in: command)
        }
    }

    private init(file: [UInt8], folderToMake: [UInt8]?) {
        self.file = file
        self.folderToMake = folderToMake
    }

    private init(dataFolder: [UInt8]) {
        let folder = Self.join(dataFolder, "imgindex")
        self.init(file: Self.join(folder, "index.db"), folderToMake: folder)
    }

    private static func isAbsolute(_ path: [UInt8]) -> Bool {
        path.first == UInt8(ascii: "/")
    }

    private static func join(_ folder: [UInt8], _ name: String) -> [UInt8] {
        var path = folder
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        return path + [UInt8(ascii: "/")] + name.utf8
    }
}
