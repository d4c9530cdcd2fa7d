import Listing

@testable import Indexing

/// A stored image with its name.
struct NaiveImage {
    let stored: StoredImage
    let name: [UInt8]
}

/// What a comparison is to find, by looking up one image after the other.
///
/// Written from the meaning: what was an image's state, what is there now, what follows.
struct NaiveComparison {
    var added: [[UInt8]] = []
    var counts = RunCounts()
    var updates: [Int64: ImageUpdate.What] = [:]
    var presentCount: Int64 = 0
    var presentBytes: Int64 = 0

    init(_ found: Found, _ images: [NaiveImage]) {
        let isComplete = found.end == .listed && !found.files.values.contains(.unseen)
        let names = found.files.keys.sorted { $0.lexicographicallyPrecedes($1) }
        for image in images {
            let (isThere, size) = look(image.stored, found.files[image.name], isComplete)
            presentCount += isThere ? 1 : 0
            presentBytes += isThere ? size : 0
        }
        for name in names where !images.contains(where: { $0.name == name }) {
            switch found.files[name] {
            case .image(let facts, _): presentBytes += facts.size
            case .failed: counts.imageErrors += 1
            case .gone, .other, .link, .unseen, nil: continue
            }
            added.append(name)
            presentCount += 1
            counts.added += 1
            counts.imagesSeen += 1
        }
    }

    /// Whether an image counts as present from now on, and with how many bytes.
    private mutating func look(_ image: StoredImage, _ item: Found.Item?, _ isComplete: Bool) -> (Bool, Int64) {
        let wasThere = image.state == .present || image.state == .held
        let size = image.size ?? 0
        switch item {
        case .image(let facts, _):
            counts.imagesSeen += 1
            let isReplaced = image.size != nil && facts.inode != image.inode
            let isSame = facts.size == image.size && !isReplaced
            if !wasThere {
                counts.returned += 1
                updates[image.id] = .returned(isChanged: !isSame || facts.modified != image.modified)
            } else if !isSame {
                counts.changed += 1
                updates[image.id] = .changed(isReplaced: isReplaced)
            } else if facts.modified != image.modified || facts.changed != image.changed {
                counts.touched += 1
                updates[image.id] = .touched
            } else {
                counts.unchanged += 1
                if image.hasError || image.state == .held { updates[image.id] = .recovered }
            }
            return (true, facts.size)
        case .failed:
            counts.imagesSeen += 1
            counts.imageErrors += 1
            if wasThere { counts.unchanged += 1 } else { counts.returned += 1 }
            updates[image.id] = wasThere ? .failed : .returned(isChanged: false)
            return (true, size)
        case .other where isComplete && wasThere:
            counts.excluded += 1
            updates[image.id] = .excluded
            return (false, size)
        case .gone, .link, nil:
            if !isComplete || image.state == .missing || image.state == .held { return (wasThere, size) }
            if wasThere {
                // Held until the run ends, it counts as present.
                updates[image.id] = .absent
                return (true, size)
            }
            counts.missing += 1
            updates[image.id] = .missing
            return (false, size)
        case .other, .unseen:
            return (wasThere, size)
        }
    }
}
