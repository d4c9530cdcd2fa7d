public import Listing

/// The rules of a run, stored with it: what decided which files are images, and what is kept out.
public struct RunRules: Sendable {
    /// An extension that makes a file an image.
    public struct Extension: Sendable {
        /// Lower case, without the dot.
        public let text: String
        /// The name of the format, or nil where only the user knows it.
        public let format: String?

        /// Makes an extension.
        public init(text: String, format: String?) {
            self.text = text
            self.format = format
        }
    }

    /// The extensions, in the order that ``SeenItem`` refers to.
    public let extensions: [Extension]
    /// The same as a text: equal rules have equal texts.
    public let extensionText: String
    /// Whether the folders and files that are litter by default are kept out.
    public let defaultExcludes: Bool
    /// Whether folders on another volume than the root are kept out.
    public let oneFileSystem: Bool
    /// All rules given with the root that keep items out, as a text: equal rules have equal texts.
    public let excludeText: String
    /// How many lanes the run walks on.
    public let width: Int
    /// The version of the command.
    public let version: String
    /// When absent images are held.
    public let hold: HoldRules
    /// What is looked at of a folder whose times are as they are stored.
    public var look: FolderLook
    /// Where the next run can ask what has happened, and what has since the last; nil: nobody can be asked.
    public var feed: FeedNews?

    /// Makes rules of their parts.
    public init(
        extensions: [Extension],
        extensionText: String,
        defaultExcludes: Bool,
        excludeText: String,
        width: Int,
        version: String,
        hold: HoldRules = HoldRules(),
        look: FolderLook = .all,
        oneFileSystem: Bool = false
    ) {
        self.look = look
        self.oneFileSystem = oneFileSystem
        self.hold = hold
        self.extensions = extensions
        self.extensionText = extensionText
        self.defaultExcludes = defaultExcludes
        self.excludeText = excludeText
        self.width = width
        self.version = version
    }
}
