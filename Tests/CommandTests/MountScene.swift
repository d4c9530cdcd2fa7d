import TestSupport

/// A tree in which a script mounts what it likes: only it sees that, and all of it is gone when it ends, however it ends.
struct MountScene: Sendable {
    let scene: Scene

    private static let start = ["unshare", "--mount", "--map-root-user", "sh"].map { bytes($0) }

    private static let prelude = """
        set -u; command=$1 root=$2 index=$3
        mkdir -p "$root"; cd "$root" || exit 90
        run() { "$command" index --index="$index" --quiet --width=1 "$@" "$root" 2>/dev/null; echo "exit $?"; }
        ask() { sqlite3 -batch "$index" "$1"; }
        images() { ask "SELECT id, substr(path, length(root) + 2), state FROM images ORDER BY id"; }
        status() { ask "SELECT status FROM folders WHERE path = '$root/$1'"; }

        """

    /// Makes an empty tree.
    init() throws {
        scene = try Scene()
    }

    /// Runs a script in the tree.
    ///
    /// It has `run [OPTION]…`, which runs the command and prints `exit CODE`; `images`, which prints a line `ID|PATH|STATE`
    /// for each; `status FOLDER`, and `ask SQL`.
    /// - Returns: The lines it printed.
    func callAsFunction(_ script: String) throws -> [String] {
        let words = [bytes("-c"), bytes(Self.prelude + script), bytes("sh"), try builtProgram("imgindex")]
        let end = try scene.tool(Self.start + words + [scene.root, scene.index])
        return (end.outputText + end.errorText).split(separator: "\n").map(String.init)
    }

    /// Whether this process may mount something that only a child of it sees.
    static let canMount: Bool = {
        do {
            let end = try runProcess(bytes("/usr/bin/env"), start + [bytes("-c"), bytes("mount -t tmpfs none /mnt")])
            if end.exitCode == 0 { return true }
            print("skipped tests with mounts: nothing can be mounted here: \(end.errorText)")
        } catch {
            print("skipped tests with mounts: \(error)")
        }
        return false
    }()
}
