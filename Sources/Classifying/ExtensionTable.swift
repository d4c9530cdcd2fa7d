/// A small open-addressing table from a packed extension to its id.
///
/// At least three quarters of the places are free, so a word that is not there
/// is usually told by one look, and a search always ends.
@usableFromInline
struct ExtensionTable: Sendable {
    @usableFromInline
    struct Place: Sendable {
        /// The packed extension, or 0 for a free place.
        @usableFromInline var word: UInt64
        @usableFromInline var id: ExtensionID

        @usableFromInline
        init(word: UInt64, id: ExtensionID) {
            self.word = word
            self.id = id
        }
    }

    @usableFromInline let places: [Place]

    /// The number of places is a power of two; this is it less one.
    @usableFromInline let mask: Int

    /// `entries` are words that ``PackedExtension`` made, none twice.
    init(_ entries: [(word: UInt64, id: ExtensionID)]) {
        var count = 16
        while count < entries.count * 4 { count *= 2 }
        let mask = count - 1
        var places = [Place](repeating: Place(word: 0, id: ExtensionID(index: 0)), count: count)
        for entry in entries {
            var index = Self.start(entry.word, mask: mask)
            while places[index].word != 0 { index = (index + 1) & mask }
            places[index] = Place(word: entry.word, id: entry.id)
        }
        self.places = places
        self.mask = mask
    }

    @inlinable
    subscript(word: UInt64) -> ExtensionID? {
        var index = Self.start(word, mask: mask)
        while true {
            let place = places[index]
            if place.word == word { return place.id }
            if place.word == 0 { return nil }
            index = (index + 1) & mask
        }
    }

    /// Multiplicative hashing: the high half of the product depends on all bytes.
    @inlinable
    static func start(_ word: UInt64, mask: Int) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    }
}
