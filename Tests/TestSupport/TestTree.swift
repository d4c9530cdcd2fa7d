public import Listing

/// A tree of folders as values: to be made on a disk, or listed from memory.
///
/// Folders are numbers, 0 is the root; so a tree may be of any depth.
public struct TestTree: Sendable {
    /// What an item is.
    public enum Content: Equatable, Sendable {
        /// A file.
        case file(size: Int64, modified: TimeStamp)
        /// A folder, by its number.
        case folder(Int)
        /// A symbolic link.
        case link(to: [UInt8])
        /// A named pipe.
        case pipe

        /// As a lister calls it.
        public var kind: ItemKind {
            switch self {
            case .file: .file
            case .folder: .folder
            case .link: .link
            case .pipe: .special
            }
        }
    }

    /// One item of a folder.
    public struct Item: Sendable {
        /// The bytes of its name.
        public let name: [UInt8]
        /// What it is.
        public let content: Content
    }

    /// The items of each folder, in the order they were added.
    public private(set) var folders: [[Item]] = [[]]

    private var names: [Set<[UInt8]>] = [[]]

    /// Makes an empty root.
    public init() {}

    /// Adds a file.
    ///
    /// - Returns: Whether there was no item of that name; if there was, nothing is added.
    @discardableResult
    public mutating func addFile(
        _ name: some Sequence<UInt8>,
        in folder: Int = 0,
        size: Int64 = 0,
        modified: TimeStamp = TimeStamp(seconds: 0)
    ) -> Bool {
        add(Array(name), .file(size: size, modified: modified), in: folder)
    }

    /// Adds a folder.
    ///
    /// - Returns: Its number.
    /// - Precondition: There is no item of that name.
    @discardableResult
    public mutating func addFolder(_ name: some Sequence<UInt8>, in folder: Int = 0) -> Int {
        let isAdded = add(Array(name), .folder(folders.count), in: folder)
        precondition(isAdded, "two items of one name")
        folders.append([])
        names.append([])
        return folders.count - 1
    }

    /// Adds anything but a folder.
    ///
    /// - Returns: Whether there was no item of that name; if there was, nothing is added.
    @discardableResult
    public mutating func add(_ name: [UInt8], _ content: Content, in folder: Int) -> Bool {
        guard names[folder].insert(name).inserted else { return false }
        folders[folder].append(Item(name: name, content: content))
        return true
    }

    /// Whether a folder has an item of a name.
    public func has(_ name: [UInt8], in folder: Int) -> Bool { names[folder].contains(name) }

    /// Adds a folder in a folder in a folder, and so on.
    ///
    /// - Returns: The number of the deepest.
    @discardableResult
    public mutating func addChain(_ depth: Int, name: some Sequence<UInt8>, in folder: Int = 0) -> Int {
        let name = Array(name)
        var deepest = folder
        for _ in 0..<depth { deepest = addFolder(name, in: deepest) }
        return deepest
    }

    /// Makes the tree on the local file system.
    public func make(in root: MadeFolder) throws {
        var toMake: [(number: Int, folder: MadeFolder)] = [(0, root)]
        while let (number, folder) = toMake.popLast() {
            for item in folders[number] {
                switch item.content {
                case .file(let size, let modified): try folder.makeFile(item.name, size: size, modified: modified)
                case .link(let target): try folder.makeLink(item.name, to: target)
                case .pipe: try folder.makePipe(item.name)
                case .folder(let below):
                    let made = try folder.makeFolder(item.name)
                    // Folders with nothing below need no descriptor later.
                    if !folders[below].isEmpty { toMake.append((below, made)) }
                }
            }
        }
    }
}
