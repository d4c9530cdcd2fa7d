import Listing
import TestSupport
import Walking

/// The calls a visitor saw, as text.
func trace(of visitor: RecordingVisitor) -> [String] {
    visitor.events.map { event in
        switch event {
        case .inspect(let folder, let name): "inspect \(text(folder.bytes(of: name)))"
        case .visit(let visit): "visit \(text(visit.path.bytes))"
        case .decide(let path): "decide \(text(path.bytes))"
        case .finish(_, let visit, _): "finish \(text(visit.path.bytes))"
        }
    }
}

/// The calls a walk of a tree must make at width 1.
func expectedTrace(_ tree: TestTree) -> [String] {
    var trace: [String] = []
    func walk(_ folder: Int, _ path: String) {
        let items = tree.sortedItems(of: folder)
        func below(_ item: TestTree.Item) -> String { "\(path == "/" ? "" : path)/\(text(item.name))" }
        for item in items where item.content.kind != .folder { trace.append("inspect \(below(item))") }
        trace.append("visit \(path)")
        for item in items {
            if case .folder(let number) = item.content {
                trace.append("decide \(below(item))")
                walk(number, below(item))
            }
        }
        trace.append("finish \(path)")
    }
    walk(0, "/")
    return trace
}

/// Bytes as text without loss: what is not printable ASCII is escaped.
func text(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
            ? String(UnicodeScalar(byte)) : "\\\(String(byte, radix: 16))"
    }.joined()
}
