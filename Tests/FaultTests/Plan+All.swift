import Glibc

extension Plan {
    /// All single faults of a run that makes so many calls.
    static func faults(_ counts: [String: Int]) -> [Plan] {
        counts.sorted { $0.key < $1.key }.filter { $0.key != "any" }.flatMap { call, count in
            (1...count).flatMap { number in
                codes(of: call).map { Plan(call: call, number: number, manner: .fail, code: $0) }
                    + manners(of: call).map { Plan(call: call, number: number, manner: $0, code: EIO) }
            }
        }
    }

    private static func codes(of call: String) -> [Int32] {
        switch call.split(separator: ".").last ?? "" {
        case "openat": [EIO, EACCES, EMFILE, ENOMEM, ESTALE, EINTR]
        case "open": [EIO, EACCES, EMFILE, ENOSPC]
        case "getdents64": [EIO, ENOMEM, ESTALE, EINTR]
        case "statx": [EIO, EACCES, ESTALE, ENOMEM, EINTR]
        case "pread", "read": [EIO, ESTALE, EINTR]
        case "pwrite", "write": [EIO, ENOSPC, EINTR]
        case "ftruncate": [EIO, ENOSPC]
        case "fcntl": [EIO, ENOLCK, EINTR]
        case "mmap": [ENOMEM]
        default: [EIO, EACCES]
        }
    }

    private static func manners(of call: String) -> [Manner] {
        switch call.split(separator: ".").last ?? "" {
        case "getdents64": [.cut]
        case "pread", "read", "pwrite", "write": [.short]
        default: []
        }
    }

    /// Some of many plans, of each call at least one.
    static func sample(_ plans: [Plan], _ count: Int, using generator: inout some RandomNumberGenerator) -> [Plan] {
        var calls: Set<String> = []
        let shuffled = plans.shuffled(using: &generator)
        let firsts = shuffled.filter { calls.insert("\($0.call) \($0.manner)").inserted }
        let firstTexts = Set(firsts.map(\.description))
        return firsts + shuffled.filter { !firstTexts.contains($0.description) }.prefix(max(0, count - firsts.count))
    }
}
