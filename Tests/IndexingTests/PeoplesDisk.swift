import Listing
import TestSupport

/// A disk with two trees, `m` and `n`, and a card at `m/card`, on which people do what people do.
///
/// Every file and folder has an inode number and a time of birth that stay its own wherever it goes.
struct PeoplesDisk {
    /// Where a file is: the names of the folders from the top down, and its own.
    struct Place: Hashable {
        var folder: [[UInt8]]
        var name: [UInt8]
    }

    private static let fileNames: [[UInt8]] = [
        Array("a.jpg".utf8), Array("A.jpg".utf8), Array("b.jpg".utf8), [0xFF, 0xFE] + Array(".jpg".utf8),
        Array("line\nbreak'\".jpg".utf8), Array((String(repeating: "long-", count: 50) + ".jpg").utf8),
    ]
    private static let folderNames: [[UInt8]] = [
        Array("d".utf8), Array("D".utf8), Array("e".utf8), excludedName, [0xC3],
        Array(String(repeating: "é", count: 125).utf8),
    ]
    /// Folders of this name are kept out while the rule is on.
    private static let excludedName = Array("out".utf8)
    private static let disk = Volume(identity: Array("disk".utf8), type: "ext4")
    private static let card = Volume(identity: Array("card".utf8), type: "vfat")
    private static let cardPlace = [Array("m".utf8), Array("card".utf8)]

    private var top = Found()
    /// What is on the card while it is not there.
    private var takenCard: Found?
    private(set) var isExcluding = false
    private var clock: Int64 = 1_000_000_000_000_000_000

    init(using generator: inout SeededGenerator) {
        for name in ["m", "n"] { top[folder: name] = newFolder(on: Self.disk) }
        change(at: [Array("m".utf8)]) { $0[folder: "card"] = Found() }
        let card = newFolder(on: Self.card)
        change(at: Self.cardPlace) { $0 = card }
        for _ in 0..<12 { step(using: &generator) }
    }

    /// Whether the card is not there.
    var isCardAway: Bool { takenCard != nil }

    private mutating func tick() -> Int64 {
        clock += 1_000_000_007
        return clock
    }

    private mutating func newFolder(on volume: Volume) -> Found {
        var found = Found()
        found.facts = newFacts(size: 0)
        found.volume = volume
        found.facts.device = volume == Self.card ? 2 : 1
        return found
    }

    private mutating func newFacts(size: Int64) -> FileFacts {
        let now = tick()
        return FileFacts(
            size: size,
            modified: now,
            changed: now,
            inode: Found.firstOwnInode + now % 1_000_000_000_000,
            device: 1,
            born: now
        )
    }

    private func folder(at path: [[UInt8]]) -> Found? {
        path.reduce(top) { $0?.folders[$1] }
    }

    private mutating func change(at path: [[UInt8]], _ body: (inout Found) -> Void) {
        top.change(at: path[...], body)
    }

    private func folders() -> [[[UInt8]]] {
        var paths: [[[UInt8]]] = []
        top.eachFolder(at: []) { path, _ in if !path.isEmpty { paths.append(path) } }
        // Nobody works at a mount point on which nothing is mounted.
        return paths.filter { !isCardAway || !isOnCard($0) }
    }

    private func files() -> [Place] {
        var places: [Place] = []
        top.eachFolder(at: []) { path, found in
            for name in found.files.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                places.append(Place(folder: path, name: name))
            }
        }
        return places
    }

    private func facts(of place: Place) -> FileFacts? {
        if case .image(let facts, _) = folder(at: place.folder)?.files[place.name] { facts } else { nil }
    }

    private mutating func set(_ facts: FileFacts?, at place: Place) {
        let now = tick()
        change(at: place.folder) { folder in
            if (folder.files[place.name] == nil) != (facts == nil) {
                folder.facts.modified = now
                folder.facts.changed = now
            }
            folder.files[place.name] = facts.map { .image($0) }
        }
    }

    private func isOnCard(_ path: [[UInt8]]) -> Bool { path.starts(with: Self.cardPlace) }

    // MARK: What people do

    /// Something happens.
    mutating func step(using generator: inout SeededGenerator) {
        let folder = folders().randomElement(using: &generator) ?? Self.cardPlace
        let file = files().randomElement(using: &generator)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<4: create(in: folder, using: &generator)
        case 4..<6: makeFolder(in: folder, using: &generator)
        case 6: if let file { edit(file, { $0.size += 1 }, keepsTime: false) }
        case 7: if let file { edit(file, { $0.size += 1 }, keepsTime: true) }
        case 8: if let file { edit(file, { $0.size = 0 }, keepsTime: false) }
        case 9: if let file { edit(file, { _ in }, keepsTime: generator.chance(1, in: 2)) }
        case 10..<13: if let file { rename(file, to: folder, using: &generator) }
        case 13: moveFolder(folder, using: &generator)
        case 14: if let file, let other = files().randomElement(using: &generator) { swap(file, other) }
        case 15: if let other = folders().randomElement(using: &generator) { swapFolders(folder, other) }
        case 16: if let file { set(nil, at: file) }
        case 17: removeFolder(folder)
        case 18: takeOrBringCard()
        default: isExcluding.toggle()
        }
    }

    private mutating func create(in folder: [[UInt8]], using generator: inout SeededGenerator) {
        let place = Place(folder: folder, name: Self.fileNames.randomElement(using: &generator) ?? [97])
        var facts = newFacts(size: Int64.random(in: 0...3, using: &generator))
        // A copy may keep an old time, and a camera's clock be ahead.
        if generator.chance(1, in: 3) { facts.modified = Int64.random(in: -5...5, using: &generator) * 1_000_000_000 }
        set(facts, at: place)
    }

    private mutating func makeFolder(in folder: [[UInt8]], using generator: inout SeededGenerator) {
        let name = Self.folderNames.randomElement(using: &generator) ?? [100]
        guard folder.count < 5, self.folder(at: folder + [name]) == nil else { return }
        let made = newFolder(on: isOnCard(folder) ? Self.card : Self.disk)
        change(at: folder) { $0.folders[name] = made }
    }

    private mutating func edit(_ place: Place, _ body: (inout FileFacts) -> Void, keepsTime: Bool) {
        guard var facts = facts(of: place) else { return }
        body(&facts)
        facts.changed = tick()
        if !keepsTime { facts.modified = facts.changed }
        set(facts, at: place)
    }

    private mutating func rename(_ place: Place, to folder: [[UInt8]], using generator: inout SeededGenerator) {
        let target = Place(folder: folder, name: Self.fileNames.randomElement(using: &generator) ?? place.name)
        guard var facts = facts(of: place), target != place else { return }
        if isOnCard(place.folder) != isOnCard(folder) {
            // Another volume: mv copies, and keeps the time.
            let modified = facts.modified
            facts = newFacts(size: facts.size)
            facts.modified = modified
        } else {
            facts.changed = tick()
        }
        set(nil, at: place)
        set(facts, at: target)
    }

    private mutating func moveFolder(_ path: [[UInt8]], using generator: inout SeededGenerator) {
        guard path.count > 1, path != Self.cardPlace, !Self.cardPlace.starts(with: path), let moving = folder(at: path),
            let parent = folders().randomElement(using: &generator), !parent.starts(with: path), parent.count < 5,
            isOnCard(parent) == isOnCard(path)
        else { return }
        let name = Self.folderNames.randomElement(using: &generator) ?? [100]
        if let there = folder(at: parent + [name]), !there.files.isEmpty || !there.folders.isEmpty { return }
        let now = tick()
        change(at: Array(path.dropLast())) { $0.folders[path.last ?? []] = nil }
        var moved = moving
        moved.facts.changed = now
        change(at: parent) { $0.folders[name] = moved }
    }

    private mutating func swap(_ one: Place, _ other: Place) {
        guard one != other, isOnCard(one.folder) == isOnCard(other.folder), var first = facts(of: one),
            var second = facts(of: other)
        else { return }
        first.changed = tick()
        second.changed = tick()
        set(second, at: one)
        set(first, at: other)
    }

    private mutating func swapFolders(_ one: [[UInt8]], _ other: [[UInt8]]) {
        guard one.count > 1, other.count > 1, !one.starts(with: other), !other.starts(with: one),
            isOnCard(one) == isOnCard(other), !Self.cardPlace.starts(with: one), !Self.cardPlace.starts(with: other),
            let first = folder(at: one), let second = folder(at: other)
        else { return }
        change(at: one) { $0 = second }
        change(at: other) { $0 = first }
    }

    private mutating func removeFolder(_ path: [[UInt8]]) {
        guard path.count > 1, !Self.cardPlace.starts(with: path), let name = path.last else { return }
        change(at: Array(path.dropLast())) { $0.folders[name] = nil }
    }

    private mutating func takeOrBringCard() {
        let now = takenCard ?? newFolder(on: Self.disk)
        takenCard = takenCard == nil ? folder(at: Self.cardPlace) : nil
        change(at: Self.cardPlace) { $0 = now }
    }

    // MARK: What a run finds

    /// The tree of a root, as a run under the rule of the day finds it.
    func found(_ root: String) -> Found {
        let found = top[folder: root]
        return isExcluding ? found.excluding(Self.excludedName) : found
    }

    /// The files that an index has to have, by their places.
    func images() -> [Place: FileFacts] {
        var images: [Place: FileFacts] = [:]
        for place in files() where !isKeptOut(place.path) {
            images[place] = facts(of: place)
        }
        return images
    }

    /// Whether the rule of the day keeps a file out.
    func isKeptOut(_ path: [UInt8]) -> Bool {
        isExcluding
            && path.split(separator: UInt8(ascii: "/")).dropLast().contains { $0.elementsEqual(Self.excludedName) }
    }

    /// Whether something is on the card, or where the card would be.
    static func isOnCard(_ path: [UInt8]) -> Bool { path.starts(with: Array("/m/card/".utf8)) }
}

extension PeoplesDisk.Place {
    var path: [UInt8] { (folder + [name]).flatMap { [UInt8(ascii: "/")] + $0 } }
}

extension Found {
    fileprivate mutating func change(at path: ArraySlice<[UInt8]>, _ body: (inout Found) -> Void) {
        guard let name = path.first else { return body(&self) }
        var below = folders[name] ?? Found()
        below.change(at: path.dropFirst(), body)
        folders[name] = below
    }

    fileprivate func eachFolder(at path: [[UInt8]], _ body: ([[UInt8]], Found) -> Void) {
        body(path, self)
        for name in folders.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            folders[name]?.eachFolder(at: path + [name], body)
        }
    }

    fileprivate func excluding(_ excluded: [UInt8]) -> Found {
        var found = self
        for (name, folder) in folders {
            found.folders[name] = name == excluded ? Found(end: .excluded) : folder.excluding(excluded)
        }
        return found
    }
}
