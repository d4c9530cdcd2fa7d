/// The first word of the command line: what is to be done.
enum Command: String, CaseIterable {
    /// Walk trees and bring the index up to date.
    case index
    /// Tell what the index knows, without a change to it.
    case status

    /// What follows the command in the usage line.
    var operands: String {
        switch self {
        case .index: "[OPTION]... ROOT..."
        case .status: "[OPTION]..."
        }
    }

    /// What the command does, in one sentence.
    var summary: String {
        switch self {
        case .index: "Walk the tree under each ROOT and make the index true about its image files."
        case .status: "Show the roots, their last runs and the problems in the index; change nothing."
        }
    }

    /// Command lines to copy, for help.
    var examples: [String] {
        switch self {
        case .index: ["imgindex index ~/Pictures", "imgindex index --index=photos.db --width=8 /mnt/photos /mnt/scans"]
        case .status: ["imgindex status", "imgindex status --index=photos.db --json"]
        }
    }
}
