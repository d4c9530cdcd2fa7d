import CSystem
import Dispatch
import Glibc
import Listing
import Synchronization

/// A program that was started, from its start to its end.
///
/// One thread starts it, reads what it writes and waits for its end: the kernel ends the program when the thread that
/// started it does, and this one lives as long as it.
final class ChildProcess: Sendable {
    /// How a program ended.
    enum End: Equatable, Sendable {
        /// With an exit code.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
        /// It was never started: the `errno`.
        case notStarted(Int32)
    }

    /// What to start.
    struct Program: Sendable {
        let path: [UInt8]
        /// Those after its name.
        let arguments: [[UInt8]]
        /// `NAME=value` each.
        let environment: [[UInt8]]
        /// Whether its standard output is read; else it goes nowhere.
        let isRead: Bool
    }

    /// What is told, on the one thread and in order.
    struct Events: Sendable {
        /// It wrote to its standard output.
        var output: @Sendable ([UInt8]) -> Void = { _ in }
        /// It wrote to its standard error.
        let errors: @Sendable ([UInt8]) -> Void
        /// It has ended and was waited for; the last.
        let ended: @Sendable (End) -> Void
    }

    private struct State {
        /// Its number, from its start until it is waited for.
        var number: pid_t?
        var hasEnded = false
        /// The signal that came before it was started.
        var early: Int32?
        /// What wants to know when all was read that it wrote up to then.
        var waiting: [@Sendable () -> Void] = []
        /// A file that ends the thread's wait; -1: there is none.
        var wake: Int32 = -1
    }

    private let program: Program
    private let events: Events
    private let state = Mutex(State())

    /// How often it is looked for its end where the kernel does not tell, in milliseconds.
    private static let tick: Int32 = 200

    /// Starts a program; returns at once.
    init(_ program: Program, events: Events) {
        self.program = program
        self.events = events
        DispatchQueue(label: "rclone process").async { self.run() }
    }

    /// Sends it, and what it started, a signal, unless it has ended.
    func send(_ signal: Int32) {
        state.withLock { state in
            if let number = state.number { kill(-number, signal) } else { state.early = signal }
        }
    }

    /// Calls a closure once all was read that it wrote up to now; at once if it has ended.
    func whenRead(_ body: @escaping @Sendable () -> Void) {
        let isEnded = state.withLock { state in
            if state.hasEnded { return true }
            state.waiting.append(body)
            if state.wake >= 0 {
                var one: UInt64 = 1
                _ = write(state.wake, &one, 8)
            }
            return false
        }
        if isEnded { body() }
    }

    private func run() {
        var files = Files()
        let number = start(&files)
        guard number > 0 else {
            let code = number == 0 ? EMFILE : -number
            files.closeAll()
            return end(.notStarted(code))
        }
        let early = state.withLock { state in
            state.number = number
            state.wake = files.wake
            return state.early
        }
        if let early { send(early) }
        read(&files, of: number)
        let ending = state.withLock { state in
            var status: Int32 = 0
            while waitpid(number, &status, 0) < 0 && errno == EINTR {}
            state.number = nil
            state.wake = -1
            let signal = status & 0x7F
            return signal == 0 ? End.exited(status >> 8 & 0xFF) : .signalled(signal)
        }
        files.closeAll()
        end(ending)
    }

    private func end(_ end: End) {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
        events.ended(end)
    }

    private struct Files {
        var output: Int32 = -1
        var errors: Int32 = -1
        var wake: Int32 = -1
        var ending: Int32 = -1

        mutating func closeAll() {
            for file in [output, errors, wake, ending] where file >= 0 { close(file) }
            self = Files()
        }
    }

    /// Starts the program.
    ///
    /// - Returns: Its number, or the negative `errno`.
    private func start(_ files: inout Files) -> Int32 {
        var output: [Int32] = [-1, -1]
        var errors: [Int32] = [-1, -1]
        defer { for file in [output[1], errors[1]] where file >= 0 { close(file) } }
        if program.isRead && imgindex_pipe(&output) != 0 { return -errno }
        files.output = output[0]
        if imgindex_pipe(&errors) != 0 { return -errno }
        files.errors = errors[0]
        files.wake = imgindex_event()
        if files.wake < 0 { return -errno }
        let number = withCStrings([program.path] + program.arguments) { arguments in
            withCStrings(program.environment) { environment in
                withCString(program.path) { path in
                    var wanted = imgindex_program(
                        path: path,
                        arguments: arguments,
                        environment: environment,
                        output: output[1],
                        errors: errors[1]
                    )
                    let number = imgindex_start(&wanted)
                    return number < 0 ? -errno : number
                }
            }
        }
        if number > 0 { files.ending = imgindex_process_file(number) }
        return number
    }

    /// Reads until the program has ended and all that it wrote was read.
    private func read(_ files: inout Files, of number: pid_t) {
        var hasEnded = false
        while true {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            var polled = [files.errors, files.output, files.wake, files.ending].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let isHurried = hasEnded || !waiting.isEmpty
            poll(&polled, nfds_t(polled.count), isHurried ? 0 : Self.tick)
            var found = false
            if polled[0].revents != 0 { found = take(&files.errors, events.errors) || found }
            if polled[1].revents != 0 { found = take(&files.output, events.output) || found }
            if polled[2].revents != 0 {
                var count: UInt64 = 0
                _ = Glibc.read(files.wake, &count, 8)
            }
            if found {
                // In their order: nothing else was put there from this thread.
                state.withLock { $0.waiting = waiting + $0.waiting }
                continue
            }
            for body in waiting { body() }
            // Looked at before the last poll: what it wrote before its end was read.
            if hasEnded { return }
            if polled[3].revents != 0 || files.ending < 0 { hasEnded = Self.hasEnded(number) }
        }
    }

    /// Reads what is there.
    ///
    /// - Returns: Whether there was something; at its end the file is closed.
    private func take(_ file: inout Int32, _ tell: ([UInt8]) -> Void) -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(file, &part, part.count)
        if count < 0 && errno == EINTR { return true }
        if count <= 0 {
            close(file)
            file = -1
            return false
        }
        tell(Array(part[..<count]))
        return true
    }

    private static func hasEnded(_ number: pid_t) -> Bool {
        var info = siginfo_t()
        let code = waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT | WNOHANG)
        return code != 0 || info._sifields._sigchld.si_pid == number
    }
}

/// Calls a closure with strings as a null-terminated array of C strings.
private func withCStrings<R>(_ strings: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> R) -> R {
    var bytes: [CChar] = []
    let starts = strings.map { string in
        defer { bytes += string.map(CChar.init(bitPattern:)) + [0] }
        return bytes.count
    }
    return bytes.withUnsafeMutableBufferPointer { bytes in
        (starts.map { bytes.baseAddress?.advanced(by: $0) } + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
