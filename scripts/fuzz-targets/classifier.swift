// sources: Sources/Classifying/*.swift
//
// The classifier against a second, plain implementation of its rule. The first line of the input is a list of
// extensions (empty: the table), its first byte chooses one of them, the rest is the name.

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    guard let first = input.first else { return 0 }
    let lines = input.dropFirst().split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let name = lines.count == 2 ? Array(lines[1]) : []
    let list = lines.first.map { Array($0) } ?? []

    var set = ExtensionSet.standard
    if !list.isEmpty {
        do throws(ExtensionListError) {
            set = try ExtensionSet(parsing: list)
        } catch {
            demand(!error.description.isEmpty, "an error without words")
            return 0
        }
        demand((try? ExtensionSet(parsing: set.text)) == set, "the text of a set does not give the set again")
    }

    let classifier = NameClassifier(set)
    let extensions = set.extensions.map(\.bytes)
    // Names made with an extension of the set: chance alone hardly ever makes one that ends like one.
    let end = extensions[Int(first >> 1) % extensions.count]
    for name in [name, name + end, name + [UInt8(ascii: ".")] + end] {
        let found = classifier.imageExtension(of: name).map { classifier[$0].bytes }
        let expected = plainExtension(of: name, among: extensions)
        demand(found == expected, "\(name): the classifier says \(found ?? []), the rule says \(expected ?? [])")
    }
    return 0
}

/// The documented rule, word for word: what follows the last dot, unless that dot comes first.
private func plainExtension(of name: [UInt8], among extensions: [[UInt8]]) -> [UInt8]? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let end = name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    return extensions.first { $0 == end }
}

/// Stops with words: an optimised `precondition` stops without.
private func demand(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
