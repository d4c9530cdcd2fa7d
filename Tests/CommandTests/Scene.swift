import Glibc
import TestSupport

/// A tree, an index beside it, and the built command that brings the two together.
///
/// All of it lies in a temporary folder that is removed with the last reference.
struct Scene: Sendable {
    /// Holds the tree, the index and the home folder.
    let place: TemporaryFolder
    /// The root: a folder called `tree`, empty at first.
    let tree: MadeFolder
    /// The index that ``run(_:_:)`` writes.
    var index: [UInt8]

    /// Makes an empty tree and no index.
    init() throws {
        place = try TemporaryFolder()
        tree = try place.folder.makeFolder("tree".utf8)
        try place.folder.makeFolder("home".utf8)
        index = place.path(of: "index.db".utf8)
    }

    /// The path of the root.
    var root: [UInt8] { place.path(of: "tree".utf8) }

    /// The path of something in the tree.
    func path(_ name: String) -> [UInt8] { root + [UInt8(ascii: "/")] + name.utf8 }

    /// What the command sees: this process's environment with a home of its own and
    /// no wish for another index.
    ///
    /// - Parameter changes: Variables that are set too, or unset if nil.
    /// - Returns: Entries as `NAME=value`.
    func environment(_ changes: [String: [UInt8]?] = [:]) -> [[UInt8]] {
        let standard: [String: [UInt8]?] = [
            "HOME": place.path(of: "home".utf8), "IMGINDEX_FILE": nil, "XDG_DATA_HOME": nil,
            // The parent of the tests may have said what it likes; a trap must end, not wait for a debugger.
            "SWIFT_BACKTRACE": Array("enable=no".utf8),
        ]
        let all = standard.merging(changes) { $1 }
        let inherited = ownEnvironment().filter { entry in
            !all.keys.contains { entry.starts(with: Array("\($0)=".utf8)) }
        }
        return inherited + all.compactMap { name, value in value.map { Array("\(name)=".utf8) + $0 } }
    }

    /// Runs the command with any arguments, in the temporary folder.
    func command(
        _ arguments: [[UInt8]],
        environment: [String: [UInt8]?] = [:],
        folder: [UInt8]? = nil
    ) throws -> ProcessEnd {
        try runProcess(
            try builtProgram("imgindex"),
            arguments,
            environment: self.environment(environment),
            folder: folder ?? place.path
        )
    }

    /// Runs the command with arguments that are text.
    func command(_ arguments: String...) throws -> ProcessEnd {
        try command(arguments.map { Array($0.utf8) })
    }

    /// The arguments of `imgindex index` for this scene's index.
    ///
    /// - Parameters:
    ///   - options: More options.
    ///   - roots: The roots. Default: the tree.
    /// - Returns: The arguments.
    func indexArguments(_ options: [String], _ roots: [[UInt8]]? = nil) -> [[UInt8]] {
        let start = [Array("index".utf8), Array("--index=".utf8) + index] + options.map { Array($0.utf8) }
        return start + [Array("--".utf8)] + (roots ?? [root])
    }

    /// Runs `imgindex index` on the tree, or on other roots.
    @discardableResult
    func run(_ options: String..., roots: [[UInt8]]? = nil) throws -> ProcessEnd {
        // Without a terminal only news are told; tests want the summary.
        try command(
            indexArguments(options + (options.contains { ["-q", "--quiet"].contains($0) } ? [] : ["-v"]), roots)
        )
    }

    /// Runs a program of the system, found by `PATH`, in the temporary folder.
    func tool(_ arguments: [[UInt8]], input: [UInt8] = []) throws -> ProcessEnd {
        try runProcess(
            Array("/usr/bin/env".utf8),
            arguments,
            environment: environment(),
            folder: place.path,
            input: input
        )
    }

    /// Runs a script of `sh`; the words after it are `$1`, `$2`, and so on.
    func shell(_ script: String, _ words: [[UInt8]] = []) throws -> ProcessEnd {
        try tool([Array("sh".utf8), Array("-c".utf8), Array(script.utf8), Array("sh".utf8)] + words)
    }
}

/// The environment of this process, as `NAME=value`.
private func ownEnvironment() -> [[UInt8]] {
    var entries: [[UInt8]] = []
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let text = entry.pointee {
        entries.append(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
        entry += 1
    }
    return entries
}

/// Bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Text of bytes; what is not UTF-8 is replaced.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
