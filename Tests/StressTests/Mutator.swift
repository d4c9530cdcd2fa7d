import Dispatch
import Synchronization
import TestSupport

/// Changes a tree on a queue of its own until it is told to stop.
///
/// It makes, removes, renames and replaces whatever comes, and ends by itself
/// before the tree grows out of hand.
final class Mutator: Sendable {
    private static let mostChanges = 10_000

    private let folder: MadeFolder
    private let seed: UInt64
    private let queue = DispatchQueue(label: "mutator")
    private let isOver = Flag()
    private let count = Tally()
    private let begun = Gate()

    init(_ folder: MadeFolder, seed: UInt64) {
        self.folder = folder
        self.seed = seed
    }

    /// How many changes were made.
    var changes: Int { count.now }

    /// Starts, and waits until the first change is made.
    func start() {
        queue.async { [self] in
            var generator = SeededGenerator(seed: seed)
            var open = [folder]
            repeat {
                change(&open, using: &generator)
                if count.add(1) == 1 { begun.open() }
            } while !isOver.isRaised && count.now < Self.mostChanges
        }
        begun.wait()
    }

    /// Stops, and waits until no more changes are made.
    func stop() {
        isOver.raise()
        queue.sync {}
    }

    /// Makes one change.
    ///
    /// Most fail, as there is no such item or it is of another kind; that is as it should be.
    private func change(_ open: inout [MadeFolder], using generator: inout SeededGenerator) {
        guard let folder = open.randomElement(using: &generator) else { return }
        let name = Self.name(using: &generator)
        do {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0, 1:
                try folder.makeFile(name, size: Int64.random(in: 0...9, using: &generator))
            case 2, 3:
                let made = try folder.makeFolder(name)
                if open.count < 40 { open.append(made) } else { open[Int.random(in: 1..<40, using: &generator)] = made }
            case 4: try folder.makeLink(name, to: Self.name(using: &generator))
            case 5: try folder.remove(name)
            case 6: try folder.removeFolder(name)
            case 7, 8: try folder.rename(name, to: Self.name(using: &generator))
            default: try folder.makePipe(name)
            }
        } catch {
            return
        }
    }

    private static func name(using generator: inout SeededGenerator) -> [UInt8] {
        Array("\(Int.random(in: 0..<12, using: &generator))".utf8)
    }
}
