/// What an index knows of a path: the folders that lead there, and what is at its end.
public struct Trail: Sendable {
    /// A folder on the way.
    public struct Folder: Sendable {
        let id: Int64
        /// Its path.
        public let path: [UInt8]
        /// The word of `folders.status`.
        public let status: String
        /// Why it could not be listed, if so.
        public let error: String?
        /// Since which run its status is a problem, if it is one.
        public let problemRun: Int64?
        /// The last run that listed it to its end.
        public let listedRun: Int64?
        /// The run that found it missing.
        public let missingRun: Int64?
        /// Items in it that are neither images nor folders nor links.
        public let otherCount: Int64
        /// Symbolic links in it.
        public let linkCount: Int64
        /// The rule that keeps it out by its name, if the folder above says so.
        public internal(set) var skip: Skip?
    }

    /// A row of an image of that name; those of earlier files of the name have rows of their own.
    public struct Image: Sendable {
        /// `images.id`.
        public let id: Int64
        /// The word of `images.state`.
        public let state: String
        /// The run that found it first.
        public let firstRun: Int64
        /// The run that last found it changed, if one did.
        public let changedRun: Int64?
        /// The run that found it absent, of one that is missing or held.
        public let absentRun: Int64?
        /// How that is known: `listed:FOLDER` or `ancestor-listed:FOLDER`.
        public let proof: [UInt8]?
        /// Why it could not be inspected, if so.
        public let error: String?
        /// Since which run.
        public let problemRun: Int64?
    }

    /// The rules of the run that last listed the deepest known folder to its end.
    public struct Rules: Sendable {
        /// The path of its root.
        public let root: [UInt8]
        /// The extensions that made a file an image.
        public let extensions: [UInt8]
    }

    /// The path of the root.
    public let root: [UInt8]
    /// The folders from the root down to the last that is known, at least the root's own.
    public internal(set) var folders: [Folder]
    /// The names that lead from there to the path and are no known folders.
    public internal(set) var rest: [[UInt8]]
    /// The images of the first of these names, the one that is there first.
    public internal(set) var images: [Image] = []
    /// What rules keep out of the last known folder.
    public internal(set) var skips: [Skip] = []
    /// Nil if no run has listed that folder to its end.
    public internal(set) var rules: Rules?
}
