import Glibc
import TestSupport
import Testing

/// Times are stored as they are and compared for being equal, never for being later.
@Suite struct FileTimeTests {
    @Test("a picture and a folder of three days ahead are unchanged in the next run")
    func future() throws {
        let scene = try Scene()
        try scene.add("f.jpg")
        let ahead = TimeStamp(seconds: Int64(time(nil)) + 259_200, nanoseconds: 5)
        try scene.tree.setModified(ahead, of: bytes("f.jpg"))
        try scene.place.folder.setModified(ahead, of: bytes("tree"))
        #expect(try scene.run().changes == ["added": 1])
        for _ in 0..<2 { #expect(try scene.run().changes == ["unchanged": 1]) }
        #expect(try scene.value("SELECT modified_ns FROM images") == "\(ahead.sinceEpoch)")
    }

    @Test("a picture with another size is changed though its time was set back")
    func sizeOnly() throws {
        let scene = try Scene()
        let stamp = TimeStamp(seconds: 1_609_459_200)
        try scene.add("a.jpg")
        try scene.tree.setModified(stamp, of: bytes("a.jpg"))
        try scene.run()
        try scene.add("a.jpg", padding: 100)
        try scene.tree.setModified(stamp, of: bytes("a.jpg"))
        #expect(try scene.run().changes == ["changed": 1])
        #expect(
            try scene.query("SELECT size, modified, changed_run FROM images")
                == ["\(TinyImage.jpeg.count + 100)|2021-01-01T00:00:00Z|2"]
        )
    }

    @Test("a picture that arrives with an old date is indexed, also when its folder is set back")
    func oldArrival() throws {
        let scene = try Scene()
        let old = TimeStamp(seconds: 978_307_200)
        try scene.add("a.jpg")
        try scene.place.folder.setModified(old, of: bytes("tree"))
        try scene.run()
        try scene.add("old.jpg")
        try scene.tree.setModified(old, of: bytes("old.jpg"))
        try scene.place.folder.setModified(old, of: bytes("tree"))
        #expect(try scene.run().changes == ["added": 1, "unchanged": 1])
        #expect(try scene.presentImages() == ["a.jpg", "old.jpg"])
    }

    /// A year, its first second, and some nanoseconds.
    private static let years: [(text: String, stamp: TimeStamp)] = [
        ("1678", TimeStamp(seconds: -9_214_560_000, nanoseconds: 1)),
        ("1901", TimeStamp(seconds: -2_177_452_800, nanoseconds: 999_999_999)),
        ("1969", TimeStamp(seconds: -1, nanoseconds: 1)),
        ("1969", TimeStamp(seconds: -31_536_000)),
        ("1970", TimeStamp(seconds: 0, nanoseconds: 123_456_789)),
        ("2038", TimeStamp(seconds: 2_147_483_648, nanoseconds: 1)),
        ("2100", TimeStamp(seconds: 4_102_444_800, nanoseconds: 500_000_000)),
        ("2262", TimeStamp(seconds: 9_214_646_400)),
        ("2263", TimeStamp(seconds: 9_246_182_400)),
        ("2400", TimeStamp(seconds: 13_569_465_600, nanoseconds: 7)),
        ("9999", TimeStamp(seconds: 253_402_300_799)),
    ]

    @Test("the times of all centuries are as stat tells them, or the nearest that 64 bits hold")
    func centuries() throws {
        let scene = try Scene()
        for (number, year) in Self.years.enumerated() {
            let name = bytes("\(number).jpg")
            try scene.tree.makeFile(name)
            // A file system that cannot keep it keeps the nearest it can, or refuses.
            do { try scene.tree.setModified(year.stamp, of: name) } catch { print("not kept: \(year.text): \(error)") }
        }
        #expect(try scene.run().exitCode == 0)
        #expect(try scene.run().changes == ["unchanged": Self.years.count])
        var kept = 0
        for (number, year) in Self.years.enumerated() {
            let stat = try scene.tool([bytes("stat"), bytes("-c"), bytes("%.9Y"), scene.path("\(number).jpg")])
                .outputText
            let row = try scene.query(
                "SELECT modified_ns, substr(modified, 1, 4) FROM images WHERE name = '\(number).jpg'"
            )[0]
            let columns = row.split(separator: "|", omittingEmptySubsequences: false)
            guard let told = nanoseconds(stat) else { continue }
            #expect(columns[0] == "\(told)", "\(year.text): stat says \(stat)")
            if told == year.stamp.clampedSinceEpoch {
                kept += 1
                let isInRange = told != .max && told != .min
                #expect(columns[1] == (isInRange ? year.text : ""))
            } else {
                print("not kept by the file system: \(year.text)")
            }
        }
        #expect(kept >= 4, "a file system that keeps less than 1901 to 2037")
    }

    /// What `stat -c %.9Y` prints in nanoseconds, the nearest that fits.
    private func nanoseconds(_ text: String) -> Int64? {
        let parts = text.split(whereSeparator: { $0 == "." || $0 == "\n" })
        guard parts.count == 2, let seconds = Int64(parts[0]), let fraction = Int64(parts[1]) else { return nil }
        // Before 1970 GNU stat writes a negative decimal number, -0.999999999 for the first nanosecond of its last second.
        let isNegative = text.hasPrefix("-")
        let stamp =
            isNegative && fraction > 0
            ? TimeStamp(seconds: seconds - 1, nanoseconds: 1_000_000_000 - fraction)
            : TimeStamp(seconds: seconds, nanoseconds: fraction)
        return stamp.clampedSinceEpoch
    }
}

extension TimeStamp {
    /// In nanoseconds since 1970, or the nearest that 64 bits hold.
    fileprivate var clampedSinceEpoch: Int64 {
        let (product, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if isTooMuch { return seconds < 0 ? .min : .max }
        let (sum, isStillTooMuch) = product.addingReportingOverflow(nanoseconds)
        return isStillTooMuch ? .max : sum
    }
}
