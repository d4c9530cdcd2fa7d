import AsyncLoop
import Dispatch
import SQLite
import Synchronization
import TestSupport

@testable import Indexing

/// An index in a temporary folder, driven without a walker.
final class ScratchIndex {
    let scratch: TemporaryFolder
    /// The index file.
    let path: [UInt8]
    private var open: IndexFile?
    private var other: Connection?

    init() throws {
        scratch = try TemporaryFolder()
        path = scratch.path(of: "index.db".utf8)
    }

    deinit {
        close()
    }

    /// The index, opened when it is first asked for.
    func file() throws -> IndexFile {
        if let open { return open }
        let file = try IndexFile(path)
        open = file
        return file
    }

    /// Closes the index; it opens again when it is used again.
    func close() {
        other?.close()
        other = nil
        open?.close()
        open = nil
    }

    /// Begins a run.
    func begin(_ root: String, rules: RunRules = .tests, stop: LoopStop = LoopStop()) throws -> IndexRun {
        try file().beginRun(of: Array(root.utf8), rules: rules, readers: 1, stop: stop)
    }

    /// Runs a root: all of what was found, to the end.
    @discardableResult
    func run(
        _ found: Found,
        of root: String = "/r",
        rules: RunRules = .tests,
        state: RunEnd.State = .complete
    ) throws -> RunCounts {
        let run = try begin(root, rules: rules)
        run.take(found)
        return try run.finish(state).counts
    }

    /// A connection as another program would have one; closed with the index.
    func connection() throws -> Connection {
        if let other { return other }
        // A writer, because a reader needs the companions of the file to be there.
        let connection = try Connection(path: path, mode: .readWrite)
        other = connection
        return connection
    }

    /// The rows of a query.
    func rows(_ sql: String, _ parameters: [Value] = []) throws -> [[Value]] {
        try connection().rows(sql, parameters)
    }

    /// The first column of the first row of a query.
    func value(_ sql: String, _ parameters: [Value] = []) throws -> Value? {
        try rows(sql, parameters).first?.first
    }

    /// Changes the index as another program would.
    func execute(_ sql: String) throws {
        try connection().execute(sql)
    }
}

extension RunRules {
    /// Rules under which names that end in jpg and png are images.
    static var tests: RunRules { .tests() }

    /// The same with rules for what is held.
    static func tests(hold: HoldRules = HoldRules()) -> RunRules {
        RunRules(
            extensions: [.init(text: "jpg", format: "JPEG"), .init(text: "zzz", format: nil)],
            extensionText: "jpg,zzz",
            defaultExcludes: true,
            excludeText: "",
            width: 1,
            version: "0",
            hold: hold
        )
    }
}

extension IndexRun {
    /// Ends the run and waits for it.
    @discardableResult
    func finish(_ state: RunEnd.State = .complete) throws -> RunReport {
        let gate = Gate()
        let result = Mutex<Result<RunReport, IndexError>?>(nil)
        end(RunEnd(state: state, exitCode: 0), on: DispatchQueue(label: "end")) { end in
            result.withLock { $0 = end }
            gate.open()
        }
        gate.wait()
        // Never nil, because the gate opens after it was set.
        guard let end = result.withLock({ $0 }) else { fatalError("completed without a result") }
        return try end.get()
    }
}

extension Connection {
    /// All rows of a query.
    func rows(_ sql: String, _ parameters: [Value] = []) throws(SQLiteError) -> [[Value]] {
        var rows: [[Value]] = []
        try query(sql, parameters) { row in rows.append((0..<row.columnCount).map(row.value)) }
        return rows
    }
}
