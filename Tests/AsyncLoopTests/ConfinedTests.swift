import AsyncLoop
import Dispatch
import Testing

/// A value that one serial queue touches, and nobody else.
@Suite(.timeLimit(.minutes(15))) struct ConfinedTests {
    /// Not `Sendable`, and not safe to touch from two threads.
    private final class Numbers {
        var numbers: [Int]

        init(_ numbers: [Int] = []) { self.numbers = numbers }
    }

    @Test("closures run on the queue, one at a time, in the order of the calls")
    func order() async {
        let confined = Confined(label: "numbers", Numbers())
        for number in 0..<1_000 {
            confined.async { numbers in numbers.numbers.append(number) }
        }
        let numbers = await awaited { done in confined.async { done($0.numbers) } }
        #expect(numbers == Array(0..<1_000))
    }

    @Test("closures from many threads never meet")
    func manyThreads() async {
        let confined = Confined(label: "numbers", Numbers())
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<500 { confined.async { $0.numbers.append(thread * 500 + number) } }
        }
        let numbers = await awaited { done in confined.async { done($0.numbers) } }
        #expect(numbers.sorted() == Array(0..<4_000))
        for thread in 0..<8 {
            let own = numbers.filter { $0 / 500 == thread }
            #expect(own == own.sorted(), "the order of one thread's calls is kept")
        }
    }

    @Test("on the queue the value is there at once, and what a closure returns or throws comes out")
    func withValue() async {
        struct Refusal: Error {}
        let confined = Confined(label: "numbers", Numbers([1, 2]))
        let sum = await awaited { done in
            confined.queue.async { done(confined.withValue { $0.numbers.reduce(0, +) }) }
        }
        #expect(sum == 3)
        let isRefused = await awaited { done in
            confined.queue.async {
                do throws(Refusal) {
                    try confined.withValue { (_: inout sending Numbers) throws(Refusal) in throw Refusal() }
                    done(false)
                } catch {
                    done(true)
                }
            }
        }
        #expect(isRefused)
    }

    @Test("a closure may put another value in the place of the old")
    func replacement() async {
        let confined = Confined(label: "numbers", Numbers([1]))
        confined.async { $0 = Numbers([7, 8]) }
        #expect(await awaited { done in confined.async { done($0.numbers) } } == [7, 8])
    }

    @Test("closures run although nobody holds the box any more")
    func unheld() async {
        let numbers = await awaited { done in
            let confined = Confined(label: "numbers", Numbers([4]))
            confined.async { $0.numbers.append(2) }
            confined.async { done($0.numbers) }
        }
        #expect(numbers == [4, 2])
    }

    @Test("touching the value off its queue traps")
    func offQueue() async {
        await #expect(processExitsWith: .failure) {
            Confined(label: "numbers", Numbers()).withValue { $0.numbers.append(1) }
        }
    }

    @Test("touching the value on another queue traps, also while its own waits")
    func onOtherQueue() async {
        await #expect(processExitsWith: .failure) {
            let confined = Confined(label: "numbers", Numbers())
            let other = DispatchQueue(label: "other")
            await awaited { done in
                other.async {
                    confined.withValue { $0.numbers.append(1) }
                    done(())
                }
            }
        }
    }
}
