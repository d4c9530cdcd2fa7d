import Glibc
import TestSupport
import Testing

/// A run that stands still in the middle of its walk until the test lets it go on.
///
/// It traces into a pipe that nobody reads: when the pipe is full it waits.
final class HeldRun: Sendable {
    private let scene: Scene
    private let notes: TemporaryFolder
    private let process: StartedProcess

    /// Its number.
    var number: Int32 { process.number }

    /// Starts `imgindex index --trace` on a tree made by ``Scene/makeTalkativeTree()``,
    /// and waits until it has begun.
    init(_ scene: Scene, width: Int = 1, roots: [[UInt8]]? = nil) throws {
        self.scene = scene
        notes = try TemporaryFolder()
        // The reader waits in the background, at most ten minutes; the command takes the place of the shell.
        let script = """
            mkfifo "$1/pipe"
            { dd bs=1 count=1 >"$1/begun" 2>"$1/dd"
              for try in $(seq 30000); do [ -e "$1/go" ] && break; sleep 0.02; done
              cat >"$1/rest"; : >"$1/done"; } <"$1/pipe" &
            notes=$1; shift
            exec "$@" >"$notes/pipe"
            """
        let arguments = scene.indexArguments(["--trace", "--width=\(width)"], roots)
        process = try StartedProcess(
            bytes("/bin/sh"),
            [bytes("-c"), bytes(script), bytes("sh"), notes.path, try builtProgram("imgindex")] + arguments,
            environment: scene.environment(),
            folder: scene.place.path
        )
        try waitUntil("the run has begun") { try !readFile(notes.path(of: bytes("begun"))).isEmpty }
        try waitUntil("the pipe is full") { try isWritingToPipe() }
    }

    deinit {
        process.send(SIGKILL)
        try? notes.folder.makeFile(bytes("go"))
    }

    /// Whether a thread of it sleeps in the kernel's function that writes to pipes.
    private func isWritingToPipe() throws -> Bool {
        try threads("wchan").contains { $0.contains("pipe") }
    }

    /// Whether all its threads sleep, or it has ended.
    private func isAsleep() throws -> Bool {
        try threads("stat").allSatisfy { $0.contains(") S ") || $0.contains(") Z ") }
    }

    /// What the kernel tells of each of its threads in a file of that name.
    private func threads(_ file: String) throws -> [String] {
        let tasks = bytes("/proc/\(number)/task")
        return try entryNames(of: MadeFolder(path: tasks)).map { thread in
            text(try readFile(tasks + bytes("/") + thread + bytes("/" + file)))
        }
    }

    /// Sends it a signal and waits until it has taken it.
    func send(_ signal: Int32) throws {
        process.send(signal)
        guard signal != SIGKILL && signal != SIGSTOP else { return }
        try waitUntil("the signal is taken") {
            let status = text(try readFile(bytes("/proc/\(number)/status")))
            let lines = status.split(separator: "\n").filter { $0.hasPrefix("ShdPnd:") || $0.hasPrefix("SigPnd:") }
            return lines.allSatisfy { $0.hasSuffix("\t0000000000000000") } || status.contains("zombie")
        }
        // Taken from the kernel; whoever acts on it is awake until that is done.
        try waitUntil("all its threads sleep") { try isAsleep() && isAsleep() }
    }

    /// Lets it go on and waits for its end.
    func letGo() throws -> (end: ProcessEnd, trace: [Substring]) {
        try notes.folder.makeFile(bytes("go"))
        let end = try process.wait()
        try waitUntil("all is read") { try readFile(notes.path(of: bytes("done"))).isEmpty }
        return (end, text(try readFile(notes.path(of: bytes("rest")))).split(separator: "\n"))
    }

    /// Waits for the end of a run that ends though nobody reads what it says.
    func wait() throws -> ProcessEnd { try process.wait() }
}

extension Scene {
    /// Makes a tree of 60 folders with 20 pictures each, whose trace is four times what a pipe holds.
    func makeTalkativeTree() throws {
        for number in 10..<70 {
            let folder = try tree.makeFolder(bytes("folder\(number)"))
            for image in 10..<30 {
                try folder.makeFile(bytes("\(image)" + String(repeating: "-", count: 150) + ".jpg"), size: Int64(image))
            }
        }
    }
}

/// Asks again and again until something holds, for at most ten minutes: the machine may be busy.
func waitUntil(_ what: String, _ holds: () throws -> Bool) throws {
    for _ in 0..<60_000 {
        if (try? holds()) == true { return }
        usleep(10_000)
    }
    try #require(Bool(false), "waited in vain until \(what)")
}
