internal import CJansson

/// A value of a JSON text, while the text is read; not to be kept.
///
/// jansson reads the whole text; this only looks into what it made. A member that is not there, and one of another
/// kind than was asked for, are nil alike: what a server answers is taken as far as it makes sense.
public struct JSONValue {
    private let value: UnsafeMutablePointer<json_t>

    fileprivate init(_ value: UnsafeMutablePointer<json_t>) {
        self.value = value
    }

    /// Reads a JSON text (RFC 8259) and calls a closure with its value.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - body: Called once, if the text is one.
    /// - Returns: What `body` returns; nil if the text is none, or has zero bytes, numbers beyond 64 bits, or more
    ///   than 2,048 levels.
    public static func read<Result>(_ bytes: [UInt8], _ body: (JSONValue) -> Result?) -> Result? {
        let value = bytes.withUnsafeBytes { bytes in
            json_loadb(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, 0, nil)
        }
        guard let value else { return nil }
        defer { imgindex_json_free(value) }
        return body(JSONValue(value))
    }

    /// The member of an object; nil if there is none, or it is null.
    public subscript(_ key: StaticString) -> JSONValue? {
        let member = key.withUTF8Buffer { key in
            key.withMemoryRebound(to: CChar.self) { json_object_get(value, $0.baseAddress) }
        }
        guard let member, imgindex_json_type(member) != JSON_NULL else { return nil }
        return JSONValue(member)
    }

    /// The number of elements of an array; nil if it is none.
    public var count: Int? {
        imgindex_json_type(value) == JSON_ARRAY ? json_array_size(value) : nil
    }

    /// An element of an array; nil if it is none, or has no such element.
    public subscript(position: Int) -> JSONValue? {
        position < 0 ? nil : json_array_get(value, position).map(JSONValue.init)
    }

    /// Whether it is an object.
    public var isObject: Bool { imgindex_json_type(value) == JSON_OBJECT }

    /// The bytes of a string, in UTF-8.
    public var bytes: [UInt8]? {
        json_string_value(value).map { start in
            Array(UnsafeRawBufferPointer(start: start, count: json_string_length(value)))
        }
    }

    /// A string.
    public var string: String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A whole number.
    public var integer: Int64? {
        imgindex_json_type(value) == JSON_INTEGER ? json_integer_value(value) : nil
    }

    /// A number, whole or not.
    public var number: Double? {
        switch imgindex_json_type(value) {
        case JSON_INTEGER: Double(json_integer_value(value))
        case JSON_REAL: json_real_value(value)
        default: nil
        }
    }

    /// Whether it is `true`, or `false`.
    public var boolean: Bool? {
        switch imgindex_json_type(value) {
        case JSON_TRUE: true
        case JSON_FALSE: false
        default: nil
        }
    }
}
