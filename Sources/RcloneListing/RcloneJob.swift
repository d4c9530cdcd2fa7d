import Listing

/// What is asked of rclone.
struct RcloneJob: Sendable {
    /// What is asked.
    enum Question: Sendable {
        /// The items of a folder: of a remote, with or without a base path, and of the path below.
        case list(remote: [UInt8], folder: [UInt8], hash: String?)
        /// Anything else: the command and its parameters, a JSON object.
        case call(String, [UInt8])
    }

    let question: Question
    let call: StaticString
    let end: @Sendable (Result<RcloneAnswer, ListingError>) -> Void
    /// How often it was sent to a process that ended meanwhile.
    var attempts = 0

    /// The folder that is listed; nil: none is.
    var folder: [UInt8]? {
        guard case .list(_, let folder, _) = question else { return nil }
        return folder
    }

    /// The command of the remote control.
    var command: String {
        switch question {
        case .list: "operations/list"
        case .call(let command, _): command
        }
    }

    /// Its parameters.
    var body: [UInt8] {
        switch question {
        case .call(_, let body): return body
        case .list(let remote, let folder, let hash):
            var options = RcloneObject().adding("noMimeType", json: Array("true".utf8))
            if let hash {
                let types = [UInt8(ascii: "[")] + RcloneObject.string(Array(hash.utf8)) + [UInt8(ascii: "]")]
                options = options.adding("showHash", json: Array("true".utf8)).adding("hashTypes", json: types)
            }
            return RcloneObject().adding("fs", remote).adding("remote", folder).adding("opt", json: options.bytes).bytes
        }
    }
}

/// What rclone answered.
struct RcloneAnswer: Sendable {
    let body: [UInt8]
    /// What it said meanwhile of items that are not in the answer; nil: nothing.
    let complaint: String?
}

extension ListingError {
    /// The code that stands for an error of rclone in words.
    static func code(ofRclone words: String) -> Int32 {
        let lower = words.lowercased()
        if lower.contains("directory not found") { return missingCode }
        let denials = ["permission denied", "accessdenied", "access denied", "access_denied", "forbidden"]
        return denials.contains { lower.contains($0) } ? deniedCode : failedCode
    }
}
