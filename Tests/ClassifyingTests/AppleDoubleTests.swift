import Classifying
import Testing

/// Names that begin with `._`, and the switch for them.
@Suite struct AppleDoubleTests {
    private let names = ["._IMG.jpg", "._.jpg", "._a.CR2"]

    @Test("a name that begins with ._ is not an image by default")
    func byDefault() {
        let classifier = NameClassifier()
        for name in names + ["._jpg", "._"] {
            #expect(classifier.imageExtension(of: Array(name.utf8)) == nil, "\(name)")
        }
    }

    @Test("without default excludes it counts by its extension")
    func switchedOff() {
        let classifier = NameClassifier(.standard, defaultExcludes: false)
        for name in names {
            #expect(classifier.imageExtension(of: Array(name.utf8)) != nil, "\(name)")
        }
        for name in ["._jpg", "._", ".jpg"] {
            #expect(classifier.imageExtension(of: Array(name.utf8)) == nil, "\(name)")
        }
    }

    @Test("other dot files and underscores are not affected", arguments: ["_.jpg", ".a.jpg", "_a.jpg", "a._.jpg"])
    func others(name: String) {
        #expect(NameClassifier().imageExtension(of: Array(name.utf8)) != nil)
    }
}
