import AsyncLoop
import Listing
import TestSupport
import Walking

/// What became of one folder of a walk.
struct FolderOutcome: Equatable {
    var end: FolderEnd
    var items: [[UInt8]]
    var replies: [Outcome<ItemReply>]
}

/// What became of every folder of a walk, by its path: the same at every width.
func outcomes(of visitor: RecordingVisitor) -> [[UInt8]: FolderOutcome] {
    var outcomes: [[UInt8]: FolderOutcome] = [:]
    for case .finish(let end, let visit, let replies) in visitor.events {
        let items = (try? visit.listing.get().items.map(\.name)) ?? []
        outcomes[visit.path.bytes] = FolderOutcome(end: end, items: items, replies: replies)
    }
    return outcomes
}

/// How often each sort of call came.
struct CallCounts: Equatable {
    var inspections = 0
    var visits = 0
    var decisions = 0
    var ends = 0

    init(inspections: Int = 0, visits: Int = 0, decisions: Int = 0, ends: Int = 0) {
        self.inspections = inspections
        self.visits = visits
        self.decisions = decisions
        self.ends = ends
    }

    init(_ visitor: RecordingVisitor) {
        for event in visitor.events {
            switch event {
            case .inspect: inspections += 1
            case .visit: visits += 1
            case .decide: decisions += 1
            case .finish: ends += 1
            }
        }
    }

    /// Those of a walk through a whole tree.
    init(_ tree: TestTree) {
        let items = tree.folders.flatMap { $0 }
        decisions = tree.folders.count - 1
        inspections = items.count - decisions
        visits = tree.folders.count
        ends = tree.folders.count
    }
}
