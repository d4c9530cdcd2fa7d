import AsyncLoop
import Dispatch
import Glibc
import Testing

/// Loops inside loops, on the same lanes.
@Suite(.timeLimit(.minutes(15))) struct NestedLoopsTests {
    /// A loop over the numbers below `fan`, in each of which the loop starts again, `depth` deep.
    private static func tree(
        _ depth: Int,
        fan: Int,
        width: Int,
        on lanes: Lanes,
        log: Log<String>? = nil,
        path: String = "",
        reply: Reply<Int>
    ) {
        transformEach(0..<fan, width: width, on: lanes) { input, reply in
            let path = path + String(input)
            log?.note(path)
            if depth > 1 {
                tree(depth - 1, fan: fan, width: width, on: lanes, log: log, path: path, reply: reply)
            } else {
                reply(1)
            }
        } completion: { results in
            log?.note(path + "/")
            reply(results.compactMap(\.value).reduce(0, +))
        }
    }

    @Test("at width 1 loops in loops go in the order of nested for loops", arguments: [1, 3])
    func depthFirst(lanes: Int) async {
        let lanes = Lanes(width: lanes)
        let log = Log<String>()
        let leaves = await awaited { done in
            Self.tree(3, fan: 2, width: 1, on: lanes, log: log, reply: Reply { done($0) })
        }
        var expected: [String] = []
        for first in ["0", "1"] {
            expected.append(first)
            for second in ["0", "1"] {
                expected += [first + second, first + second + "0", first + second + "1", first + second + "/"]
            }
            expected.append(first + "/")
        }
        #expect(leaves == 8)
        #expect(log.events == expected + ["/"])
    }

    @Test("a tree of loops gives the same for every width and number of lanes", arguments: [1, 2, 5], [1, 2, 8])
    func widths(width: Int, lanes: Int) async {
        let lanes = Lanes(width: lanes)
        let leaves = await awaited { done in
            Self.tree(6, fan: 4, width: width, on: lanes, reply: Reply { done($0) })
        }
        #expect(leaves == 4096)
        await lanes.ended()
    }

    @Test("a loop may run on other lanes than the one it is in, and reply back")
    func acrossLanes() async {
        let outer = Lanes(width: 2)
        let inner = Lanes(width: 2, label: "inner")
        let sums = await outcomes(of: 0..<50, on: outer) { input, reply in
            transformEach(0..<input, on: inner) {
                $1($0)
            } completion: { results in
                reply(results.compactMap(\.value).reduce(0, +))
            }
        }
        #expect(sums.map(\.value) == (0..<50).map { $0 * ($0 - 1) / 2 })
    }

    @Test("many loops at once on one set of lanes do not mix", arguments: [1, 4])
    func manyAtOnce(width: Int) async {
        let lanes = Lanes(width: width)
        await withTaskGroup(of: Void.self) { group in
            for loop in 0..<100 {
                group.addTask {
                    let results = await outcomes(of: 0..<50, on: lanes) { $1($0 + loop) }
                    #expect(results.map(\.value) == Array(loop..<loop + 50))
                }
            }
        }
    }

    @Test("a loop that starts in place ends before the call returns if all replies are immediate", arguments: [1, 3])
    func inPlace(width: Int) async {
        let lanes = Lanes(width: width)
        let log = Log<String>()
        let threads = Log<pthread_t>()
        await lanes.onLane {
            threads.note(pthread_self())
            transformEach(["a", "b"], width: 1, on: lanes, startsInPlace: true) { input, reply in
                threads.note(pthread_self())
                log.note(input)
                reply(())
            } completion: { _ in
                threads.note(pthread_self())
                log.note("completion")
            }
            log.note("returned")
        }
        #expect(log.events == ["a", "b", "completion", "returned"])
        #expect(Set(threads.events).count == 1)
    }

    @Test("a loop that starts in place returns when it must wait, and completes on a lane")
    func inPlaceWaiting() async {
        let lanes = Lanes(width: 1)
        let queue = DispatchQueue(label: "replies")
        let gate = Gate()
        let log = Log<String>()
        await awaited { done in
            lanes.submit {
                transformEach(0..<3, on: lanes, startsInPlace: true) { input, reply in
                    log.note("\(input)")
                    if input == 1 {
                        queue.async {
                            gate.pass()
                            reply(())
                        }
                    } else {
                        reply(())
                    }
                } completion: { _ in
                    log.note(lanes.isOnLane ? "completion" : "completion elsewhere")
                    done(())
                }
                log.note("returned")
                gate.open()
            }
        }
        #expect(log.events == ["0", "1", "returned", "2", "completion"])
    }

    @Test("an empty loop that starts in place completes in place")
    func emptyInPlace() async {
        let lanes = Lanes(width: 1)
        let log = Log<String>()
        await lanes.onLane {
            transformEach(0..<0, on: lanes, startsInPlace: true) {
                $1($0)
            } completion: { (_: [Outcome<Int>]) in
                log.note("completion")
            }
            log.note("returned")
        }
        #expect(log.events == ["completion", "returned"])
    }
}
