internal import Glibc

/// A system call of the test itself that failed.
public struct CallError: Error, CustomStringConvertible, Sendable {
    /// The call, as in its manual page.
    public let call: StaticString
    /// Its `errno`.
    public let code: Int32

    /// Makes an error of its parts.
    public init(call: StaticString, code: Int32) {
        self.call = call
        self.code = code
    }

    /// The call and its `errno`.
    public var description: String { "\(call): errno \(code)" }
}

/// Makes a system call again as long as a signal interrupts it.
///
/// - Parameters:
///   - call: Named in the error.
///   - body: Returns less than 0 if it failed.
/// - Returns: What the call returned, 0 or more.
/// - Throws: ``CallError``.
@discardableResult
func check<Number: SignedInteger>(_ call: StaticString, _ body: () -> Number) throws -> Number {
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno != EINTR { throw CallError(call: call, code: errno) }
    }
}

/// Calls a closure with bytes as a C string.
@discardableResult
func withCString<Result, Failure: Error>(
    _ bytes: some Sequence<UInt8>,
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
) throws(Failure) -> Result {
    var terminated = bytes.map(CChar.init(bitPattern:))
    terminated.append(0)
    return try terminated.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
        // Never nil: the array has at least the zero byte.
        guard let base = buffer.baseAddress else { return try body("") }
        return try body(base)
    }
}
