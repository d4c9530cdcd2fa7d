internal import Glibc

/// Starts a program whose streams are the files `in`, `out` and `err` of a folder.
///
/// - Returns: The number of the process.
func spawn(
    _ program: [UInt8],
    _ arguments: [[UInt8]],
    environment: [[UInt8]]?,
    folder: [UInt8]?,
    streams: TemporaryFolder
) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Opened by the program's process: a pipe's end here could slip into another test's program.
    for (number, name, flags) in [(Int32(0), "in", O_RDONLY), (1, "out", O_WRONLY), (2, "err", O_WRONLY)] {
        withCString(streams.path(of: name.utf8)) { path in
            _ = posix_spawn_file_actions_addopen(&actions, number, path, flags | O_APPEND, 0)
        }
    }

    // The threads of queues block signals, and programs inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var program = program
    var arguments = [program] + arguments
    if let folder {
        // posix_spawn_file_actions_addchdir_np(3) is declared only with _GNU_SOURCE, which Swift does not set.
        program = Array("/bin/sh".utf8)
        arguments = ["sh", "-c", "cd -- \"$0\" && exec \"$@\""].map { Array($0.utf8) } + [folder] + arguments
    }
    var number: pid_t = 0
    let code = withCStrings(arguments) { arguments in
        withCString(program) { program in
            guard let environment else {
                return posix_spawn(&number, program, &actions, &attributes, arguments, environ)
            }
            return withCStrings(environment) { environment in
                posix_spawn(&number, program, &actions, &attributes, arguments, environment)
            }
        }
    }
    if code != 0 { throw CallError(call: "posix_spawn", code: code) }
    return number
}

/// Calls a closure with a null-terminated array of C strings.
private func withCStrings<Result>(
    _ strings: [[UInt8]],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let copies = strings.map { string in withCString(string) { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return (copies + [nil]).withUnsafeBufferPointer { buffer in
        // Never nil, because the array has at least the null pointer.
        guard let base = buffer.baseAddress else { fatalError("an array without an address") }
        return body(base)
    }
}
