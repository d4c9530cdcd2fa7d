/// A label and what it means: one entry of a section of help.
struct HelpRow {
    /// What stands on the left.
    let label: String
    /// What stands on the right, wrapped at the right edge.
    let text: String
}

/// A heading and its aligned rows, laid out for a terminal of 80 columns.
struct HelpSection {
    /// The most characters a line has.
    static let columns = 79
    /// Labels wider than this get a line of their own.
    private static let widestLabel = 26

    private let title: String
    private let rows: [HelpRow]

    /// A section of rows.
    init(_ title: String, rows: [HelpRow]) {
        self.title = title
        self.rows = rows
    }

    /// The lines, each ended by a line feed.
    var text: String {
        let widths = rows.map(\.label.count).filter { $0 <= Self.widestLabel }
        let indent = 2 + (widths.max() ?? 0) + 2
        var lines = [title]
        for row in rows {
            var right = Self.wrapped(row.text, columns: Self.columns - indent)[...]
            let left = "  " + row.label
            if left.count + 2 <= indent, let first = right.popFirst() {
                lines.append(left + String(repeating: " ", count: indent - left.count) + first)
            } else {
                lines.append(left)
            }
            lines += right.map { String(repeating: " ", count: indent) + $0 }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Breaks a text between its words; a word longer than a line stays whole.
    static func wrapped(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
