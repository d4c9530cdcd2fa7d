import Glibc
import TestSupport

/// The checks after every fault: each returns what is wrong, in words; nothing if nothing is.
extension Trial {
    /// Strikes a run, lets the next one finish, and tells all that is wrong after the one and the other.
    func complaints(_ plan: Plan) throws -> [String] {
        let end = try run(plan)
        let after = try look()
        return (of(after) + of(end, plan, after) + (try ofNextRun(after))).map { "\(plan) (width \(width)): \($0)" }
    }

    /// Kills a run after some time, and so on.
    func complaints(killedAfter microseconds: UInt32) throws -> [String] {
        let end = try run(killedAfter: microseconds)
        let after = try look()
        var complaints = of(after) + (try ofNextRun(after))
        if end.process.signal != SIGKILL { complaints += ofSilence(end, after) }
        return complaints.map { "killed after \(microseconds) µs (width \(width)): \($0)" }
    }

    /// Nothing is called missing that is there, no row is lost, and the file is sound.
    func of(_ look: IndexLook) -> [String] {
        look.damage.map { "the index is damaged: \($0)" }
            + look.missing.intersection(stage.files).sorted().map { "it is there and called missing: \($0)" }
            + lost(stage.startImages, look)
    }

    /// Images whose id is gone, or stands for another file though the old one is still there.
    ///
    /// A run that ended too early takes a moved image for a new one; the next run finds out, and the image goes on
    /// with the id that it had before.
    func lost(_ images: [Int: String], _ look: IndexLook) -> [String] {
        images.sorted { $0.key < $1.key }.compactMap { id, path in
            guard let now = look.images[id] else {
                let moved = look.images.contains { $0.key < id && $0.value == path }
                return moved ? nil : "the row of image \(id) is lost"
            }
            return now != path && stage.files.contains(path) ? "image \(id) was \(path) and is \(now)" : nil
        }
    }

    /// Whoever was struck says so, or is none the worse for it.
    func of(_ end: FaultyEnd, _ plan: Plan, _ after: IndexLook) -> [String] {
        if plan.manner == .kill || plan.manner == .torn {
            if end.struck.isEmpty { return ofSilence(end, after) }
            return end.process.signal == SIGKILL ? [] : ["struck, but not killed: \(end.process)"]
        }
        if end.process.isTimedOut { return ["it did not end"] }
        if let signal = end.process.signal { return ["ended by signal \(signal): \(end.process.errorText)"] }
        if end.process.exitCode == 0 || isSilent(end) {
            let loud = end.struck.first { !Harmless.isHarmless($0, plan) }
            return ofSilence(end, after) + (loud.map { ["nothing was said of \($0)"] } ?? [])
        }
        return []
    }

    /// Whether it ended and said what an undisturbed run does.
    func isSilent(_ end: FaultyEnd) -> Bool {
        end.process.exitCode == stage.undisturbed.process.exitCode
            && errors(of: end) == errors(of: stage.undisturbed)
    }

    /// What it said, but for the good news that a root which could not be read before can be.
    private func errors(of end: FaultyEnd) -> [String] {
        end.process.errorText.split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("imgindex: can read root again: ") }
    }

    /// A run that says nothing must have done everything.
    func ofSilence(_ end: FaultyEnd, _ after: IndexLook) -> [String] {
        if !isSilent(end) { return ["not struck, but it ended otherwise: \(end.process)"] }
        return after.content == stage.expected.content && after.lastRun == stage.expected.lastRun
            ? [] : ["nothing was said, but the index is not as it should be: \(difference(after))"]
    }

    /// The next run gives what an undisturbed run would have given, and loses nothing either.
    func ofNextRun(_ after: IndexLook) throws -> [String] {
        let end = try run()
        let last = try look()
        var complaints = of(last) + lost(after.images, last)
        if !isSilent(end) { complaints.append("the next run ended otherwise: \(end.process)") }
        if last.content != stage.expected.content || last.lastRun != stage.expected.lastRun {
            complaints.append("the next run left something else: \(difference(last))")
        }
        return complaints
    }

    private func difference(_ look: IndexLook) -> String {
        let now = Set(look.content + look.lastRun)
        let expected = Set(stage.expected.content + stage.expected.lastRun)
        return "too much: \(now.subtracting(expected).sorted()), not there: \(expected.subtracting(now).sorted())"
    }
}
