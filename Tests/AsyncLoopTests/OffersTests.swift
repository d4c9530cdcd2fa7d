import AsyncLoop
import Dispatch
import Testing

/// Lanes that were busy when a loop could have used them help it as soon as they are free.
@Suite(.timeLimit(.minutes(15))) struct OffersTests {
    //     lane 0     t0 ------------------- meet
    //     lane 1     busy -- gate opens  t1 meet
    @Test("a lane that comes free while the only other blocks in a transform starts the next input")
    func freeDuringTransform() async {
        let lanes = Lanes(width: 2)
        let busy = Gate()
        let meeting = Rendezvous(of: 2)
        await lanes.keepOneBusy(until: busy)
        let results = await outcomes(of: 0..<2, on: lanes) { input, reply in
            if input == 0 { busy.open() }
            meeting.meet()  // Neither returns without the other.
            reply(input)
        }
        #expect(results.map(\.value) == [0, 1])
    }

    //     lane 0     t0 both  rest  job --------------- t2 meet
    //     lane 1     t1 both  ----------------------------- meet
    //     queue                         r0  job ends
    @Test("a reply finds help even if every lane is busy when it comes")
    func freeAfterReply() async {
        let lanes = Lanes(width: 2)
        let queue = DispatchQueue(label: "replies")
        let jobBegan = Gate()
        let jobEnds = Gate()
        let both = Rendezvous(of: 2)
        let meeting = Rendezvous(of: 2)
        let results = await outcomes(of: 0..<3, width: 2, on: lanes) { input, reply in
            if input < 2 { both.meet() }
            if input > 0 {
                meeting.meet()
                reply(input)
                return
            }
            lanes.submit {
                jobBegan.open()
                jobEnds.pass()
            }
            queue.async {
                jobBegan.pass()
                reply(input)
                jobEnds.open()
            }
        }
        #expect(results.map(\.value) == [0, 1, 2])
    }

    @Test("all lanes join a loop, one after the other as they come free", arguments: [2, 3, 8])
    func allJoin(width: Int) async {
        let lanes = Lanes(width: width)
        let busy = (0..<width).map { _ in Gate() }
        let begun = Rendezvous(of: width + 1)
        for gate in busy.dropFirst() {
            lanes.submit {
                begun.meet()
                gate.pass()
            }
        }
        let meeting = Rendezvous(of: width)
        let results = await awaited { done in
            lanes.submit {
                begun.meet()
                transformEach(0..<width, on: lanes) { input, reply in
                    if input + 1 < width { busy[input + 1].open() }
                    meeting.meet()
                    reply(input)
                } completion: {
                    done($0)
                }
            }
            DispatchQueue.global().async { begun.meet() }
        }
        #expect(results.map(\.value) == Array(0..<width))
    }

    @Test("with patience a lane that is busy when help is due joins when it comes free")
    func patience() async {
        let lanes = Lanes(width: 2)
        let busy = Gate()
        let meeting = Rendezvous(of: 2)
        await lanes.keepOneBusy(until: busy)
        let results = await outcomes(of: 0..<100, on: lanes, patience: .nanoseconds(1)) { input, reply in
            switch input {
            case 40: busy.open()
            case 41, 42: meeting.meet()
            default: break
            }
            reply(input)
        }
        #expect(results.map(\.value) == Array(0..<100))
    }

    @Test("offers nobody took are withdrawn: a later loop gets its help, and the notice comes")
    func withdrawn() async {
        let lanes = Lanes(width: 2)
        let busy = Gate()
        await lanes.keepOneBusy(until: busy)
        for round in 0..<100 {
            let results = await outcomes(of: 0..<10, on: lanes) { $1($0 + round) }
            #expect(results.map(\.value) == Array(round..<round + 10))
        }
        busy.open()
        await lanes.ended()
    }
}
