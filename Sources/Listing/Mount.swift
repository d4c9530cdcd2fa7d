internal import Glibc

/// A line of `/proc/self/mountinfo`: something that is mounted.
///
/// Related documentation: proc_pid_mountinfo(5).
public struct Mount: Equatable, Sendable {
    /// Its number, in decimal digits.
    let number: [UInt8]
    /// The absolute path of where it is mounted.
    let point: [UInt8]
    /// The name of its kind, as in mount(8): `ext4`, `nfs4`.
    let type: String
    /// What is mounted, as the table has it: spaces are `\040`.
    let source: [UInt8]

    /// Takes a line apart; nil if it is none.
    ///
    /// Number, parent, major:minor, root, mount point, options, any number of tags, `-`, type, source, options.
    init?(line: some Collection<UInt8>) {
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count > 6, let dash = words[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
            dash + 2 < words.count
        else { return nil }
        number = Array(words[0])
        point = unescaped(words[4])
        type = String(decoding: words[dash + 1], as: UTF8.self)
        source = Array(words[dash + 2])
    }

    /// All that is mounted, in the order of the table: of two at one place the later one is seen.
    ///
    /// - Returns: Nothing where the table cannot be read.
    public static func all() -> [Mount] {
        (try? table()) ?? []
    }

    private static func table() throws(ListingError) -> [Mount] {
        try contents(of: "/proc/self/mountinfo").split(separator: UInt8(ascii: "\n")).compactMap { Mount(line: $0) }
    }

    /// The mount that an open file is on; nil if the system does not say.
    ///
    /// - Throws: Why it could not be asked.
    static func of(_ descriptor: Int32) throws(ListingError) -> Mount? {
        guard let number = try mountNumber(of: descriptor) else { return nil }
        return try table().first { $0.number == number }
    }

    /// Whether a call on it may never come back.
    var canHang: Bool { isDistant(type) }

    /// The number of the mount that an open file is on, from `/proc/self/fdinfo`: `mnt_id:	29`.
    private static func mountNumber(of descriptor: Int32) throws(ListingError) -> [UInt8]? {
        let info = try contents(of: "/proc/self/fdinfo/\(descriptor)")
        for line in info.split(separator: UInt8(ascii: "\n")) where line.starts(with: "mnt_id:".utf8) {
            return line.drop { $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: " ") }
                .filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return nil
    }

    /// The bytes of a file of the kernel's; none where there is no /proc.
    private static func contents(of path: String) throws(ListingError) -> [UInt8] {
        switch path.withCString({ Descriptor.openFile($0, in: AT_FDCWD) }) {
        case .success(let file): return try file.read(atMost: 1 << 24).get()
        case .failure(let error) where error.meaning == .vanished: return []
        case .failure(let error): throw error
        }
    }
}

/// A path of the table as it is: `\040` is a space, and so on for every byte of three octal digits.
private func unescaped(_ word: some Sequence<UInt8>) -> [UInt8] {
    var path: [UInt8] = []
    var digits: [UInt8]?
    for byte in word {
        guard var read = digits else {
            if byte == UInt8(ascii: "\\") { digits = [] } else { path.append(byte) }
            continue
        }
        read.append(byte)
        digits = read
        if read.count < 3 { continue }
        let value = read.reduce(0) { $0 << 3 | (Int($1) - 48) & 7 }
        path.append(UInt8(truncatingIfNeeded: value))
        digits = nil
    }
    return path
}
