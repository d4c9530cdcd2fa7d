internal import CSystem

/// A time as services on the network write it, RFC 3339 with a zone: `2012-12-12T10:53:43-08:00`, with or without parts
/// of a second.
///
/// - Parameter text: The time.
/// - Returns: Nanoseconds since 1970-01-01 UTC; nil if it is none, or not within what 64 bits hold.
public func internetTime(_ text: String) -> Int64? {
    var seconds: Int64 = 0
    let rest = text.withCString { text -> String? in
        var rest: UnsafePointer<CChar>?
        return imgindex_date(text, &seconds, &rest) ? rest.map { String(cString: $0) } : nil
    }
    guard var zone = rest else { return nil }
    var fraction: Int64 = 0
    if zone.first == "." {
        let digits = zone.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return nil }
        fraction = Int64(digits.prefix(9)).map { $0 * tenTo(9 - min(9, digits.count)) } ?? 0
        zone = String(zone.dropFirst(1 + digits.count))
    }
    guard let offset = zoneOffset(zone) else { return nil }
    let (nanoseconds, overflow) = (seconds - offset).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = nanoseconds.addingReportingOverflow(fraction)
    return overflow || carry ? nil : sum
}

private func tenTo(_ power: Int) -> Int64 {
    (0..<power).reduce(1) { product, _ in product * 10 }
}

/// How many seconds a zone is ahead of UTC: of `Z`, `+hh:mm` or `-hh:mm`.
private func zoneOffset(_ zone: String) -> Int64? {
    if zone == "Z" || zone == "z" { return 0 }
    let bytes = Array(zone.utf8)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
        bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
        let hours = UInt8(String(zone.dropFirst().prefix(2))), let minutes = UInt8(String(zone.suffix(2))), minutes < 60
    else { return nil }
    let offset = Int64(hours) * 3_600 + Int64(minutes) * 60
    return bytes[0] == UInt8(ascii: "-") ? -offset : offset
}
