import CSystem
import TestSupport
import Testing

@testable import Listing

/// Time stamps as nanoseconds since 1970.
@Suite struct TimeStampTests {
    @Test(
        "a stamp that 64 bits hold is exact",
        arguments: [
            (0, 0, 0), (0, 1, 1), (0, 9, 9), (1, 999_999_999, 1_999_999_999), (-1, 0, -1_000_000_000),
            (-1, 999_999_999, -1), (-2, 500_000_000, -1_500_000_000), (1_700_000_000, 7, 1_700_000_000_000_000_007),
            (9_223_372_036, 854_775_807, .max), (9_223_372_036, 854_775_806, .max - 1),
            (-9_223_372_037, 145_224_192, .min), (-9_223_372_037, 145_224_193, .min + 1),
            (-9_223_372_037, 999_999_999, -9_223_372_036_000_000_001), (-9_223_372_036, 0, -9_223_372_036_000_000_000),
        ] as [(Int64, UInt32, Int64)]
    )
    func exact(seconds: Int64, fraction: UInt32, expected: Int64) {
        #expect(nanoseconds(seconds, fraction) == expected)
    }

    @Test(
        "a stamp outside of 64 bits is the first or the last there is",
        arguments: [
            (9_223_372_036, 854_775_808, .max), (9_223_372_036, 999_999_999, .max), (9_223_372_037, 0, .max),
            (16_000_000_000, 1, .max), (.max, 999_999_999, .max), (-9_223_372_037, 145_224_191, .min),
            (-9_223_372_037, 0, .min), (-9_223_372_038, 999_999_999, .min), (.min, 0, .min),
            (.min, 999_999_999, .min),
        ] as [(Int64, UInt32, Int64)]
    )
    func beyond(seconds: Int64, fraction: UInt32, expected: Int64) {
        #expect(nanoseconds(seconds, fraction) == expected)
    }

    @Test("random stamps are exact, and all are in order")
    func random() {
        var generator = SeededGenerator()
        for _ in 0..<10_000 {
            let first = Int64.random(in: .min ... .max, using: &generator)
            let second = Int64.random(in: .min ... .max, using: &generator)
            #expect(stamp(first) == first)
            #expect((stamp(first) < stamp(second)) == (first < second))
        }
    }

    @Test("facts keep sizes and numbers that do not fit as signed ones")
    func limitsOfFacts() {
        var raw = imgindex_facts()
        raw.size = .max
        raw.inode = .max
        raw.device = 1 << 63
        raw.mtime_seconds = .min
        raw.ctime_seconds = .max
        let facts = FileFacts(raw)
        #expect(facts.size == .max && facts.inode == -1 && facts.device == .min)
        #expect(facts.modified == .min && facts.changed == .max)
    }

    @Test(
        "a stamp is read as the file system keeps it",
        arguments: [
            TimeStamp(seconds: -1, nanoseconds: 999_999_999), TimeStamp(seconds: -86_400),
            TimeStamp(seconds: 0), TimeStamp(seconds: 1_600_000_000, nanoseconds: 1),
            TimeStamp(seconds: 1_600_000_000, nanoseconds: 9), TimeStamp(seconds: 4_000_000_000),
        ]
    )
    func onDisk(stamp: TimeStamp) throws {
        try withTemporaryFolder { folder in
            try folder.folder.makeFile("a.jpg".utf8, size: 1, modified: stamp)
            let opened = try openRoot(folder)
            let facts = try opened.facts(of: opened.listing.items[0]).get()
            #expect(facts.modified == stamp.sinceEpoch)
        }
    }

    @Test("a stamp after 2262 is the last there is, if the file system keeps it")
    func far() throws {
        try withTemporaryFolder { folder in
            try folder.folder.makeFile("a.jpg".utf8, modified: TimeStamp(seconds: 12_000_000_000))
            let opened = try openRoot(folder)
            let facts = try opened.facts(of: opened.listing.items[0]).get()
            // A file system without such stamps keeps the last of its own, in 2038 or later.
            #expect(facts.modified == .max || facts.modified > 2_100_000_000_000_000_000)
        }
    }

    private func stamp(_ nanoseconds: Int64) -> Int64 {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let seconds = remainder < 0 ? quotient - 1 : quotient
        return Listing.nanoseconds(seconds, UInt32(remainder < 0 ? remainder + 1_000_000_000 : remainder))
    }
}
