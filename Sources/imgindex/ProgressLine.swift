/// How far a run is, for the line that a terminal shows while it goes on.
///
/// There is no percentage: nobody knows how much is still to come.
struct ProgressLine: Equatable {
    /// Folders finished so far.
    var folders: Int
    /// Images seen so far.
    var images: Int
    /// Time since the start of the run.
    var elapsed: Duration

    /// What to write before a line so that it takes the place of the last one,
    /// or alone to wipe it: back to the first column, erase to the end.
    static let erase = "\r\u{1B}[K"

    /// The line, without `erase` and without a line feed.
    ///
    /// It is in ASCII and leaves the last column free, so that no terminal
    /// breaks it. When it is too long, the rate goes first, then the folders,
    /// then the time; at last nothing is left.
    ///
    /// - Parameter columns: the width of the terminal in characters.
    /// - Returns: at most `columns - 1` characters.
    func text(columns: Int = 80) -> String {
        let seconds = elapsed.wholeSeconds
        let folderPart = "\(folders) folders"
        let imagePart = "\(images) images"
        let timePart = Self.clock(seconds)
        let forms = [
            [folderPart, imagePart, "\(rate) images/s", timePart],
            [folderPart, imagePart, timePart],
            [imagePart, timePart],
            [imagePart],
        ]
        return forms.map { $0.joined(separator: ", ") }.first { $0.utf8.count < columns } ?? ""
    }

    /// Images in a second on average, rounded; 0 before any time has passed.
    private var rate: Int {
        let seconds = elapsed / .seconds(1)
        guard seconds > 0 else { return 0 }
        return Int(exactly: (Double(images) / seconds).rounded()) ?? 0
    }

    /// Seconds as minutes and seconds, with hours when there are any.
    private static func clock(_ seconds: Int64) -> String {
        let minutes = seconds / 60 % 60
        let hours = seconds / 3_600
        let end = twoDigits(seconds % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(end)" : "\(minutes):\(end)"
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension Duration {
    /// The seconds that have passed in full; 0 for a negative duration.
    var wholeSeconds: Int64 { max(0, components.seconds) }
}
