import Classifying

/// The rule of names written down once more, slowly and plainly.
struct NaiveClassifier {
    let extensions: [[UInt8]]
    let defaultExcludes: Bool

    init(_ set: ExtensionSet, defaultExcludes: Bool) {
        extensions = set.extensions.map(\.bytes)
        self.defaultExcludes = defaultExcludes
    }

    func index(of name: [UInt8]) -> Int? {
        if defaultExcludes, name.starts(with: Array("._".utf8)) { return nil }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        let small = name[(dot + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 }
        return extensions.firstIndex(of: small)
    }
}
