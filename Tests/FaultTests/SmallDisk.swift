import Synchronization
import TestSupport

/// An index on a file system in memory that has little room at first.
///
/// It is mounted where only the script sees it, and is gone with the script, however that ends.
struct SmallDisk: Sendable {
    /// What the small run ended with, and what is wrong after it and after one with room.
    struct End {
        let full: FaultyEnd
        let complaints: [String]
    }

    /// Starts a shell that sees mounts of its own.
    static let unshare = ["unshare", "--mount", "--map-root-user", "sh"].map { bytes($0) }

    private static let script = """
        size=$1 place=$2 command=$3 preload=$4; shift 4
        mkdir "$place/disk" "$place/full" "$place/roomy" || exit 90
        mount -t tmpfs -o size="${size}k" none "$place/disk" || exit 91
        for file in "$place"/index.db*; do if [ -e "$file" ]; then cp "$file" "$place/disk" || exit 92; fi; done
        LD_PRELOAD=$preload "$command" "$@" >"$place/full/out" 2>"$place/full/err"; echo $? >"$place/full/code"
        for file in "$place/disk"/*; do if [ -e "$file" ]; then cp "$file" "$place/full" || exit 94; fi; done
        mount -o remount,size=64m "$place/disk" || exit 93
        LD_PRELOAD=$preload "$command" "$@" >"$place/roomy/out" 2>"$place/roomy/err"; echo $? >"$place/roomy/code"
        cp "$place/disk"/* "$place/roomy"
        """

    private let trial: Trial

    /// Makes a place for it.
    ///
    /// - Parameter stage: The tree, and what is on the disk at first.
    /// - Throws: ``CallError``.
    init(_ stage: Stage) throws {
        trial = try Trial(stage)
    }

    /// Runs the command with so little room beside the index, and again with enough.
    func run(kibibytes: Int) throws -> End {
        let place = trial.place.path
        let program = try builtProgram("imgindex")
        let index = place + bytes("/disk/index.db")
        let environment = try trial.environment(nil).filter { entry in
            !["LD_PRELOAD=", "FAULTS_INDEX=", "FAULTS_REPORT="].contains { entry.starts(with: bytes($0)) }
        }
        let used = trial.stage.start.values.reduce(0) { $0 + $1.count }
        let words = [
            bytes("\(kibibytes + (used + 4_095) / 4_096 * 4)"), place, program, try builtProgram("libFaults.so"),
        ]
        let arguments = trial.arguments.map { $0.starts(with: bytes("--index=")) ? bytes("--index=") + index : $0 }
        let end = try runProcess(
            bytes("/usr/bin/env"),
            Self.unshare + [bytes("-c"), bytes(Self.script), bytes("sh")] + words + arguments,
            environment: environment + [bytes("FAULTS_INDEX=") + index]
        )
        guard end.exitCode == 0 else {
            return End(full: FaultyEnd(end, report: []), complaints: ["the script failed: \(end)"])
        }
        return try verdict(kibibytes)
    }

    private func verdict(_ kibibytes: Int) throws -> End {
        let full = try trial.later("full")
        let roomy = try trial.later("roomy")
        let after = try IndexLook(at: trial.place.path(of: bytes("full/index.db")))
        let last = try IndexLook(at: trial.place.path(of: bytes("roomy/index.db")))
        var complaints = trial.of(after) + trial.of(last) + trial.lost(after.images, last)
        if full.process.exitCode != 73 { complaints += trial.ofSilence(full, after) }
        complaints += trial.ofSilence(roomy, last)
        return End(full: full, complaints: complaints.map { "\(kibibytes) KiB: \($0)" })
    }
}

extension Trial {
    /// How a run ended whose streams and exit code are in a folder of that name.
    fileprivate func later(_ name: String) throws -> FaultyEnd {
        func file(_ file: String) throws -> [UInt8] { try readFile(place.path(of: bytes("\(name)/\(file)"))) }
        let code = Int32(text(try file("code")).split(separator: "\n").first ?? "")
        return FaultyEnd(ProcessEnd(output: try file("out"), errors: try file("err"), exitCode: code), report: [])
    }
}

/// With which codes runs ended.
final class Outcomes: Sendable {
    private let codes = Mutex<Set<Int32?>>([])

    /// Notes one.
    func add(_ code: Int32?) {
        codes.withLock { _ = $0.insert(code) }
    }

    /// All of them.
    var all: Set<Int32?> { codes.withLock { $0 } }
}
