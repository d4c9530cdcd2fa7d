import TestSupport

/// A tree that nobody changes any more, the index of how it was before, if there is one, and what an undisturbed run
/// makes of the two.
///
/// Every trial has an index of its own: many can be under way on one stage.
struct Stage: Sendable {
    /// Holds the tree.
    let place: TemporaryFolder
    /// The files of the index that a run finds, by their names; none before a first run.
    let start: [[UInt8]: [UInt8]]
    /// The ids in it, with the paths in hex.
    let startImages: [Int: String]
    /// The name of the folder that is kept shut; empty for none.
    let closed: [UInt8]
    /// The paths, in hex, of all files in the tree.
    let files: Set<String>
    /// How an undisturbed run ends.
    private(set) var undisturbed: FaultyEnd
    /// What an undisturbed run leaves.
    private(set) var expected: IndexLook

    /// The root.
    var root: [UInt8] { place.path(of: bytes("tree")) }

    /// Before a first run.
    static func first() throws -> Stage {
        let place = try TemporaryFolder()
        try SmallTree.make(in: place.folder.makeFolder(bytes("tree")))
        return try Stage(place)
    }

    /// After a first run and many changes; a folder that was read then is shut now.
    static func rerun() throws -> Stage {
        let place = try TemporaryFolder()
        let tree = try place.folder.makeFolder(bytes("tree"))
        try SmallTree.make(in: tree)
        let before = try Trial(Stage(place, closed: []))
        _ = try before.run()
        try SmallTree.change(tree)
        return try Stage(place, start: before)
    }

    /// After a run that was killed at a call.
    func killed(at plan: Plan) throws -> Stage {
        let trial = try Trial(self)
        _ = try trial.run(plan)
        return try Stage(place, start: trial)
    }

    private init(_ place: TemporaryFolder, start: Trial? = nil, closed: [UInt8] = SmallTree.closed) throws {
        self.place = place
        self.start = try start?.indexFiles() ?? [:]
        startImages = try start?.look().images ?? [:]
        self.closed = closed
        let find = [bytes("find"), place.path(of: bytes("tree")), bytes("-type"), bytes("f"), bytes("-print0")]
        let list = try runProcess(bytes("/usr/bin/env"), find)
        files = Set(list.output.split(separator: 0).map { hex($0) })
        // Until the first trial has said what they are.
        undisturbed = FaultyEnd(list, report: [])
        expected = IndexLook()
        let trial = try Trial(self)
        undisturbed = try trial.run()
        expected = try trial.look()
    }
}
