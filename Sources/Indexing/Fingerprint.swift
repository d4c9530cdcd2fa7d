import Listing

/// A 64-bit digest of the images of a folder: their names, extensions, sizes, stamps and inodes.
///
/// Stored with the folder. If the one of what a run found is the same, so is every
/// image, and their rows are not read: that halves the time of an unchanged re-run.
/// Two different folders have the same one once in 2^64, whatever is in them, as
/// the key differs from index to index and nobody outside knows it.
///
/// Folded multiplication, as in wyhash (<https://github.com/wangyi-fudan/wyhash>):
/// each word is mixed in by a 64 by 64 bit product whose halves are combined.
struct Fingerprint: Sendable {
    private var state: UInt64
    private let key: UInt64

    /// - Parameter key: The index's own.
    init(key: Int64) {
        self.key = UInt64(bitPattern: key) | 1
        state = self.key
    }

    /// The digest of what was added, in its order.
    var value: Int64 { Int64(bitPattern: Self.fold(state ^ 0xA076_1D64_78BD_642F, key)) }

    /// Adds an image.
    mutating func add(_ name: UnsafeRawBufferPointer, _ facts: FileFacts, extension number: Int64) {
        mix(name, kind: number)
        mix(UInt64(bitPattern: facts.size))
        mix(UInt64(bitPattern: facts.modified))
        mix(UInt64(bitPattern: facts.changed))
        mix(UInt64(bitPattern: facts.inode))
    }

    /// Adds what a rule kept out.
    mutating func add(_ skip: Skip) {
        // What is not there differs from what is empty.
        for (number, bytes) in [skip.name, Array(skip.rule.reason.rawValue.utf8), skip.rule.text, skip.rule.file]
            .enumerated()
        {
            guard let bytes else { continue }
            bytes.withUnsafeBytes { mix($0, kind: Int64(number)) }
        }
        mix(UInt64(bitPattern: skip.count))
        mix(UInt64(bitPattern: skip.rule.line ?? 0))
    }

    private mutating func mix(_ name: UnsafeRawBufferPointer, kind: Int64) {
        mix(UInt64(name.count) << 32 ^ UInt64(bitPattern: kind))
        var position = 0
        while position + 8 <= name.count {
            mix(name.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            position += 8
        }
        var rest: UInt64 = 0
        while position < name.count {
            rest = rest << 8 | UInt64(name[position])
            position += 1
        }
        mix(rest)
    }

    private mutating func mix(_ word: UInt64) {
        state = Self.fold(state ^ word, 0xE703_7ED1_A0B4_28DB ^ key) &+ 0x9E37_79B9_7F4A_7C15
    }

    private static func fold(_ first: UInt64, _ second: UInt64) -> UInt64 {
        let product = first.multipliedFullWidth(by: second)
        return product.high ^ product.low
    }
}

extension Fingerprint {
    /// The digest of what was kept out of a folder, nil if nothing was.
    static func value(of skips: [Skip], key: Int64) -> Int64? {
        if skips.isEmpty { return nil }
        var fingerprint = Fingerprint(key: key)
        for skip in skips { fingerprint.add(skip) }
        return fingerprint.value
    }

    /// The digest of a folder's images, or nil if not all of them were inspected.
    ///
    /// - Parameters:
    ///   - seen: The folder.
    ///   - key: The index's own.
    ///   - extensions: The row ids of the extensions.
    /// - Returns: The digest.
    static func value(of seen: SeenFolder, key: Int64, extensions: [Int64]) -> Int64? {
        guard seen.isComplete else { return nil }
        return seen.listing.items.withNames { names in
            var fingerprint = Fingerprint(key: key)
            for (position, item) in seen.items.enumerated() {
                switch item {
                case .image(let facts, let number):
                    // Its row has to be read again, to take the word off.
                    if seen.isRacy(facts) { return nil }
                    fingerprint.add(names[position], facts, extension: extensions[number])
                case .other: continue
                case .failed, .gone, .unseen: return nil
                }
            }
            return fingerprint.value
        }
    }
}
