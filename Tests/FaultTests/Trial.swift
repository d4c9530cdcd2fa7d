import Glibc
import TestSupport

/// One index that a run on a stage is let loose on.
struct Trial: Sendable {
    let stage: Stage
    /// Holds the index and the report of the interposed library.
    let place: TemporaryFolder
    let width: Int
    /// The kind of file system that the index seems to be on, in hex; nil: the one it is on.
    var kind: String?

    /// Puts the index of the stage's start into a folder of its own.
    init(_ stage: Stage, width: Int = 1) throws {
        self.stage = stage
        self.width = width
        place = try TemporaryFolder()
        for (name, content) in stage.start { try writeFile(place.path(of: name), content) }
    }

    /// The index.
    var index: [UInt8] { place.path(of: bytes("index.db")) }

    private var report: [UInt8] { place.path(of: bytes("report")) }

    /// The arguments of the command.
    var arguments: [[UInt8]] {
        // Without it only what is new is told.
        [
            bytes("index"), bytes("--verbose"), bytes("--width=\(width)"), bytes("--index=") + index, bytes("--"),
            stage.root,
        ]
    }

    /// What the command and the library in front of it see.
    func environment(_ plan: Plan?) throws -> [[UInt8]] {
        var entries = [
            bytes("PATH=/usr/bin:/bin"), bytes("HOME=/nonexistent"), bytes("SWIFT_BACKTRACE=enable=no"),
            // Profiles of the command would all have one name.
            bytes("LLVM_PROFILE_FILE=/dev/null"),
            bytes("LD_PRELOAD=") + (try builtProgram("libFaults.so")),
            bytes("FAULTS_TREE=") + stage.root, bytes("FAULTS_INDEX=") + index, bytes("FAULTS_REPORT=") + report,
            bytes("FAULTS_DENY=") + stage.closed,
        ]
        if let kind { entries.append(bytes("FAULTS_KIND=\(kind)")) }
        if let plan { entries.append(bytes("FAULTS_PLAN=\(plan)")) }
        return entries
    }

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - plan: What strikes it. Default: nothing.
    ///   - options: More options.
    /// - Returns: How it ended.
    /// - Throws: ``CallError``.
    func run(_ plan: Plan? = nil, _ options: [String] = []) throws -> FaultyEnd {
        let all = arguments.prefix(1) + options.map { bytes($0) } + arguments.dropFirst()
        return try end(of: StartedProcess(builtProgram("imgindex"), Array(all), environment: environment(plan)))
    }

    /// Runs the command and kills it after some time.
    func run(killedAfter microseconds: UInt32) throws -> FaultyEnd {
        let process = try StartedProcess(builtProgram("imgindex"), arguments, environment: environment(nil))
        usleep(microseconds)
        process.send(SIGKILL)
        return try end(of: process)
    }

    private func end(of process: StartedProcess) throws -> FaultyEnd {
        let end = try process.wait()
        let notes = try entryNames(of: place.folder).contains(bytes("report")) ? readFile(report) : []
        if !notes.isEmpty { try place.folder.remove(bytes("report")) }
        return FaultyEnd(end, report: notes)
    }

    /// The files of the index as they lie there: not the shared memory, which is worth nothing without a process.
    func indexFiles() throws -> [[UInt8]: [UInt8]] {
        let names = try entryNames(of: place.folder).filter { name in
            name.starts(with: bytes("index.db")) && name != bytes("index.db-shm")
        }
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try readFile(place.path(of: $0))) })
    }

    /// Looks at a copy of the index: playing back what a killed run has left is the next run's business.
    func look() throws -> IndexLook {
        let copy = try TemporaryFolder()
        for (name, content) in try indexFiles() { try writeFile(copy.path(of: name), content) }
        return try IndexLook(at: copy.path(of: bytes("index.db")))
    }
}
