import Dispatch
import Glibc
import TestSupport
import Testing

/// Whether the real rclone is there; where it is not the tests that need it are left out.
enum RealRclone {
    static let isInstalled: Bool = {
        let found = access("/usr/bin/rclone", X_OK) == 0
        if !found { print("tests with the real rclone are left out: there is no /usr/bin/rclone") }
        return found
    }()
}

/// A server of the real rclone that serves a folder on this machine, until it is let go of.
final class RcloneServing: Sendable {
    let port: Int
    private let process: StartedProcess

    /// Starts one.
    ///
    /// - Parameters:
    ///   - kind: `webdav` or `sftp`.
    ///   - folder: What to serve.
    ///   - environment: Its environment.
    ///   - options: More options.
    /// - Throws: That it does not start.
    init(_ kind: String, _ folder: [UInt8], environment: [[UInt8]], _ options: String...) throws {
        var port: Int?
        var started: StartedProcess?
        // It cannot choose a port that is free by itself and say which.
        for _ in 0..<20 where port == nil {
            let tried = Int.random(in: 20_000..<32_000)
            let words = ["serve", kind, "--addr", "127.0.0.1:\(tried)", "-v"] + options
            let process = try StartedProcess(
                bytes("/usr/bin/rclone"),
                words.map { bytes($0) } + [folder],
                environment: environment
            )
            for _ in 0..<400 where port == nil {
                if Self.isListening(on: tried) { port = tried }
                usleep(25_000)
            }
            if port == nil {
                process.send(SIGKILL)
                _ = try? process.wait()
            } else {
                started = process
            }
        }
        self.port = try #require(port)
        process = try #require(started)
    }

    deinit {
        process.send(SIGTERM)
        _ = try? process.wait(timeout: .seconds(10))
    }

    private static func isListening(on port: Int) -> Bool {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

extension Scene {
    /// The environment in which `tree:` is the tree of this scene.
    var treeRemote: [String: [UInt8]?] {
        ["RCLONE_CONFIG_TREE_TYPE": bytes("alias"), "RCLONE_CONFIG_TREE_REMOTE": root]
    }

    /// Runs `imgindex index` on a remote.
    @discardableResult
    func runRclone(
        _ options: String...,
        root: String = "rclone:tree:",
        environment: [String: [UInt8]?] = [:]
    ) throws -> ProcessEnd {
        try command(
            indexArguments(["-v"] + options, [bytes(root)]),
            environment: treeRemote.merging(environment) { $1 }
        )
    }

    /// The images that are there, as `PATH|SIZE|SECONDS`, without the root.
    func rcloneImages(_ root: String = "rclone:tree:") throws -> [String] {
        try query(
            """
            SELECT substr(path, \(root.utf8.count + 1)) || '|' || size || '|' || strftime('%s', modified)
            FROM images WHERE state = 'present'
            """
        ).sorted()
    }

    /// The `.jpg` files of the tree, as ``rcloneImages(_:)`` tells them.
    func treeImages() throws -> [String] {
        let found = try shell(#"cd tree && find . -type f -name '*.jpg' -printf '/%P|%s|%T@\n' | sed 's/\.[0-9]*$//'"#)
        return found.outputText.split(separator: "\n").map(String.init).sorted()
    }

    /// Makes a tree of some folders with two images each, and odd names.
    func growTree() throws {
        let made = try shell(
            """
            cd tree && for folder in . a a/b 'a/b/c d' e; do mkdir -p "$folder"
            printf 1234 >"$folder/one.jpg"; printf 12 >"$folder/two.jpg"; printf x >"$folder/note.txt"
            touch -d '2020-02-03 04:05:06.7 UTC' "$folder/one.jpg"; done
            printf 1 >"e/it's \\"ä\\".jpg"; printf 2 >'e/%41+.jpg'; ln -s one.jpg link.jpg; ln -s . loop
            """
        )
        try #require(made.exitCode == 0, "\(made.errorText)")
    }

    /// Puts a script in the place of rclone.
    ///
    /// - Parameter script: Of `sh`.
    /// - Returns: The environment in which it is found.
    /// - Throws: ``CallError``.
    func fakeRclone(_ script: String) throws -> [String: [UInt8]?] {
        let folder = place.path(of: "bin".utf8)
        _ = try shell(#"mkdir -p "$1""#, [folder])
        try writeFile(folder + bytes("/rclone"), bytes("#!/bin/sh\n\(script)\n"))
        _ = try shell(#"chmod 755 "$1/rclone""#, [folder])
        return ["PATH": folder + bytes(":/usr/bin:/bin")]
    }
}
