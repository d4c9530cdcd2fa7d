import AsyncLoop
import Dispatch
import Testing

/// Neither the number of inputs nor the depth of a recursion grows a stack.
@Suite(.timeLimit(.minutes(10))) struct ConstantStackTests {
    /// More than one call's frames, much less than two inputs' would take 1,000 times.
    private static let allowance: UInt = 16 << 10

    @Test("ten million immediate replies run on one stack", arguments: [(1, 10_000_000), (4, 1_000_000)])
    func immediateReplies(width: Int, count: Int) async {
        let count = Sanitizer.isThread ? count / 20 : count
        let stack = StackDepth()
        let lanes = Lanes(width: width)
        let results = await outcomes(of: 0..<count, on: lanes, patience: .milliseconds(1)) { input, reply in
            if input & 0x3FF == 0 { stack.note() }
            reply(input)
        }
        #expect(results.count == count)
        #expect(results.indices.allSatisfy { results[$0].value == $0 })
        #expect(stack.most < Self.allowance)
    }

    @Test("replies that alternate between immediate and later run on one stack", arguments: [1, 4])
    func mixedReplies(width: Int) async {
        let stack = StackDepth()
        let queue = DispatchQueue(label: "replies")
        let lanes = Lanes(width: width)
        let results = await outcomes(of: 0..<30_000, on: lanes) { input, reply in
            stack.note()
            switch input % 3 {
            case 0: reply(input)
            case 1: queue.async { reply(input) }
            default: lanes.submitFollowUp { reply(input) }
            }
        }
        #expect(results.map(\.value) == Array(0..<30_000))
        #expect(stack.most < Self.allowance)
    }

    @Test("a recursion 100,000 loops deep runs on one stack", arguments: [1, 4])
    func recursion(width: Int) async {
        let stack = StackDepth()
        let lanes = Lanes(width: width)
        let depth = await awaited { done in
            chain(of: 100_000, width: width, on: lanes, note: { stack.note() }, reply: Reply { done($0) })
        }
        #expect(depth == 100_000)
        #expect(stack.most < Self.allowance)
        await lanes.ended()
    }

    @Test("a recursion 100,000 loops deep that was stopped at its end runs on one stack", arguments: [1, 4])
    func stoppedRecursion(width: Int) async {
        let stop = LoopStop()
        let lanes = Lanes(width: width)
        @Sendable func chain(of depth: Int, reply: Reply<Bool>) {
            if depth == 1 { stop.stop() }
            transformEach(0..<2, width: 1, on: lanes, stop: stop) { input, reply in
                if input == 0 { chain(of: depth - 1, reply: reply) } else { reply(true) }
            } completion: { results in
                reply(results[1] == .neverStarted)
            }
        }
        #expect(await awaited { done in chain(of: 100_000, reply: Reply { done($0) }) })
        await lanes.ended()
    }

    @Test("loops one after the other, each started by the completion before, run on one stack", arguments: [1, 4])
    func succession(width: Int) async {
        let stack = StackDepth()
        let lanes = Lanes(width: width)
        @Sendable func next(_ left: Int, _ done: @escaping @Sendable (Int) -> Void) {
            stack.note()
            transformEach(0..<2, on: lanes) {
                $1($0)
            } completion: { _ in
                if left > 0 { next(left - 1, done) } else { done(left) }
            }
        }
        #expect(await awaited { next(30_000, $0) } == 0)
        #expect(stack.most < Self.allowance)
    }

    //     lane 0     last completion: reply ------------------------------------- gate, returns, lets go
    //     lane 1                            all other completions … first: opens
    //
    // When lane 0 lets go of the last loop, all loops above it have completed and
    // nobody else holds them: if each held the next, all would go in one recursion.
    @Test("100,000 completed loops are let go one by one")
    func release() async {
        await #expect(processExitsWith: .success) {
            let lanes = Lanes(width: 2)
            let gate = Gate()
            @Sendable func chain(of depth: Int, reply: Reply<Int>) {
                transformEach(CollectionOfOne(depth), width: 1, on: lanes) { depth, reply in
                    if depth > 1 { chain(of: depth - 1, reply: reply) } else { reply(0) }
                } completion: { _ in
                    reply(depth)
                    guard depth == 1 else { return }
                    lanes.submit {}  // Wakes lane 1, which then takes what the reply left on the stack.
                    gate.pass()
                }
            }
            let depth = await awaited { done in
                chain(
                    of: 100_000,
                    reply: Reply { depth in
                        gate.open()
                        done(depth)
                    }
                )
            }
            #expect(depth == 100_000)
            await lanes.allIdled()
        }
    }

    @Test("stacks of 256 KiB are enough for many inputs and for a deep recursion")
    func smallStacks() async {
        await #expect(processExitsWith: .success) {
            let depth = Sanitizer.isThread ? 10_000 : 100_000
            await StackSize.makeSmall()
            for width in [1, 4] {
                let lanes = Lanes(width: width)
                #expect(await lanes.onLane { StackSize.ofThisThread } == StackSize.small)
                let results = await outcomes(of: 0..<depth, on: lanes) { $1($0) }
                #expect(results.count == depth)
                let loops = await awaited { done in
                    chain(of: depth, width: width, on: lanes, reply: Reply { done($0) })
                }
                #expect(loops == depth)
                await lanes.allIdled()
            }
        }
    }
}
