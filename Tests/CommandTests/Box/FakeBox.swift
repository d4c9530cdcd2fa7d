import AsyncLoop
import Dispatch
import Glibc
import HTTPClient
import JSON
import Listing
import TestSupport
import Testing

/// A Box on this machine: `Tests/FakeBox`, a program of its own that ends with the test, whatever that dies of.
final class FakeBox: Sendable {
    /// The token that it takes.
    static let token = "fake-token"

    let address: String
    private let place: TemporaryFolder
    private let process: StartedProcess
    /// The end of its standard input that is held open here.
    private let lifeline: Int32
    private let http: HTTPClient

    /// Starts one.
    ///
    /// - Parameter options: Of `fakebox.py`.
    /// - Throws: Whatever keeps it from starting.
    init(_ options: String...) throws {
        place = try TemporaryFolder()
        http = try HTTPClient()
        let input = place.path(of: "input".utf8)
        #expect(withCString(input) { mkfifo($0, 0o600) } == 0)
        lifeline = withCString(input) { open($0, O_RDWR | O_CLOEXEC) }
        let program =
            bytes(#filePath).split(separator: UInt8(ascii: "/")).dropLast(3)
            .reduce([]) { $0 + [UInt8(ascii: "/")] + $1 } + bytes("/FakeBox/fakebox.py")
        let script = #"input=$1; shift; exec python3 "$@" <"$input""#
        process = try StartedProcess(
            bytes("/bin/sh"),
            [bytes("-c"), bytes(script), bytes("sh"), input, program] + options.map { bytes($0) }
        )
        var port: Substring?
        for _ in 0..<1_200 where port == nil {
            let output = try process.outputSoFar()
            if output.last == UInt8(ascii: "\n") {
                port = text(output).split(separator: "\n").first?.split(separator: " ").last
            } else {
                usleep(25_000)
            }
        }
        address = "http://127.0.0.1:\(try #require(port))"
    }

    deinit {
        process.send(SIGTERM)
        _ = try? process.wait(timeout: .seconds(10))
        close(lifeline)
    }

    /// The environment of a command that talks to it.
    var environment: [String: [UInt8]?] {
        ["IMGINDEX_BOX_API": bytes(address), "BOX_TOKEN": bytes(Self.token)]
    }

    /// Asks its control interface.
    ///
    /// - Parameters:
    ///   - name: What for.
    ///   - body: A JSON object to post; nil: something is read.
    /// - Returns: The answer.
    /// - Throws: That it did not take it.
    @discardableResult
    func control(_ name: String, _ body: String? = nil) throws -> [UInt8] {
        let answer = try ask(name, body)
        try #require(answer.status == 200, "\(name) \(body ?? ""): \(text(answer.body))")
        return answer.body
    }

    private func ask(_ name: String, _ body: String?) throws -> HTTPAnswer {
        var request = HTTPRequest("\(address)/_fake/\(name)")
        request.isPlain = true
        // The log of 100,000 requests.
        request.largestAnswer = 1 << 30
        request.body = body.map { bytes($0) }
        let done = DispatchSemaphore(value: 0)
        let slot = Confined<Result<HTTPAnswer, HTTPFailure>?>(label: "answer", nil)
        http.send(
            request,
            reply: Reply { answer in
                slot.async { slot in
                    slot = answer
                    done.signal()
                }
            }
        )
        done.wait()
        return try #require(slot.queue.sync { slot.withValue { $0 } }).get()
    }

    /// Lets something go wrong: a JSON object as `Tests/FakeBox/faults.py` has it.
    func plan(_ fault: String) throws { try control("faults", fault) }

    /// Forgets all that was asked.
    func clearLog() throws { try control("log", #"{"clear": true}"#) }

    /// Changes something, and tells which item it was.
    @discardableResult
    func change(_ name: String, _ body: String) throws -> Int64 {
        let id = JSONValue.read(try control(name, body)) { $0["id"]?.string.flatMap { Int64($0) } }
        return try #require(id)
    }

    /// Changes something if that can be: no folder has two items of a name, or is in itself.
    ///
    /// - Returns: Which item it was; nil if it cannot.
    @discardableResult
    func changeIfPossible(_ name: String, _ body: String) throws -> Int64? {
        let answer = try ask(name, body)
        if answer.status == 400 { return nil }
        return JSONValue.read(answer.body) { $0["id"]?.string.flatMap { Int64($0) } }
    }

    /// A request that was made.
    struct Request: Sendable {
        let path: String
        let query: String
        let status: Int64
        /// In milliseconds of one clock.
        let start: Double
        let end: Double

        /// The folder whose items were asked for; nil: something else was.
        var folder: String? {
            let parts = path.split(separator: "/")
            return parts.count == 4 && parts[3] == "items" ? String(parts[2]) : nil
        }
    }

    /// All requests of Box's own interface, in their order.
    func requests() throws -> [Request] {
        let read = JSONValue.read(try control("log")) { value -> [Request]? in
            guard let all = value["requests"], let count = all.count else { return nil }
            return (0..<count).compactMap { index in
                guard let one = all[index], let path = one["path"]?.string else { return nil }
                return Request(
                    path: path,
                    query: one["query"]?.string ?? "",
                    status: one["status"]?.integer ?? 0,
                    start: one["start"]?.number ?? 0,
                    end: one["end"]?.number ?? 0
                )
            }
        }
        return try #require(read)
    }

    /// The paths of all folders that are not in the trash, by their numbers.
    func paths() throws -> [Int64: String] {
        let read = JSONValue.read(try control("tree")) { value -> [Int64: String]? in
            guard let all = value["items"], let count = all.count else { return nil }
            var paths: [Int64: String] = [:]
            for index in 0..<count {
                guard let item = all[index], item["type"]?.string == "folder",
                    item["item_status"]?.string == "active", let path = item["path"]?.string,
                    let id = item["id"]?.string.flatMap({ Int64($0) })
                else { continue }
                paths[id] = path
            }
            return paths
        }
        return try #require(read)
    }

    /// What is there: the lines `id|path|size|sha1` of all files that are not in the trash and whose names end in `.jpg`.
    func images() throws -> [String] {
        let read = JSONValue.read(try control("tree")) { value -> [String]? in
            guard let all = value["items"], let count = all.count else { return nil }
            return (0..<count).compactMap { index in
                guard let item = all[index], item["type"]?.string == "file", item["item_status"]?.string == "active",
                    let path = item["path"]?.string, path.hasSuffix(".jpg"), let id = item["id"]?.string,
                    let size = item["size"]?.integer, let sha1 = item["sha1"]?.string
                else { return nil }
                return "\(id)|\(path)|\(size)|\(sha1)"
            }
        }
        return try #require(read).sorted()
    }
}

extension Scene {
    /// Runs `imgindex index` on a fake Box, as fast as it can.
    @discardableResult
    func run(
        _ box: FakeBox,
        _ options: String...,
        root: String = "box:",
        environment: [String: [UInt8]?] = [:]
    ) throws -> ProcessEnd {
        try command(
            indexArguments(["-v", "--rate=0"] + options, [bytes(root)]),
            environment: box.environment.merging(environment) { $1 }
        )
    }

    /// What is in the index, as ``FakeBox/images()`` tells it.
    func boxImages() throws -> [String] {
        try query(
            "SELECT remote_id, substr(path, 6), size, sha1 FROM images WHERE state = 'present' ORDER BY 1 || '|'"
        ).sorted()
    }
}
