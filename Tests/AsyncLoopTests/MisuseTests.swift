import AsyncLoop
import Dispatch
import Testing

/// Misuse traps, and the message says which loop and which input, or which task.
@Suite(.timeLimit(.minutes(15))) struct MisuseTests {
    /// What the trap of a process said; records an issue if there was none.
    private static func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("a second reply at once traps")
    func twice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = await outcomes(of: 0..<5, on: Lanes(width: 1)) { input, reply in
                reply(input)
                if input == 3 { reply(input) }
            }
        }
        let message = Self.message(result)
        #expect(message.contains("AsyncLoop: loop 'outcomes(of:width:on:stop:patience:transform:)'"))
        #expect(message.contains("input 3 was replied to twice"))
    }

    @Test("a second reply later, from another queue, traps, also when the loop has completed")
    func twiceLater() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let kept = KeptReplies<Int>()
            let lanes = Lanes(width: 2)
            await awaited { done in
                transformEach([7, 8], on: lanes, name: "the late loop") { input, reply in
                    if input == 8 { kept.keep(reply, of: input) }
                    reply(input)
                } completion: { _ in
                    done(())
                }
            }
            await lanes.ended()
            await awaited { done in
                DispatchQueue(label: "late").async {
                    kept.reply(8, 0)
                    done(())
                }
            }
        }
        #expect(Self.message(result).contains("AsyncLoop: loop 'the late loop': input 1 was replied to twice"))
    }

    @Test("a reply dropped in its transform traps")
    func dropped() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = await awaited { done in
                transformEach(0..<3, on: Lanes(width: 1), name: "the loop") { input, reply in
                    if input != 2 { reply(input) }
                } completion: {
                    done($0)
                }
            }
        }
        #expect(Self.message(result).contains("AsyncLoop: loop 'the loop': input 2 lost its reply"))
    }

    @Test("a reply dropped later, by another queue, traps")
    func droppedLater() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let queue = DispatchQueue(label: "late")
            _ = await awaited { done in
                transformEach(0..<3, on: Lanes(width: 2), name: "the loop") { input, reply in
                    queue.async { if input != 1 { reply(input) } }
                } completion: {
                    done($0)
                }
            }
        }
        #expect(Self.message(result).contains("AsyncLoop: loop 'the loop': input 1 lost its reply"))
    }

    @Test("a task's reply called twice traps, and a dropped one does")
    func tasks() async {
        let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let reply = Reply<Int>(name: "the task") { _ in }
            reply(1)
            reply(2)
        }
        #expect(Self.message(twice).contains("AsyncLoop: task 'the task' was replied to twice"))
        let dropped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Reply<Int>(name: "the task") { _ in }
        }
        #expect(Self.message(dropped).contains("AsyncLoop: task 'the task' lost its reply"))
    }

    @Test("a task's reply called once hands its value over, on the caller's thread")
    func taskOnce() async {
        let queue = DispatchQueue(label: "task")
        let value = await awaited { done in
            let reply = Reply { (value: Int) in
                dispatchPrecondition(condition: .onQueue(queue))
                done(value)
            }
            queue.async { reply(42) }
        }
        #expect(value == 42)
    }

    @Test("a loop that starts in place outside its lanes traps, on other lanes too", arguments: [false, true])
    func inPlaceOutside(isOnOther: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isOnOther] in
            let lanes = Lanes(width: 1)
            let start = { @Sendable in
                transformEach(0..<1, on: lanes, startsInPlace: true, name: "the loop") { input, reply in
                    reply(input)
                } completion: { (_: [Outcome<Int>]) in
                }
            }
            if isOnOther { await Lanes(width: 1).onLane(start) } else { start() }
        }
        #expect(Self.message(result).contains("AsyncLoop: loop 'the loop' starts in place outside its lanes"))
    }

    @Test("a correct loop in a process of its own ends well")
    func correct() async {
        await #expect(processExitsWith: .success) {
            let results = await outcomes(of: 0..<5, on: Lanes(width: 2)) { $1($0) }
            #expect(results.map(\.value) == [0, 1, 2, 3, 4])
        }
    }
}
