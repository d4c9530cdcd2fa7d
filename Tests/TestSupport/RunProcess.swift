public import Dispatch

/// Runs a program to its end.
///
/// - Parameters:
///   - program: Its absolute path.
///   - arguments: Those after its name.
///   - environment: Entries as `NAME=value`. Default: this process's.
///   - folder: Where it starts. Default: where this process is.
///   - input: What it reads from its standard input. Default: nothing.
///   - timeout: How long it may run before it is killed. Default: two minutes.
/// - Returns: How it ended.
/// - Throws: ``CallError`` if it could not be started.
public func runProcess(
    _ program: [UInt8],
    _ arguments: [[UInt8]],
    environment: [[UInt8]]? = nil,
    folder: [UInt8]? = nil,
    input: [UInt8] = [],
    timeout: DispatchTimeInterval = .seconds(120)
) throws -> ProcessEnd {
    let process = try StartedProcess(program, arguments, environment: environment, folder: folder, input: input)
    return try process.wait(timeout: timeout)
}

/// Runs a program whose name and arguments are text to its end.
///
/// - Parameters:
///   - program: Its absolute path.
///   - arguments: Those after its name.
///   - folder: Where it starts. Default: where this process is.
///   - timeout: How long it may run before it is killed. Default: two minutes.
/// - Returns: How it ended.
/// - Throws: ``CallError`` if it could not be started.
public func runProcess(
    _ program: String,
    _ arguments: String...,
    folder: [UInt8]? = nil,
    timeout: DispatchTimeInterval = .seconds(120)
) throws -> ProcessEnd {
    try runProcess(Array(program.utf8), arguments.map { Array($0.utf8) }, folder: folder, timeout: timeout)
}
