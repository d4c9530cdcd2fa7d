import TestSupport
import Testing

@testable import AsyncLoop

/// All schedules of small loops, and many of larger ones.
///
/// Whatever order the steps of ``LoopWorld`` come in: starts ascend without a
/// gap, no more than the width are under way, the completion comes exactly once
/// and only when nothing is under way, and the loop never gets stuck.
@Suite(.disabled(if: Sanitizer.isThread, "one thread, nothing to see")) struct LoopMachineSchedulesTests {
    @Test("every interleaving of a small loop keeps the contract", arguments: 0...4, 1...3)
    func exhaustively(count: Int, width: Int) {
        for mayStop in [false, true] {
            var frontier = [LoopWorld(count: count, width: width)]
            var seen = Set(frontier)
            var ends = Set<Int>()
            while let world = frontier.popLast() {
                if world.isAtRest {
                    #expect(world.completions == 1)
                    ends.insert(world.started)
                }
                for move in world.moves(mayStop: mayStop) {
                    var next = world
                    if let fault = next.perform(move) { Issue.record("\(world), \(move): \(fault)") }
                    if seen.insert(next).inserted { frontier.append(next) }
                }
            }
            #expect(ends == (mayStop ? Set(0...count) : [count]), "every number of starts a stop can leave, no other")
        }
    }

    @Test("10,000 random schedules of larger loops keep the contract")
    func random() {
        var generator = SeededGenerator()
        var stops = 0
        for _ in 0..<10_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let width = Int.random(in: 1...6, using: &generator)
            let mayStop = Int.random(in: 0..<3, using: &generator) == 0
            var world = LoopWorld(count: count, width: width)
            var history: [LoopWorld.Move] = []
            while !world.isAtRest {
                guard let move = world.moves(mayStop: mayStop).randomElement(using: &generator) else { break }
                history.append(move)
                guard let fault = world.perform(move) else { continue }
                Issue.record("\(count) inputs, width \(width): \(fault) after \(history)")
                return
            }
            if world.completions != 1 { Issue.record("\(count) inputs, width \(width): no end after \(history)") }
            if world.started < count { stops += 1 }
        }
        #expect(stops > 100)
    }
}
