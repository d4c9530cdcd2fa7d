/// The name that was most likely meant by a mistyped word, if one is near.
///
/// A name that the word begins is near (`ext` for `extensions`, if it begins
/// no other), and so is one at a small distance: at most one slip in three
/// letters, three at most. Capital letters do not count as slips.
///
/// - Parameters:
///   - word: what was typed, without hyphens.
///   - names: the names there are; the first of the nearest is taken.
/// - Returns: one of the names, or `nil` when none is near.
func nearest(to word: [UInt8], among names: [String]) -> String? {
    let longest = names.map(\.utf8.count).max() ?? 0
    let most = min(3, max(1, word.count / 3))
    // Also keeps the work small when the word is huge.
    guard word.count > 1, word.count <= longest + most else { return nil }
    let typed = word.map(lowercased)
    let begun = names.filter { $0.utf8.starts(with: typed) }
    if begun.count == 1 { return begun[0] }
    let near = names.map { (name: $0, distance: editDistance(typed, Array($0.utf8))) }
        .filter { $0.distance <= most }
    return near.min { $0.distance < $1.distance }?.name
}

/// How many letters must be inserted, deleted, replaced or swapped with their
/// neighbour to make one word of the other (optimal string alignment).
///
/// - Complexity: the product of the lengths, in time; three rows in memory.
func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
        var current = [row + 1]
        for column in second.indices {
            let same = first[row] == second[column]
            var best = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        beforeLast = last
        last = current
    }
    return last[second.count]
}

private func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
