import Listing
import TestSupport
import Testing

@testable import Indexing

/// The comparison of one folder as a pure value.
@Suite struct ImageComparisonTests {
    static let states: [StoredImage.State] = [.present, .missing, .held, .excluded]

    /// What may be found at the name of an image that is stored with `FileFacts.of(5)`; nil: it is not listed.
    static let items: [Found.Item?] = {
        let same = FileFacts.of(5)
        var changes = [same, same, same, same, same]
        changes[1].size = 6
        changes[2].modified -= 1
        changes[3].inode += 1
        changes[4].changed += 1
        return changes.map { .image($0) } + [.failed(.unreadable), .gone, .other, .link, .unseen, nil]
    }()

    private func stored(_ state: StoredImage.State, hasError: Bool = false, size: Int64? = 5) -> StoredImage {
        let facts = FileFacts.of(5)
        return StoredImage(
            id: 1,
            state: state,
            hasError: hasError,
            size: size,
            modified: size == nil ? 0 : facts.modified,
            changed: size == nil ? 0 : facts.changed,
            inode: size == nil ? 0 : facts.inode
        )
    }

    @Test("each stored state with each item, in complete and incomplete listings, is as the naive model says")
    func everyPair() {
        for end in [Found.End.listed, .brokenOff(.broken)] {
            for state in Self.states {
                for (hasError, size) in [(false, Int64?.some(5)), (true, 5), (true, nil)] {
                    for item in Self.items {
                        // Between others, so that its position is not the first.
                        var found = Found(["a.jpg": 1, "z.jpg": 2], end: end)
                        found["m.jpg"] = item
                        let image = NaiveImage(
                            stored: stored(state, hasError: hasError, size: size),
                            name: Array("m.jpg".utf8)
                        )
                        expectAsModel(found, [image], "\(end) \(state) \(hasError) \(String(describing: item))")
                    }
                }
            }
        }
    }

    @Test("nothing becomes missing or excluded in a listing that is not complete", arguments: states)
    func incomplete(state: StoredImage.State) {
        for item in Self.items {
            var broken = Found(end: .brokenOff(.broken))
            broken["m.jpg"] = item
            var stopped = Found()
            stopped["m.jpg"] = item
            stopped["n.jpg"] = .unseen
            for found in [broken, stopped] {
                var comparison = ImageComparison(found.seen)
                comparison.take(NaiveImage(stored: stored(state), name: Array("m.jpg".utf8)))
                #expect(comparison.counts.missing == 0 && comparison.counts.excluded == 0)
                _ = comparison.findAdded()
                #expect(comparison.counts.missing == 0 && comparison.counts.excluded == 0)
            }
        }
    }

    @Test("some known pairs: what is updated and what is counted")
    func known() {
        func updates(_ state: StoredImage.State, _ item: Found.Item?, hasError: Bool = false) -> [ImageUpdate.What] {
            var found = Found()
            found["m.jpg"] = item
            var comparison = ImageComparison(found.seen)
            comparison.take(NaiveImage(stored: stored(state, hasError: hasError), name: Array("m.jpg".utf8)))
            _ = comparison.findAdded()
            return comparison.updates.map(\.what)
        }
        let items = Self.items
        #expect(
            items.map { updates(.present, $0) } == [
                [], [.changed(isReplaced: false)], [.touched], [.changed(isReplaced: true)], [.touched], [.failed],
                [.absent], [.excluded], [.absent], [], [.absent],
            ]
        )
        #expect(
            items.map { updates(.missing, $0) } == [
                [.returned(isChanged: false)], [.returned(isChanged: true)], [.returned(isChanged: true)],
                [.returned(isChanged: true)], [.returned(isChanged: false)], [.returned(isChanged: false)], [], [], [],
                [], [],
            ]
        )
        #expect(updates(.present, items[0], hasError: true) == [.recovered])
        #expect(updates(.held, items[0]) == [.recovered])
        #expect(updates(.held, nil) == [])
        #expect(updates(.excluded, .other) == [])
        #expect(updates(.excluded, .gone) == [.missing])
    }

    /// The updates of rows that all have the name of one item.
    private func sameName(_ images: [StoredImage], _ item: Found.Item?, present: Int64 = 1) -> [Int64: ImageUpdate.What]
    {
        var found = Found()
        found["m.jpg"] = item
        var comparison = ImageComparison(found.seen)
        for image in images { comparison.take(NaiveImage(stored: image, name: Array("m.jpg".utf8))) }
        #expect(comparison.findAdded() == [])
        #expect(comparison.presentCount == present)
        return Dictionary(uniqueKeysWithValues: comparison.updates.map { ($0.id, $0.what) })
    }

    @Test("of two rows of one name one is the file's: the one that is there, whatever order they come in")
    func twoRows() {
        var first = stored(.present)
        var second = stored(.present)
        second.id = 2
        #expect(sameName([first, second], .image(.of(5)), present: 2) == [2: .absent])
        #expect(sameName([second, first], .image(.of(5)), present: 2) == [1: .absent])
        second.state = .held
        #expect(sameName([first, second], .image(.of(5)), present: 2) == [:])
        #expect(sameName([second, first], .image(.of(5)), present: 2) == [:])
        second.state = .missing
        #expect(sameName([first, second], .image(.of(5))) == [:])
        #expect(sameName([second, first], .image(.of(5))) == [:])
        second.state = .excluded
        #expect(sameName([second, first], .image(.of(5))) == [2: .missing])
        first.state = .missing
        second.state = .missing
        #expect(sameName([first, second], .image(.of(5))) == [2: .returned(isChanged: false)])
        second.inode = 77
        #expect(sameName([first, second], .image(.of(5))) == [1: .returned(isChanged: false)])
        #expect(sameName([second, first], .image(.of(5))) == [1: .returned(isChanged: false)])
    }

    @Test("names are compared by their bytes")
    func bytes() {
        var found = Found()
        let composed = Array("caf\u{E9}.jpg".utf8)
        let decomposed = Array("cafe\u{301}.jpg".utf8)
        found.files[composed] = .image(.of(5))
        expectAsModel(found, [NaiveImage(stored: stored(.present), name: decomposed)], "only one is there")
        found.files[decomposed] = .image(.of(6))
        expectAsModel(found, [NaiveImage(stored: stored(.present), name: decomposed)], "both are there")
    }

    @Test("random folders, with the rows in any order, are as the naive model says")
    func random() {
        var generator = SeededGenerator()
        for _ in 0..<1_000 {
            var found = Found(end: generator.chance(1, in: 4) ? .brokenOff(.broken) : .listed)
            var images: [NaiveImage] = []
            var names: Set<[UInt8]> = []
            while names.count < Int.random(in: 0...12, using: &generator) {
                names.insert(OddName.random(using: &generator))
            }
            for (number, name) in names.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
                if generator.chance(3, in: 4) {
                    let item = Self.items.randomElement(using: &generator) ?? nil
                    if item != .unseen || generator.chance(1, in: 8) { found.files[name] = item }
                }
                if generator.chance(2, in: 3) {
                    var image = stored(
                        Self.states.randomElement(using: &generator) ?? .present,
                        hasError: generator.chance(1, in: 5),
                        size: generator.chance(1, in: 9) ? nil : 5
                    )
                    image.id = Int64(number + 1)
                    images.append(NaiveImage(stored: image, name: name))
                }
                if generator.chance(1, in: 9) { found.folders[name + [1]] = Found() }
            }
            if generator.chance(1, in: 2) { images.shuffle(using: &generator) }
            expectAsModel(found, images, "IMGINDEX_SEED=\(generator.seed)")
        }
    }

    private func expectAsModel(_ found: Found, _ images: [NaiveImage], _ comment: Comment) {
        var comparison = ImageComparison(found.seen)
        for image in images { comparison.take(image) }
        let added = comparison.findAdded().map { found.seen.listing.items[$0].name }
        let model = NaiveComparison(found, images)
        #expect(added == model.added, comment)
        #expect(comparison.counts == model.counts, comment)
        #expect(comparison.presentCount == model.presentCount, comment)
        #expect(comparison.presentBytes == model.presentBytes, comment)
        let updates = Dictionary(uniqueKeysWithValues: comparison.updates.map { ($0.id, $0.what) })
        #expect(updates == model.updates, comment)
        for update in comparison.updates {
            guard let position = update.position else { continue }
            let name = images.first { $0.stored.id == update.id }?.name
            #expect(found.seen.listing.items[position].name == name, comment)
        }
    }
}

extension ImageComparison {
    mutating func take(_ image: NaiveImage) {
        image.name.withUnsafeBytes { compare(image.stored, name: $0) }
    }
}
