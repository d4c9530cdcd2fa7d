internal import Glibc

/// What an `errno` means in words: `Permission denied`.
///
/// - Parameter code: The `errno`. Default: that of the call that just failed on this thread.
/// - Returns: The words of strerror(3).
package func systemReason(_ code: Int32 = systemError()) -> String {
    // strerror(3) shares a buffer between threads; this one is ours.
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// The `errno` of the call that just failed on this thread.
package func systemError() -> Int32 { errno }
