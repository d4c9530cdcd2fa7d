import Listing

/// Compares what a run found in a folder with the rows stored of it.
///
/// A pure value: rows go in one by one, differences come out. A row whose name was
/// not found is missing only if the folder was read to its end.
///
/// A name may have several rows: one that is present, and those of files that had the
/// name before it. The present one keeps the name; only if there is none does the best
/// of the others return: the one with the same inode, else a held one, else the youngest.
struct ImageComparison: Sendable {
    private let seen: SeenFolder
    private let isComplete: Bool
    /// The digests of contents that are stored, by the rows of the images: only of stores on the network.
    private let digests: [Int64: String]
    // Rows come mostly in the order of the names: the next one is tried before searching.
    private var next = 0
    private var isStored: [Bool]
    /// Rows that are not present, by the positions of the items they may be now.
    private var returning: [Int: StoredImage] = [:]

    private(set) var updates: [ImageUpdate] = []
    /// Whether a row is left that is neither present nor missing: what becomes of its file has to be looked at.
    private(set) var leavesOddRows = false
    private(set) var counts = RunCounts()
    /// How many images are present now, as far as is known.
    private(set) var presentCount: Int64 = 0
    /// Their bytes.
    private(set) var presentBytes: Int64 = 0

    init(_ seen: SeenFolder, digests: [Int64: String] = [:]) {
        self.seen = seen
        self.digests = digests
        isComplete = seen.isComplete
        isStored = Array(repeating: false, count: seen.items.count)
    }

    /// Takes a stored row.
    mutating func compare(_ image: StoredImage, name: UnsafeRawBufferPointer) {
        guard let position = position(of: name) else {
            lose(image)
            return
        }
        if isAnother(image, at: position) {
            lose(image)
            return
        }
        if image.state == .excluded || image.state == .held { leavesOddRows = true }
        if image.state != .present {
            if let other = returning[position], !isBetter(image, than: other, at: position) {
                lose(image)
            } else if let other = returning.updateValue(image, forKey: position) {
                lose(other)
            }
        } else if isStored[position] {
            // There is one file of the name; its row came before this one.
            lose(image)
        } else {
            isStored[position] = true
            look(image, at: position)
        }
    }

    /// What the rows that were not there before become, and the positions of the items that have no row, after all
    /// rows were taken.
    mutating func findAdded() -> [Int] {
        for (position, image) in returning.sorted(by: { $0.key < $1.key }) {
            if isStored[position] { lose(image) } else { look(image, at: position) }
            isStored[position] = true
        }
        returning = [:]
        var added: [Int] = []
        for position in seen.items.indices where !isStored[position] {
            switch seen.items[position] {
            case .image(let facts, _): presentBytes &+= counted(facts.size)
            case .failed: counts.imageErrors += 1
            case .gone, .other, .unseen: continue
            }
            presentCount += 1
            counts.imagesSeen += 1
            counts.added += 1
            added.append(position)
        }
        return added
    }

    private func isBetter(_ image: StoredImage, than other: StoredImage, at position: Int) -> Bool {
        guard case .image(let facts, _) = seen.items[position] else { return image.id > other.id }
        let isSame = image.inode == facts.inode
        if isSame != (other.inode == facts.inode) { return isSame }
        return image.isThere == other.isThere ? image.id > other.id : image.isThere
    }

    /// Takes that nothing is known of a row's file.
    private mutating func keep(_ image: StoredImage) {
        guard image.isThere else { return }
        presentCount += 1
        presentBytes &+= counted(image.size)
    }

    private mutating func look(_ image: StoredImage, at position: Int) {
        switch seen.items[position] {
        case .image(let facts, _): compare(image, with: facts, at: position)
        case .failed: fail(image, at: position)
        case .gone, .other: lose(image, at: position)
        case .unseen: keep(image)
        }
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
        presentCount += 1
        presentBytes &+= counted(facts.size)
        let isReplaced = image.size != nil && image.inode != facts.inode
        let isSame = image.size == facts.knownSize && !isReplaced && hasSameDigest(image, at: position)
        let isRacy = seen.isRacy(facts)
        if !image.isThere {
            update(image, .returned(isChanged: !isSame || image.modified != facts.modified), at: position)
        } else if !isSame {
            update(image, .changed(isReplaced: isReplaced), at: position)
        } else if image.modified != facts.modified || image.changed != facts.changed {
            update(image, .touched, at: position)
        } else {
            counts.unchanged += 1
            if image.hasError || image.state == .held || (image.isRacy && !isRacy) {
                update(image, .recovered, at: position)
            }
        }
    }

    /// Whether the digest of the content is the one that is stored, as far as both are known.
    private func hasSameDigest(_ image: StoredImage, at position: Int) -> Bool {
        guard let stored = digests[image.id], let found = seen.listing.remote?[position].sha1 else { return true }
        return stored == found.hex
    }

    /// Whether the file of an image's name is not the image's: where files keep their numbers for ever the name says
    /// nothing, and the image is wherever its number is found.
    private func isAnother(_ image: StoredImage, at position: Int) -> Bool {
        guard seen.listing.volume?.hasLastingIDs == true, image.size != nil,
            case .image(let facts, _) = seen.items[position]
        else { return false }
        return image.inode != facts.inode
    }

    /// Takes that an item of an image's name is no image.
    private mutating func lose(_ image: StoredImage, at position: Int) {
        let isFile = seen.items[position] == .other && seen.listing.items[position].kind == .file
        if isComplete && isFile { update(image, .excluded, at: nil) } else { lose(image) }
    }

    /// Takes that no item is an image's.
    private mutating func lose(_ image: StoredImage) {
        // Held or about to be, it counts as present until it is called missing. Of a folder that was not read to its
        // end rows only learn what is there.
        keep(image)
        if image.isThere { leavesOddRows = true }
        if isComplete { update(image, image.isThere ? .absent : .missing, at: nil) }
    }

    /// Takes that an image is there, whatever it is: its facts are those it had.
    private mutating func fail(_ image: StoredImage, at position: Int) {
        counts.imagesSeen += 1
        counts.imageErrors += 1
        presentCount += 1
        presentBytes &+= counted(image.size)
        if image.isThere {
            counts.unchanged += 1
            update(image, .failed, at: position)
        } else {
            update(image, .returned(isChanged: false), at: position)
        }
    }

    private mutating func update(_ image: StoredImage, _ what: ImageUpdate.What, at position: Int?) {
        switch what {
        case .absent:
            if image.state == .held { return }
        case .missing:
            if image.state == .missing { return }
            counts.missing += 1
        case .excluded:
            // What was missing and is back as something we do not count stays missing.
            if !image.isThere { return }
            leavesOddRows = true
            counts.excluded += 1
        case .changed: counts.changed += 1
        case .touched: counts.touched += 1
        case .returned: counts.returned += 1
        case .failed, .recovered: break
        }
        updates.append(ImageUpdate(what: what, id: image.id, position: position))
    }
}

/// With how many bytes an image counts in the totals of its folders.
///
/// At most 8 TiB: a few sparse files of the largest size there is would be more
/// than 64 bits hold.
func counted(_ size: Int64?) -> Int64 {
    max(0, min(size ?? 0, 1 << 43))
}
