import AsyncLoop
import Dispatch
import Testing

/// Results come in input order, whatever order the replies come in.
@Suite(.timeLimit(.minutes(15))) struct TransformEachOrderTests {
    //     lane       t0 t1 t2 t3 t4
    //     queue                     r3 r0 r4 r2 r1      (or any other order)
    //     lane                                    [0 1 2 3 4]
    @Test("all orders of asynchronous replies give the results in input order", arguments: 1...5)
    func asynchronousReplies(count: Int) async {
        let lanes = Lanes(width: 2)
        let queue = DispatchQueue(label: "replies")
        for order in permutations(count) {
            let kept = KeptReplies<Int>()
            let results = await outcomes(of: 0..<count, width: count, on: lanes) { input, reply in
                guard kept.keep(reply, of: input) == count else { return }
                for index in order { queue.async { kept.reply(index, index * 10) } }
            }
            #expect(results == (0..<count).map { .replied($0 * 10) }, "replied in the order \(order)")
        }
    }

    //     lane 0     t0 ------------------------ g0 r0
    //     lane 1     t1 ------ g1 r1                        g: its gate opens
    //     lane 2     t2 ----------------- g2 r2             r: it replies and opens the next gate
    //     lane 3     t3 g3 r3                               (or any other order)
    @Test("all orders in which blocked transforms end give the results in input order", arguments: 1...4)
    func blockedTransforms(count: Int) async throws {
        let lanes = Lanes(width: count)
        for order in permutations(count) {
            let gates = order.map { _ in Gate() }
            let meeting = Rendezvous(of: count)
            let log = Log<Int>()
            try gates[#require(order.first)].open()
            let results = await outcomes(of: 0..<count, on: lanes) { input, reply in
                meeting.meet()
                gates[input].pass()
                log.note(input)
                reply(input * 10)
                let place = order.firstIndex(of: input)
                if let place, place + 1 < count { gates[order[place + 1]].open() }
            }
            #expect(log.events == order)
            #expect(results == (0..<count).map { .replied($0 * 10) }, "replied in the order \(order)")
            await lanes.ended()
        }
    }

    @Test("an empty input completes with no result and no transform", arguments: [1, 4])
    func empty(width: Int) async {
        let results: [Outcome<Int>] = await outcomes(of: [String](), on: Lanes(width: width)) { _, _ in
            Issue.record("a transform was called")
        }
        #expect(results.isEmpty)
    }

    @Test("inputs are taken by their place, also from a collection whose indexes start elsewhere")
    func slices() async {
        let lanes = Lanes(width: 2)
        let slice = await outcomes(of: Array(0..<100)[40..<45], on: lanes) { $1($0) }
        #expect(slice.map(\.value) == [40, 41, 42, 43, 44])
        let reversed = await outcomes(of: (0..<5).reversed(), on: lanes) { $1($0) }
        #expect(reversed.map(\.value) == [4, 3, 2, 1, 0])
        let letters = await outcomes(of: Array("abc"), on: lanes) { $1($0) }
        #expect(letters.map(\.value) == ["a", "b", "c"])
    }

    @Test("a failure is a value, and the loop goes on behind it", arguments: [1, 2, 5])
    func failures(width: Int) async {
        struct Odd: Error, Equatable { let number: Int }
        let results: [Outcome<Result<Int, Odd>>] = await outcomes(of: 0..<5, on: Lanes(width: width)) { input, reply in
            reply(input.isMultiple(of: 2) ? .success(input) : .failure(Odd(number: input)))
        }
        #expect(
            results.map(\.value) == [
                .success(0), .failure(Odd(number: 1)), .success(2), .failure(Odd(number: 3)), .success(4),
            ]
        )
    }

    @Test("an optional that is nil is a result, not the lack of one")
    func optionalResults() async {
        let results: [Outcome<Int?>] = await outcomes(of: 0..<3, on: Lanes(width: 1)) { $1($0 == 1 ? nil : $0) }
        #expect(results == [.replied(0), .replied(nil), .replied(2)])
    }

    @Test("with one lane transforms are called in input order, whatever the width", arguments: [1, 2, 7])
    func callOrder(width: Int) async {
        let lanes = Lanes(width: 1)
        let queue = DispatchQueue(label: "replies")
        let log = Log<Int>()
        _ = await outcomes(of: 0..<100, width: width, on: lanes) { input, reply in
            log.note(input)
            if input.isMultiple(of: 3) { reply(()) } else { queue.async { reply(()) } }
        }
        #expect(log.events == Array(0..<100))
    }
}
