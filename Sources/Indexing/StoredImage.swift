/// An image as it is stored.
struct StoredImage: Equatable, Sendable {
    enum State: Equatable, Sendable {
        case present
        case missing
        case held
        case excluded
    }

    var id: Int64
    var state: State
    var hasError: Bool
    /// Nil where it never could be read.
    var size: Int64?
    var modified: Int64
    var changed: Int64
    var inode: Int64
    /// Whether its stamps were too young to be trusted.
    var isRacy = false

    /// The word in `image.look_again` for stamps that were too young.
    static let racy = "racy"

    /// Whether it counts as present.
    var isThere: Bool { state == .present || state == .held }
}

extension StoredImage.State {
    /// The state of a word in `image.state`.
    init(word: String) {
        switch word {
        case "missing": self = .missing
        case "held": self = .held
        case "excluded": self = .excluded
        default: self = .present
        }
    }
}
