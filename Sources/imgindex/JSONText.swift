/// What a line of JSON can hold: no more than the output of the command needs.
enum JSONValue: Equatable {
    /// Nothing known.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction; what JSON cannot say (infinity) is null.
    case real(Double)
    /// A text as UTF-8; bytes that are not become U+FFFD.
    case text([UInt8])
    /// Values in order.
    case list([JSONValue])
    /// Members in the order in which they are written.
    case object([JSONMember])
}

/// One member of an object.
struct JSONMember: Equatable {
    /// Its key.
    let key: String
    /// Its value.
    let value: JSONValue
}

extension JSONValue {
    /// The value as one line of JSON, without a line feed at the end.
    ///
    /// Characters that act on a terminal or deceive its reader are written as
    /// `\uNNNN`, which JSON readers turn back.
    var json: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null:
            text += "null"
        case .integer(let number):
            text += "\(number)"
        case .real(let number):
            text += number.isFinite ? "\(number)" : "null"
        case .text(let bytes):
            Self.write(quoted: String(decoding: bytes, as: UTF8.self), to: &text)
        case .list(let values):
            text += "["
            for (position, value) in values.enumerated() {
                if position > 0 { text += ", " }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (position, member) in members.enumerated() {
                if position > 0 { text += ", " }
                Self.write(quoted: member.key, to: &text)
                text += ": "
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(quoted string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where isUnseen(scalar):
                for unit in UTF16.encode(scalar) ?? .init() {
                    text += "\\u\(hexadecimal(UInt32(unit), digits: 4))"
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
