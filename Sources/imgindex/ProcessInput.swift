internal import Glibc

/// The bytes that the process was started with, never made into strings: an argument may be a path.
enum ProcessInput {
    /// The name of the user it runs as, or the number of one without a name; nil: root.
    static var user: String? {
        let number = geteuid()
        if number == 0 { return nil }
        return getpwuid(number).map { String(cString: $0.pointee.pw_name) } ?? String(number)
    }

    /// The arguments without the name of the program.
    static var arguments: [[UInt8]] {
        let all = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return all.dropFirst().compactMap { $0.map(bytes) }
    }

    /// The value of a variable of the environment, `nil` when it is unset.
    static func environment(_ name: String) -> [UInt8]? {
        getenv(name).map(bytes)
    }

    /// The whole environment, `NAME=value` each.
    static var environment: [[UInt8]] {
        var entries: [[UInt8]] = []
        var next = environ
        while let entry = next.pointee {
            entries.append(bytes(entry))
            next += 1
        }
        return entries
    }

    /// The number of processors that are switched on.
    static var processors: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Puts `/dev/null` in the place of standard streams that are closed.
    ///
    /// Otherwise the index would be opened in such a place, and the next message
    /// would be written into it. Only to be read: what is written to a closed stream
    /// is lost, and the write has to say so.
    static func fillClosedStreams() {
        var file: Int32
        repeat { file = open("/dev/null", O_RDONLY) } while (0...2).contains(file)
        if file > 2 { close(file) }
    }

    /// Lets a write to a pipe that nobody reads, or beyond the size that a file may
    /// have (`ulimit -f`), fail instead of ending the process.
    static func letWritesFail() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Ends the process.
    static func exit(_ code: ExitCode) -> Never {
        Glibc.exit(code.rawValue)
    }

    private static func bytes(_ text: UnsafeMutablePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}
