import Listing

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
}

/// A row to write of an image that is stored already.
struct ImageUpdate: Equatable, Sendable {
    enum What: Equatable, Sendable {
        case changed
        case touched
        /// It was missing or excluded; its item may have facts, those it had or others, or an error.
        case returned(isChanged: Bool)
        case excluded
        case missing
        /// It could not be inspected: only the error is written, the facts stay.
        case failed
        /// It could be inspected again and is as it was: only the error is cleared.
        case recovered
    }

    let what: What
    let id: Int64
    /// The position of its item in the folder; nil if it has none.
    let position: Int?
}

/// Compares what a run found in a folder with the rows stored of it.
///
/// A pure value: rows go in one by one, differences come out. A row whose name was
/// not found is missing only if the folder was read to its end.
struct ImageComparison: Sendable {
    private let seen: SeenFolder
    private let isComplete: Bool
    // Rows come mostly in the order of the names: the next one is tried before searching.
    private var next = 0
    private var isStored: [Bool]

    private(set) var updates: [ImageUpdate] = []
    /// Whether a row is left that is neither present nor missing: what becomes of its file has to be looked at.
    private(set) var leavesOddRows = false
    private(set) var counts = RunCounts()
    /// By how much the number of present images changes.
    private(set) var presentChange: Int64 = 0
    /// By how much the bytes of the present images change.
    private(set) var bytesChange: Int64 = 0

    init(_ seen: SeenFolder) {
        self.seen = seen
        isComplete = seen.isComplete
        isStored = Array(repeating: false, count: seen.items.count)
    }

    /// Takes a stored row.
    mutating func compare(_ image: StoredImage, name: UnsafeRawBufferPointer) {
        guard let position = position(of: name) else {
            if image.state == .held { leavesOddRows = true }
            if isComplete { update(image, .missing, at: nil) }
            return
        }
        isStored[position] = true
        if image.state == .excluded || image.state == .held { leavesOddRows = true }
        switch seen.items[position] {
        case .image(let facts, _): compare(image, with: facts, at: position)
        case .failed: fail(image, at: position)
        // Of a folder that was not read to its end rows only learn what is there.
        case .gone, .other: if isComplete { lose(image, at: position) }
        case .unseen: break
        }
    }

    /// The positions of the items that are not stored, after all rows were taken.
    mutating func findAdded() -> [Int] {
        var added: [Int] = []
        for position in seen.items.indices where !isStored[position] {
            switch seen.items[position] {
            case .image(let facts, _): bytesChange &+= counted(facts.size)
            case .failed: counts.imageErrors += 1
            case .gone, .other, .unseen: continue
            }
            presentChange += 1
            counts.imagesSeen += 1
            counts.added += 1
            added.append(position)
        }
        return added
    }

    private mutating func position(of name: UnsafeRawBufferPointer) -> Int? {
        let items = seen.listing.items
        if next < items.firstFolder && items.isName(name, at: next) {
            next += 1
            return next - 1
        }
        guard let found = items.position(of: name, in: 0..<items.firstFolder) else { return nil }
        next = found + 1
        return found
    }

    private mutating func compare(_ image: StoredImage, with facts: FileFacts, at position: Int) {
        counts.imagesSeen += 1
        let isSame =
            image.size == facts.size && image.modified == facts.modified && image.inode == facts.inode
        switch image.state {
        case .missing, .excluded:
            update(image, .returned(isChanged: !isSame), at: position)
            presentChange += 1
            bytesChange &+= counted(facts.size)
        case .present, .held:
            bytesChange &+= counted(facts.size) - counted(image.size)
            if !isSame {
                update(image, .changed, at: position)
            } else if image.changed != facts.changed {
                update(image, .touched, at: position)
            } else {
                counts.unchanged += 1
                if image.hasError || image.state == .held { update(image, .recovered, at: position) }
            }
        }
    }

    /// Takes that an item of an image's name is no image.
    private mutating func lose(_ image: StoredImage, at position: Int) {
        let isFile = seen.items[position] == .other && seen.listing.items[position].kind == .file
        update(image, isFile ? .excluded : .missing, at: nil)
    }

    private mutating func fail(_ image: StoredImage, at position: Int) {
        counts.imagesSeen += 1
        counts.imageErrors += 1
        if image.state == .missing || image.state == .excluded {
            // It is there, whatever it is: its facts are those it had.
            presentChange += 1
            bytesChange &+= counted(image.size)
            update(image, .returned(isChanged: false), at: position)
        } else {
            counts.unchanged += 1
            update(image, .failed, at: position)
        }
    }

    private mutating func update(_ image: StoredImage, _ what: ImageUpdate.What, at position: Int?) {
        let wasPresent = image.state == .present || image.state == .held
        switch what {
        case .missing:
            if image.state == .missing { return }
            counts.missing += 1
        case .excluded:
            // What was missing and is back as something we do not count stays missing.
            if !wasPresent { return }
            leavesOddRows = true
            counts.excluded += 1
        case .changed: counts.changed += 1
        case .touched: counts.touched += 1
        case .returned: counts.returned += 1
        case .failed, .recovered: break
        }
        if wasPresent && (what == .missing || what == .excluded) {
            presentChange -= 1
            bytesChange &-= counted(image.size)
        }
        updates.append(ImageUpdate(what: what, id: image.id, position: position))
    }
}

/// With how many bytes an image counts in the totals of its folders.
///
/// At most 8 TiB: a few sparse files of the largest size there is would be more
/// than 64 bits hold.
private func counted(_ size: Int64?) -> Int64 {
    max(0, min(size ?? 0, 1 << 43))
}
