import AsyncLoop
import Dispatch
import Testing

/// Loops, replies, inputs and results are let go after the completion; lanes hold on to nothing.
@Suite(.timeLimit(.minutes(15))) struct MemoryTests {
    private final class Token: Sendable {}

    /// Weak references to what a loop held.
    private struct Remains: Sendable {
        weak var input: Token?
        weak var transform: Token?
        weak var completion: Token?
        weak var result: Token?
        weak var stop: LoopStop?

        var isEmpty: Bool {
            input == nil && transform == nil && completion == nil && result == nil && stop == nil
        }
    }

    /// How the transforms reply.
    enum Way: CaseIterable {
        case atOnce
        case fromQueue
        case fromNestedLoop
        case neverStarted
    }

    private static let queue = DispatchQueue(label: "replies")

    private static func runLoop(_ way: Way, on lanes: Lanes) async -> Remains {
        let input = Token()
        let inTransform = Token()
        let inCompletion = Token()
        let result = Token()
        let stop = LoopStop()
        if way == .neverStarted { stop.stop() }
        let remains = Remains(
            input: input,
            transform: inTransform,
            completion: inCompletion,
            result: result,
            stop: stop
        )
        await awaited { done in
            transformEach(Array(repeating: input, count: 20), on: lanes, stop: stop) { [inTransform] _, reply in
                _ = inTransform
                switch way {
                case .atOnce, .neverStarted: reply(result)
                case .fromQueue: queue.async { reply(result) }
                case .fromNestedLoop:
                    transformEach(0..<2, on: lanes) { (input: Int, reply: Reply<Int>) in
                        reply(input)
                    } completion: { _ in
                        reply(result)
                    }
                }
            } completion: { _ in
                _ = inCompletion
                done(())
            }
        }
        return remains
    }

    @Test("a completed loop leaves nothing behind", arguments: Way.allCases, [1, 3])
    func remains(way: Way, width: Int) async {
        let lanes = Lanes(width: width)
        let remains = await Self.runLoop(way, on: lanes)
        await lanes.allIdled()
        await awaited { done in Self.queue.async { done(()) } }
        #expect(remains.isEmpty)
    }

    //     lane 0     busy ----------------------------------------
    //     lane 1     loop: offers help, completes    next job
    @Test("a loop whose help was never taken is let go at its completion, not when a lane has time for the offer")
    func withdrawnOffer() async {
        let lanes = Lanes(width: 2)
        let busy = Gate()
        await lanes.keepOneBusy(until: busy)
        let isGone = await awaited { done in
            lanes.submit {
                let token = Token()
                let holder = Remains(input: token)
                transformEach([token, token], on: lanes, startsInPlace: true) { _, reply in
                    reply(())
                } completion: { _ in
                    lanes.submitFollowUp { done(holder.isEmpty) }
                }
            }
        }
        busy.open()
        await lanes.ended()
        #expect(isGone)
    }

    @Test("a completion's closure is let go although a reply is still held")
    func heldReply() async {
        let kept = Log<Reply<Int>>()
        let lanes = Lanes(width: 1)
        weak var token: Token?
        do {
            let held = Token()
            token = held
            await awaited { done in
                transformEach(0..<3, on: lanes) { input, reply in
                    kept.note(reply)
                    reply(input)
                } completion: { [held] _ in
                    _ = held
                    done(())
                }
            }
        }
        await lanes.allIdled()
        #expect(token == nil)
        #expect(kept.events.count == 3)
    }

    @Test("lanes are let go when their work is done")
    func lanes() async {
        weak var lanes: Lanes?
        do {
            let held = Lanes(width: 3)
            lanes = held
            _ = await outcomes(of: 0..<100, on: held) { $1($0) }
            await held.allIdled()
        }
        // The last block of a lane may still be on its way out.
        while lanes != nil { await Task.yield() }
    }

    @Test("a confined value is let go with its box")
    func confined() async {
        weak var token: Token?
        do {
            let held = Token()
            token = held
            let confined = Confined(label: "token", [held])
            await awaited { done in confined.async { tokens in done(tokens.removeAll()) } }
        }
        #expect(token == nil)
    }
}
