internal import Glibc

/// How two names are ordered: by their bytes, a shorter one before what it begins.
///
/// - Returns: Less than 0, 0 or more than 0, as `memcmp(3)`.
func nameOrder(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
    guard let firstBase = first.baseAddress, let secondBase = second.baseAddress else {
        return first.count - second.count
    }
    let order = memcmp(firstBase, secondBase, min(first.count, second.count))
    return order != 0 ? Int(order) : first.count - second.count
}

/// The first eight bytes of a name as a number that orders as the names do; what is not there counts as 0.
func namePrefix(_ name: UnsafeRawBufferPointer) -> UInt64 {
    if name.count >= 8 {
        return UInt64(bigEndian: name.loadUnaligned(as: UInt64.self))
    }
    var prefix: UInt64 = 0
    for byte in name {
        prefix = prefix << 8 | UInt64(byte)
    }
    return prefix << (8 * UInt64(8 - name.count))
}
