/// The first word of the command line: what is to be done.
enum Command: String, CaseIterable {
    /// Walk trees and bring the index up to date.
    case index
    /// Tell what the index knows, without a change to it.
    case status
    /// Tell what the index knows of one path.
    case why
    /// Call held images missing, and take the volumes that are there.
    case accept
    /// Remove rows of what has long been missing.
    case prune
    /// Print what runs the command from cron or by a timer of systemd.
    case cron

    /// What follows the command in the usage line.
    var operands: String {
        switch self {
        case .index: "[OPTION]... ROOT..."
        case .status: "[OPTION]..."
        case .why: "[OPTION]... PATH"
        case .accept: "[OPTION]... [ROOT]..."
        case .prune: "[OPTION]... --older-than=DAYS"
        case .cron: "[OPTION]... ROOT..."
        }
    }

    /// What the command does, in one sentence.
    var summary: String {
        switch self {
        case .index: "Walk the tree under each ROOT and make the index true about its image files."
        case .status: "Show the roots, their last runs and the problems in the index; change nothing."
        case .why: "Tell what the index knows of PATH and of each folder above it, and why it knows no more."
        case .accept:
            """
            Call the held images of each ROOT missing whose absence is proven, and let the next run take the volume that \
            is there where another was; without a ROOT, of all roots.
            """
        case .prune: "Remove from the index what has been missing for more than DAYS days; nothing else ever does."
        case .cron:
            "Print a line for crontab, and a service and a timer of systemd, that index each ROOT; change nothing."
        }
    }

    /// Command lines to copy, for help.
    var examples: [String] {
        switch self {
        case .index: ["imgindex index ~/Pictures", "imgindex index --index=photos.db --width=8 /mnt/photos /mnt/scans"]
        case .accept: ["imgindex accept", "imgindex accept /mnt/photos"]
        case .prune: ["imgindex prune --older-than=365 --dry-run", "imgindex prune --older-than=365"]
        case .cron: ["imgindex cron /srv/photos", "imgindex cron --accept-after=14 /srv/photos"]
        case .status: ["imgindex status", "imgindex status --index=photos.db --json"]
        case .why: ["imgindex why ~/Pictures/2024/bee.heic", "imgindex why --index=photos.db /mnt/photos/old"]
        }
    }
}
