/// What a run found, in numbers, for the line that it ends with.
///
/// The line has the same words in the same order for every number, also for 1,
/// so that a pattern can read it; only `held`, `moved`, `returned`, `touched` and
/// `excluded` are left out when they are 0.
struct SummaryLine: Equatable {
    /// The root as typed; made safe for a terminal when printed.
    var root: [UInt8]
    /// Whether a signal ended the run early.
    var interrupted = false
    /// Folders listed.
    var folders = 0
    /// Images seen.
    var images = 0
    /// Images that were not known before.
    var added = 0
    /// Images whose content is not what it was.
    var changed = 0
    /// Images that are gone.
    var missing = 0
    /// Images that are absent and not called missing until that is accepted.
    var held = 0
    /// Images that were elsewhere.
    var moved = 0
    /// Images that were missing and are back.
    var returned = 0
    /// Images whose times changed and whose size did not.
    var touched = 0
    /// Images that are none any more by the rules of the run.
    var excluded = 0
    /// Images that are as they were.
    var unchanged = 0
    /// Folders and files that could not be read.
    var errors = 0
    /// How long the run took.
    var elapsed: Duration = .zero

    /// The line, without a line feed.
    var text: String {
        var parts = [
            "\(folders) folders", "\(images) images", "\(added) added", "\(changed) changed", "\(missing) missing",
        ]
        if held != 0 { parts.append("\(held) held") }
        if moved != 0 { parts.append("\(moved) moved") }
        if returned != 0 { parts.append("\(returned) returned") }
        if touched != 0 { parts.append("\(touched) touched") }
        if excluded != 0 { parts.append("\(excluded) excluded") }
        parts += ["\(unchanged) unchanged", "\(errors) errors", "\(Self.seconds(elapsed)) s"]
        let start = interrupted ? "interrupted: " : ""
        return start + terminalText(root) + ": " + parts.joined(separator: ", ")
    }

    /// Seconds with two decimals, rounded.
    private static func seconds(_ elapsed: Duration) -> String {
        let rounded = max(elapsed, .zero) + .milliseconds(5)
        let hundredths = rounded.components.attoseconds / 10_000_000_000_000_000
        return "\(rounded.components.seconds).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }
}
