public import Dispatch
internal import Glibc
internal import Synchronization

/// How a program ended, and what it said.
public struct ProcessEnd: Sendable {
    /// What it wrote to its standard output.
    public let output: [UInt8]
    /// What it wrote to its standard error.
    public let errors: [UInt8]
    /// Its exit code, or nil if a signal ended it.
    public let exitCode: Int32?
    /// The signal that ended it, or nil.
    public let signal: Int32?
    /// Whether it took too long and was killed.
    public let isTimedOut: Bool

    /// Makes the end of a program that ended by itself and was started by somebody else.
    public init(output: [UInt8], errors: [UInt8], exitCode: Int32?) {
        self.init(output: output, errors: errors, exitCode: exitCode, signal: nil, isTimedOut: false)
    }

    init(output: [UInt8], errors: [UInt8], exitCode: Int32?, signal: Int32?, isTimedOut: Bool) {
        self.output = output
        self.errors = errors
        self.exitCode = exitCode
        self.signal = signal
        self.isTimedOut = isTimedOut
    }

    /// The output as text; what is not UTF-8 is replaced.
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// The errors as text; what is not UTF-8 is replaced.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// A program that was started.
///
/// Its output goes to files: it can write as much as it likes before anybody reads.
public final class StartedProcess: Sendable {
    /// Its number.
    public let number: Int32

    private let files: TemporaryFolder
    // Whether its number may belong to another process by now.
    private let isReaped = Mutex(false)

    /// Starts a program.
    ///
    /// All signals are to it as they are by default.
    /// - Parameters:
    ///   - program: Its absolute path.
    ///   - arguments: Those after its name.
    ///   - environment: Entries as `NAME=value`. Default: this process's.
    ///   - folder: Where it starts. Default: where this process is.
    ///   - input: What it reads from its standard input. Default: nothing.
    /// - Throws: ``CallError``.
    public init(
        _ program: [UInt8],
        _ arguments: [[UInt8]],
        environment: [[UInt8]]? = nil,
        folder: [UInt8]? = nil,
        input: [UInt8] = []
    ) throws {
        files = try TemporaryFolder()
        for name in ["out", "err"] { try files.folder.makeFile(name.utf8) }
        try writeFile(files.path(of: "in".utf8), input)
        number = try spawn(program, arguments, environment: environment, folder: folder, streams: files)
    }

    /// Sends it a signal, unless it has ended and was waited for.
    public func send(_ signal: Int32) {
        isReaped.withLock { isReaped in
            if !isReaped { kill(number, signal) }
        }
    }

    /// What it has written to its standard output up to now.
    public func outputSoFar() throws -> [UInt8] {
        try readFile(files.path(of: "out".utf8))
    }

    /// Blocks until it has ended; called once.
    ///
    /// - Parameter timeout: How long it may still run before it is killed.
    /// - Returns: How it ended.
    /// - Throws: ``CallError``.
    public func wait(timeout: DispatchTimeInterval = .seconds(120)) throws -> ProcessEnd {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "process timeout"))
        let isLate = Flag()
        timer.schedule(deadline: .now() + timeout)
        timer.setEventHandler { [self] in
            isLate.raise()
            send(SIGKILL)
        }
        timer.activate()
        defer { timer.cancel() }

        // First without reaping it, so that its number stays its own until nobody sends signals any more.
        var info = siginfo_t()
        try check("waitid") { waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT) }
        var status: Int32 = 0
        try isReaped.withLock { isReaped in
            try check("waitpid") { waitpid(number, &status, 0) }
            isReaped = true
        }
        let signal = status & 0x7F
        return ProcessEnd(
            output: try readFile(files.path(of: "out".utf8)),
            errors: try readFile(files.path(of: "err".utf8)),
            exitCode: signal == 0 ? status >> 8 & 0xFF : nil,
            signal: signal == 0 ? nil : signal,
            isTimedOut: isLate.isRaised
        )
    }
}
