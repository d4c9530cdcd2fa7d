import Classifying

/// The rule of names written down once more, slowly and plainly.
struct NaiveClassifier {
    let extensions: [[UInt8]]

    init(_ set: ExtensionSet) {
        extensions = set.extensions.map(\.bytes)
    }

    func index(of name: [UInt8]) -> Int? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        let small = name[(dot + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 }
        return extensions.firstIndex(of: small)
    }
}
