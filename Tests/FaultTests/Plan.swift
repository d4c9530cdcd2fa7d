/// When the interposed library strikes, and how; see `CFaults.h`.
struct Plan: Sendable, CustomStringConvertible {
    /// What becomes of the call.
    enum Manner: String, Sendable {
        /// It fails.
        case fail
        /// It fails, and so do all later ones.
        case from
        /// It never comes back.
        case hang
        /// It never comes back, and neither do all later ones.
        case hung
        /// It reads or writes half.
        case short
        /// It gives half of a folder's entries; the next one on that folder fails.
        case cut
        /// It writes half, and the process is killed.
        case torn
        /// The process is killed in place of it.
        case kill
    }

    /// Where and what, as `wal.pwrite`, or `any`.
    let call: String
    /// The how manieth of them, from 1.
    let number: Int
    let manner: Manner
    /// The `errno` of a call that fails.
    var code: Int32 = 0

    /// The call without the place.
    var name: Substring { call.split(separator: ".").last ?? "" }

    /// As the library reads it.
    var description: String { "\(call) \(number) \(manner.rawValue) \(code)" }
}
