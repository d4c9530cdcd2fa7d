/// The first word of the command line: what is to be done.
enum Command: String, CaseIterable {
    /// Walk trees and bring the index up to date.
    case index
    /// Tell what the index knows, without a change to it.
    case status
    /// Tell what the index knows of one path.
    case why

    /// What follows the command in the usage line.
    var operands: String {
        switch self {
        case .index: "[OPTION]... ROOT..."
        case .status: "[OPTION]..."
        case .why: "[OPTION]... PATH"
        }
    }

    /// What the command does, in one sentence.
    var summary: String {
        switch self {
        case .index: "Walk the tree under each ROOT and make the index true about its image files."
        case .status: "Show the roots, their last runs and the problems in the index; change nothing."
        case .why: "Tell what the index knows of PATH and of each folder above it, and why it knows no more."
        }
    }

    /// Command lines to copy, for help.
    var examples: [String] {
        switch self {
        case .index: ["imgindex index ~/Pictures", "imgindex index --index=photos.db --width=8 /mnt/photos /mnt/scans"]
        case .status: ["imgindex status", "imgindex status --index=photos.db --json"]
        case .why: ["imgindex why ~/Pictures/2024/bee.heic", "imgindex why --index=photos.db /mnt/photos/old"]
        }
    }
}
