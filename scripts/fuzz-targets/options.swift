// sources: Sources/imgindex/ArgumentScanner.swift Sources/imgindex/Command.swift
// sources: Sources/imgindex/Help*.swift Sources/imgindex/Invocation.swift Sources/imgindex/NearestName.swift
// sources: Sources/imgindex/ExitCode.swift Sources/imgindex/Option*.swift Sources/imgindex/TerminalText.swift
// module: Indexing Sources/Indexing/HoldRules.swift Sources/Indexing/FolderLook.swift
// sources: Sources/imgindex/UsageError.swift Sources/imgindex/VersionNumber.swift Sources/imgindex/*Options.swift
//
// The option parser: the input is the arguments, separated by NUL as the kernel hands them over. A command line is
// refused with words that are safe for a terminal, or read, and what was read, written out again, reads the same.

import Indexing

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
    func index(_ file: [UInt8]?) -> [[UInt8]] { file.map { [word("--index=", $0)] } ?? [] }
    switch invocation {
    case .help(let command):
        return [word("help")] + (command.map { [word($0.rawValue)] } ?? [])
    case .version:
        return [word("--version")]
    case .index(let options):
        var words = [word("index")]
        words += index(options.indexFile)
        if let width = options.width { words.append(word("-w\(width)")) }
        for list in options.extensions { words.append(word("--extensions=", list)) }
        for glob in options.excludes { words.append(word("--exclude=", glob)) }
        if !options.defaultExcludes { words.append(word("--no-default-excludes")) }
        if options.look != .all { words.append(word(options.look == .images ? "--fast" : "--fast=trust")) }
        if let seconds = options.maxTime { words.append(word("--max-time=\(duration(seconds))")) }
        if options.oneFileSystem { words.append(word("--one-file-system")) }
        if let seconds = options.stall { words.append(word("--stall=\(seconds)")) }
        words += written(options.hold)
        words.append(word("--wait=\(options.wait)"))
        if options.full { words.append(word("--full")) }
        if let rate = options.rate { words.append(word("--rate=\(rate)")) }
        if let file = options.boxConfig { words.append(word("--box-config=", file)) }
        if let remote = options.boxLogin { words.append(word("--box-login=", remote)) }
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
    case .accept(let options):
        return [word("accept"), word("--wait=\(options.wait)")] + index(options.indexFile) + [word("--")]
            + options.roots
    case .prune(let options):
        let words = [word("prune"), word("--older-than=\(options.days)"), word("--wait=\(options.wait)")]
        return words + (options.isDry ? [word("--dry-run")] : []) + index(options.indexFile)
    case .cron(let options):
        demand(!options.roots.isEmpty && !options.roots.contains([]), "no root, or an empty one")
        return [word("cron")] + options.options + index(options.indexFile) + [word("--")] + options.roots
    }
}

private func written(_ rules: HoldRules) -> [[UInt8]] {
    var words = ["--hold-files=\(rules.files)"]
    // Swift writes small numbers with an exponent, which the parser does not take.
    let percent = "\(rules.percent)"
    words.append("--hold-percent=" + (percent.contains("e") ? decimal(rules.percent) : percent))
    if let runs = rules.acceptAfter { words.append("--accept-after=\(runs)") }
    return words.map { Array($0.utf8) }
}

/// A number below 1 that is written with an exponent, `1.5e-07`, without.
private func decimal(_ number: Double) -> String {
    let parts = "\(number)".split(separator: "e")
    let zeros = String(repeating: "0", count: max(0, -(Int(parts[1]) ?? 0) - 1))
    return "0." + zeros + parts[0].filter { $0 != "." }
}

/// Seconds as the option takes them: more than a million are in minutes or hours.
private func duration(_ seconds: Int) -> String {
    if seconds <= 1_000_000 { return "\(seconds)s" }
    return seconds % 60 == 0 && seconds / 60 <= 1_000_000 ? "\(seconds / 60)m" : "\(seconds / 3_600)h"
}

/// Stops with words: an optimised `precondition` stops without.
private func demand(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
