// sources: Sources/Excluding/*.swift
//
// Patterns and ignore files against a second, plain implementation of how a pattern is matched. The first byte of the
// input says what kinds the items are, the first line is a path, the rest an ignore file.

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    guard let first = input.first else { return 0 }
    let parts = input.dropFirst().split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts[0].split(separator: 0x2F).map(Array.init)
    let content = parts.count == 2 ? Array(parts[1]) : []
    let isFolder = first & 1 == 0
    guard let last = names.last, let file = try? ExcludeFile(content, in: [0x72]) else { return 0 }

    var rules = ExcludeRules(defaults: first & 2 == 0).adding(file)
    for name in names.dropLast() { rules = rules.entering(name) }
    let decision = last.withUnsafeBytes { rules.decision(on: $0, isFolder: isFolder) }

    // The last line that matches the whole path at once.
    let path = Array(names.joined(separator: [0x2F]))
    var expected: (pattern: ExcludePattern, line: Int)?
    let lines = content.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
        var line = Array(line)
        if number == 0, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        if line.last == 0x0D { line.removeLast() }
        guard let pattern = ExcludePattern(line: line) else { continue }
        let isMatch = pattern.matches(path: path, isFolder: isFolder)
        demand(!isMatch || pattern.problem == nil, "\(line) matches and makes no sense")
        if let plain = plainMatch(pattern, path, isFolder: isFolder) {
            demand(plain == isMatch, "\(line) and \(path): the pattern says \(isMatch), the rule says \(plain)")
        }
        if isMatch { expected = (pattern, number + 1) }
    }
    if let expected {
        demand(decision?.line == expected.line, "line \(decision?.line ?? 0) decides, not \(expected.line)")
        demand(decision?.rule == expected.pattern.text, "the rule is not as written")
        demand(decision?.takesIn == expected.pattern.takesIn, "it goes the wrong way")
    } else {
        demand(decision?.line == nil, "line \(decision?.line ?? 0) decides, which does not match")
    }

    let globs = lines.map(Array.init)
    let text = ExcludeRules(defaults: false, globs: globs).text
    let changed = ExcludeRules(defaults: false, globs: globs.dropLast() + [globs[globs.count - 1] + [first]]).text
    demand(text != changed, "other rules have the same text")
    return 0
}

/// Tries everything, as the manual says it; nil for what this does not understand: escapes, sets, long rows of stars.
private func plainMatch(_ pattern: ExcludePattern, _ path: [UInt8], isFolder: Bool) -> Bool? {
    guard pattern.problem == nil, !pattern.text.contains(0x5C), !pattern.text.contains(0x5B) else { return nil }
    if pattern.foldersOnly && !isFolder { return false }
    var glob = pattern.text[...]
    if pattern.takesIn { glob.removeFirst() }
    if pattern.foldersOnly { glob.removeLast() }
    let isPath = glob.contains(0x2F)
    if glob.first == 0x2F { glob.removeFirst() }
    let parts = glob.split(separator: 0x2F, omittingEmptySubsequences: false)
    // Two stars that are not all there is between slashes have cases of their own.
    let isPlain = parts.allSatisfy { $0.count == 2 || !zip($0, $0.dropFirst()).contains { $0 == 0x2A && $1 == 0x2A } }
    guard isPlain, glob.count(where: { $0 == 0x2A }) <= 6, path.count <= 40 else { return nil }
    let names = path.split(separator: 0x2F)
    return isPath ? fits(parts[...], names[...]) : fitsName(parts[0], names[names.count - 1])
}

private func fits(_ parts: ArraySlice<ArraySlice<UInt8>>, _ names: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    if part.elementsEqual([0x2A, 0x2A]) {
        // At the end it stands for what is below a folder, at least one item.
        if parts.count == 1 { return !names.isEmpty }
        return (0...names.count).contains { fits(parts.dropFirst(), names.dropFirst($0)) }
    }
    guard let name = names.first, fitsName(part, name) else { return false }
    return fits(parts.dropFirst(), names.dropFirst())
}

private func fitsName(_ part: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    switch part.first {
    case nil: name.isEmpty
    case 0x2A: (0...name.count).contains { fitsName(part.dropFirst(), name.dropFirst($0)) }
    case 0x3F: !name.isEmpty && fitsName(part.dropFirst(), name.dropFirst())
    case let byte: name.first == byte && fitsName(part.dropFirst(), name.dropFirst())
    }
}

/// Stops with words: an optimised `precondition` stops without.
private func demand(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
