// sources: Sources/imgindex/ArgumentScanner.swift Sources/imgindex/Command.swift Sources/imgindex/GivenOptions.swift
// sources: Sources/imgindex/Help*.swift Sources/imgindex/Invocation.swift Sources/imgindex/NearestName.swift
// sources: Sources/imgindex/ExitCode.swift Sources/imgindex/Option*.swift Sources/imgindex/TerminalText.swift
// sources: Sources/imgindex/UsageError.swift Sources/imgindex/WhyOptions.swift
//
// The option parser: the input is the arguments, separated by NUL as the kernel hands them over. A command line is
// refused with words that are safe for a terminal, or read, and what was read, written out again, reads the same.

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = UnsafeBufferPointer(start: data, count: size)
    let arguments = input.isEmpty ? [] : input.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    do throws(UsageError) {
        let invocation = try Invocation(arguments: arguments)
        let again = try Invocation(arguments: written(invocation))
        demand(again == invocation, "\(invocation) written out reads as \(again)")
    } catch {
        let message = error.description
        demand(!message.isEmpty, "an error without words")
        let unsafe = message.unicodeScalars.first { $0 != "\n" && isUnseen($0) }
        demand(unsafe == nil, "a message that acts on the terminal")
    }
    return 0
}

/// One command line that asks for just this.
private func written(_ invocation: Invocation) -> [[UInt8]] {
    func word(_ text: String, _ value: [UInt8] = []) -> [UInt8] { Array(text.utf8) + value }
    switch invocation {
    case .help(let command):
        return [word("help")] + (command.map { [word($0.rawValue)] } ?? [])
    case .version:
        return [word("--version")]
    case .index(let options):
        var words = [word("index")]
        if let file = options.indexFile { words.append(word("--index=", file)) }
        if let width = options.width { words.append(word("-w\(width)")) }
        for list in options.extensions { words.append(word("--extensions=", list)) }
        for glob in options.excludes { words.append(word("--exclude=", glob)) }
        if !options.defaultExcludes { words.append(word("--no-default-excludes")) }
        if options.trace { words.append(word("--trace")) }
        if options.json { words.append(word("--json")) }
        if options.quiet { words.append(word("-q")) }
        if options.verbose { words.append(word("-v")) }
        demand(!options.roots.isEmpty && !options.roots.contains([]), "no root, or an empty one")
        return words + [word("--")] + options.roots
    case .status(let options):
        var words = [word("status")]
        if let file = options.indexFile { words += [word("--index"), file] }
        if options.json { words.append(word("--json")) }
        return words
    case .why(let options):
        demand(!options.path.isEmpty, "an empty path")
        let file = options.indexFile.map { [word("--index"), $0] } ?? []
        return [word("why")] + file + [word("--"), options.path]
    }
}

/// Stops with words: an optimised `precondition` stops without.
private func demand(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
