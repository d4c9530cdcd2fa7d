/// Which names some rules can be about, as far as a name's first and last byte tell.
struct NameFilter: Sendable {
    // A name passes when its first byte is in the one set, its last in the other, or some rule
    // is about names of any sort.
    private var firstBytes = ByteSet()
    private var lastBytes = ByteSet()
    private var isAboutAll = false

    /// Whether some rule may match; never false for a name that one matches.
    func passes(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let first = name.first, let last = name.last else { return false }
        return isAboutAll || firstBytes.contains(first) || lastBytes.contains(last)
    }

    /// Lets the names of a rule pass: those that start with a byte, or end with one, or all.
    mutating func insert(first: UInt8?, last: UInt8?) {
        if let first {
            firstBytes.insert(first)
        } else if let last {
            lastBytes.insert(last)
        } else {
            isAboutAll = true
        }
    }

    /// Lets pass what another lets pass.
    mutating func formUnion(_ other: NameFilter) {
        firstBytes.formUnion(other.firstBytes)
        lastBytes.formUnion(other.lastBytes)
        isAboutAll = isAboutAll || other.isAboutAll
    }
}
