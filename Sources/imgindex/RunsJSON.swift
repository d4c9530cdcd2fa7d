import Indexing

/// The summary for programs: `{"runs": [{...}]}`, an object a root with the columns of the view `runs`.
func runsJSON(_ runs: [[Column]]) -> String {
    let objects = runs.map { columns in
        JSONValue.object(columns.map { JSONMember(key: $0.name, value: JSONValue($0.content)) })
    }
    return JSONValue.object([JSONMember(key: "runs", value: .list(objects))]).json
}

extension JSONValue {
    init(_ content: Column.Content) {
        switch content {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .bytes(let bytes): self = .text(bytes)
        }
    }
}
