internal import CSystem
internal import Glibc
public import Listing

extension IndexFile {
    /// Where an index is, by identity rather than by path.
    public struct Place: Sendable {
        let folder: FileFacts
        let names: [[UInt8]]
        let path: [UInt8]
        let file: FileIdentity

        /// Whether an item is the index or one of its companions.
        public func contains(_ name: [UInt8], in folder: FileFacts) -> Bool {
            folder.inode == self.folder.inode && folder.device == self.folder.device && names.contains(name)
        }

        /// Why the index cannot be trusted to be found by its path.
        ///
        /// SQLite goes on writing to a file that has no name any more, and opens further
        /// connections to whatever has its name now.
        /// - Returns: ``IndexError/replaced``, or nil if the path still leads to the
        ///   file that is locked.
        public func replacement() -> IndexError? {
            (try? FileIdentity(at: path)) == file ? nil : .replaced
        }

        /// Whether a folder is the one the index is in.
        public func isIn(_ folder: FileFacts) -> Bool {
            folder.inode == self.folder.inode && folder.device == self.folder.device
        }
    }
}

extension IndexFile.Place {
    init(_ path: [UInt8], file: FileIdentity) throws(IndexError) {
        self.path = path
        self.file = file
        let (folder, name) = try Self.resolve(path)
        var facts = imgindex_facts()
        if withCString(folder, { imgindex_statx(AT_FDCWD, $0, &facts) }) != 0 {
            throw .cannotOpen(call: "statx", reason: systemReason())
        }
        self.folder = FileFacts(
            size: 0,
            modified: 0,
            changed: 0,
            inode: Int64(bitPattern: facts.inode),
            device: Int64(bitPattern: facts.device)
        )
        names = ["", "-wal", "-shm", "-journal"].map { name + Array($0.utf8) }
    }

    /// The real folder and name of a file that may be named through links.
    private static func resolve(_ path: [UInt8]) throws(IndexError) -> (folder: [UInt8], name: [UInt8]) {
        guard let real = realPath(path), let slash = real.lastIndex(of: UInt8(ascii: "/")) else {
            throw .cannotOpen(call: "realpath", reason: systemReason())
        }
        return (slash == 0 ? [UInt8(ascii: "/")] : Array(real[..<slash]), Array(real[(slash + 1)...]))
    }
}
