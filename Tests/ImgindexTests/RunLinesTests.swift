import Testing

@testable import imgindex

@Suite("The progress line")
struct ProgressLineTests {
    @Test(
        "tells folders, images, rate and time",
        arguments: [
            (ProgressLine(folders: 0, images: 0, elapsed: .zero), "0 folders, 0 images, 0 images/s, 0:00"),
            (
                ProgressLine(folders: 19_421, images: 364_736, elapsed: .milliseconds(2_500)),
                "19421 folders, 364736 images, 145894 images/s, 0:02"
            ),
            (ProgressLine(folders: 1, images: 7, elapsed: .seconds(3_661)), "1 folders, 7 images, 0 images/s, 1:01:01"),
            (ProgressLine(folders: 1, images: 600, elapsed: .seconds(600)), "1 folders, 600 images, 1 images/s, 10:00"),
            (ProgressLine(folders: 1, images: 5, elapsed: .seconds(-5)), "1 folders, 5 images, 0 images/s, 0:00"),
        ]
    )
    func examples(line: ProgressLine, text: String) {
        #expect(line.text() == text)
    }

    @Test("is shorter than the terminal is wide, at every width", arguments: -1...100)
    func fits(columns: Int) {
        for count in [0, 364_736, .max] {
            let line = ProgressLine(folders: count, images: count, elapsed: .seconds(100_000))
            #expect(line.text(columns: columns).count < max(columns, 1))
        }
    }

    @Test("fits 80 columns in full with a hundred million images")
    func full() {
        let line = ProgressLine(folders: 99_999_999, images: 999_999_999, elapsed: .seconds(360_000))
        #expect(line.text().contains("images/s"))
    }

    @Test("leaves out the rate first, then the folders, then the time")
    func shorter() {
        let line = ProgressLine(folders: 12, images: 345, elapsed: .seconds(6))
        #expect(line.text(columns: 36) == "12 folders, 345 images, 0:06")
        #expect(line.text(columns: 28) == "345 images, 0:06")
        #expect(line.text(columns: 12) == "345 images")
        #expect(line.text(columns: 10) == "")
    }

    @Test("does not trap on numbers at their ends")
    func ends() {
        let line = ProgressLine(folders: .max, images: .max, elapsed: .nanoseconds(1))
        #expect(!line.text().isEmpty)
    }
}

@Suite("The summary line")
struct SummaryLineTests {
    @Test("of an unchanged tree says 0 for all but unchanged")
    func unchanged() {
        let line = SummaryLine(
            root: [UInt8]("/photos"),
            folders: 19_421,
            images: 364_736,
            unchanged: 364_736,
            elapsed: .milliseconds(509)
        )
        #expect(
            line.text
                == "/photos: 19421 folders, 364736 images, 0 added, 0 changed, 0 missing, 364736 unchanged, 0 errors, 0.51 s"
        )
    }

    @Test("says when it was interrupted, and what came back or was only touched")
    func everything() {
        let line = SummaryLine(
            root: [UInt8]("a\n"),
            interrupted: true,
            folders: 1,
            images: 2,
            added: 3,
            changed: 4,
            missing: 5,
            returned: 6,
            touched: 7,
            unchanged: 8,
            errors: 9,
            elapsed: .seconds(61)
        )
        #expect(
            line.text == """
                interrupted: a\\n: 1 folders, 2 images, 3 added, 4 changed, 5 missing, 6 returned, 7 touched, \
                8 unchanged, 9 errors, 61.00 s
                """
        )
    }

    @Test(
        "rounds the time to hundredths of a second",
        arguments: [
            (Duration.zero, "0.00 s"), (.nanoseconds(4_999_999), "0.00 s"), (.milliseconds(5), "0.01 s"),
            (.milliseconds(994), "0.99 s"), (.milliseconds(999), "1.00 s"), (.milliseconds(1_040), "1.04 s"),
            (.seconds(-3), "0.00 s"), (.seconds(86_400), "86400.00 s"),
        ]
    )
    func time(elapsed: Duration, text: String) {
        #expect(SummaryLine(root: [], elapsed: elapsed).text.hasSuffix("0 errors, \(text)"))
    }
}
