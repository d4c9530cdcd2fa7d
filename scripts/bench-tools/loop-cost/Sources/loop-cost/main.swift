import AsyncLoop
import Dispatch
import Glibc

// Prints how many nanoseconds an item of a loop takes whose transform replies at once.
//
// usage: loop-cost WIDTH ITEMS [PATIENCE]      PATIENCE in microseconds, default 0

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count >= 2, numbers.count == CommandLine.arguments.count - 1, numbers[1] > 0 else {
    print("usage: loop-cost WIDTH ITEMS [PATIENCE]")
    exit(64)
}
let items = numbers[1]
let patience = Duration.microseconds(numbers.count > 2 ? numbers[2] : 0)
let start = ContinuousClock.now

transformEach(0..<items, on: Lanes(width: numbers[0]), patience: patience) { item, reply in
    reply(item & 1)
} completion: { outcomes in
    let elapsed = start.duration(to: .now)
    // So that no result can be left out.
    guard outcomes.reduce(0, { $0 + ($1.value ?? 0) }) == items / 2 else { exit(1) }
    print(elapsed / .nanoseconds(1) / Double(items))
    exit(0)
}
dispatchMain()
