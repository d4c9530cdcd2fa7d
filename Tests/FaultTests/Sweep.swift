import Dispatch
import Glibc
import Synchronization
import TestSupport

/// What is left to do of a sweep, and what came of it.
private final class Sweep<Element: Sendable>: Sendable {
    private let left: Mutex<[Element]>
    private let results = Mutex<[String]>([])

    init(_ elements: [Element]) {
        left = Mutex(elements)
    }

    /// What is to be done next; nil at the end.
    func next() -> Element? { left.withLock { $0.popLast() } }

    func add(_ lines: [String]) {
        results.withLock { $0 += lines }
    }

    var all: [String] { results.withLock { $0 } }
}

/// Does something with many plans, a few at a time: a run waits more than it works.
///
/// - Parameters:
///   - elements: The plans.
///   - body: Tells what is wrong.
/// - Returns: What it told of all of them.
func each<Element: Sendable>(
    _ elements: [Element],
    _ body: @Sendable @escaping (Element) throws -> [String]
) -> [String] {
    let sweep = Sweep(elements)
    let group = DispatchGroup()
    for number in 0..<5 {
        DispatchQueue(label: "trials \(number)").async(group: group) {
            while let element = sweep.next() {
                let lines: [String]
                do { lines = try body(element) } catch { lines = ["the test itself failed: \(error)"] }
                sweep.add(lines)
            }
        }
    }
    group.wait()
    return sweep.all
}
