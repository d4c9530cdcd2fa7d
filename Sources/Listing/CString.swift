/// Calls a closure with bytes as a C string.
///
/// - Parameters:
///   - bytes: A name or a path, without a zero byte: C would see its end there.
///   - body: Called exactly once, with a pointer that is valid until it returns.
/// - Returns: What `body` returns.
package func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var terminated = bytes.map(CChar.init(bitPattern:))
    terminated.append(0)
    return terminated.withUnsafeBufferPointer { buffer in
        // Never nil: the array has at least the zero byte.
        guard let base = buffer.baseAddress else { return body("") }
        return body(base)
    }
}
