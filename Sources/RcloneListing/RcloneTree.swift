public import AsyncLoop
internal import JSON
public import Listing
internal import Synchronization

/// A tree of a remote: what the remote is, and the folder that the tree begins with.
public final class RcloneTree: Sendable {
    let name: RcloneRootName
    let backend: RcloneBackend
    let features: RcloneFeatures
    /// What tells the remote's items from those of others.
    let volume: Volume
    /// The first listing of the folder that it begins with, until it is taken.
    private let first = Mutex<RcloneAnswer?>(nil)

    /// Its path as roots are spelled.
    public var path: [UInt8] { name.path(backend) }

    private init(_ name: RcloneRootName, _ about: About, _ features: RcloneFeatures, _ first: RcloneAnswer) {
        self.name = name
        self.features = features
        backend = about.backend
        volume = about.volume(name)
        self.first.withLock { $0 = first }
    }

    /// The remote and the path that folders are asked for below.
    var place: [UInt8] { name.place(backend) }

    /// The digest to ask for; nil: none comes without a cost.
    var hash: String? { backend.hashesAreFree ? features.hash : nil }

    /// The steps of its times in nanoseconds; nil: it keeps none.
    var precision: Int64? { backend.precision(features) }

    /// Takes the listing with which the tree was found, once.
    func takeFirst() -> RcloneAnswer? {
        first.withLock { first in
            defer { first = nil }
            return first
        }
    }

    /// Finds a tree.
    ///
    /// Asks what the remote is, and lists the folder.
    /// - Parameters:
    ///   - name: Where it begins.
    ///   - server: Asks.
    ///   - reply: Called exactly once, on the server's queue: with the tree, or the error: `ENOENT` if there is none.
    public static func find(
        _ name: RcloneRootName,
        _ server: RcloneServer,
        reply: Reply<Result<RcloneTree, ListingError>>
    ) {
        if let problem = name.problem {
            return reply(.failure(ListingError(call: "rclone", code: ListingError.failedCode, words: problem)))
        }
        server.about(name.remote) { about in
            switch about {
            case .failure(let error): reply(.failure(error))
            case .success(let about):
                if let problem = name.problem(about.backend) {
                    return reply(.failure(ListingError(call: "rclone", code: ListingError.failedCode, words: problem)))
                }
                let place = name.place(about.backend)
                server.features(of: place) { features in
                    switch features {
                    case .failure(let error): reply(.failure(error))
                    case .success(let features):
                        let hash = about.backend.hashesAreFree ? features.hash : nil
                        server.ask(
                            .list(remote: place, folder: [], hash: hash),
                            call: "folder",
                            reply: Reply { answer in
                                reply(answer.map { RcloneTree(name, about, features, $0) })
                            }
                        )
                    }
                }
            }
        }
    }
}

/// What the configuration says of a remote, without its secrets.
struct About: Sendable {
    let backend: RcloneBackend
    /// What makes the remote this one and no other, as far as the configuration says, in a fixed order.
    let marks: [String]

    /// The options that tell where a remote is and whose: no secrets, and nothing that a refresh changes.
    static let options: [StaticString] = [
        "type", "remote", "host", "port", "user", "url", "endpoint", "provider", "region", "account", "drive_id",
        "drive_type", "root_folder_id", "team_drive", "box_sub_type", "upstreams",
    ]

    /// Takes the options, each nil if it is not set.
    init(_ option: (StaticString) -> String?) {
        backend = RcloneBackend.of(option("type"))
        marks = Self.options.compactMap { name in option(name).map { "\(name)=\($0)" } }
    }

    /// The volume of a remote.
    func volume(_ name: RcloneRootName) -> Volume {
        var hash = StableHash()
        for mark in marks { hash.add(Array(mark.utf8)) }
        let top = name.isAbsolute && backend.slashMatters ? "/" : ""
        let mark = marks.isEmpty ? "" : "#\(String(UInt64(bitPattern: hash.value), radix: 16))"
        let type = backend.type.isEmpty ? "rclone" : "rclone-\(backend.type)"
        return Volume(
            identity: Array("rclone:\(name.remote):\(top)\(mark)".utf8),
            type: type,
            hasLastingIDs: backend.hasLastingIDs
        )
    }
}

extension RcloneServer {
    /// Asks what the configuration says of a remote; of one that is made by the environment that says it.
    func about(_ remote: String, completion: @escaping @Sendable (Result<About, ListingError>) -> Void) {
        let made = { @Sendable (name: StaticString) in self.environment.option("\(name)", of: remote) }
        let name = RcloneObject().adding("name", Array(remote.utf8)).bytes
        ask(
            .call("config/get", name),
            call: "remote",
            reply: Reply { answer in
                switch answer {
                case .success(let answer):
                    let about = JSONValue.read(answer.body) { value in About { made($0) ?? value[$0]?.string } }
                    completion(.success(about ?? About(made)))
                case .failure(let error):
                    self.unlessServing(error, About(made), completion)
                }
            }
        )
    }

    /// Asks what rclone says of a store.
    func features(of place: [UInt8], completion: @escaping @Sendable (Result<RcloneFeatures, ListingError>) -> Void) {
        ask(
            .call("operations/fsinfo", RcloneObject().adding("fs", place).bytes),
            call: "remote",
            reply: Reply { answer in
                switch answer {
                case .success(let answer): completion(.success(RcloneFeatures(answer.body) ?? RcloneFeatures()))
                case .failure(let error): self.unlessServing(error, RcloneFeatures(), completion)
                }
            }
        )
    }

    /// Goes on with a standard where rclone cannot be asked, and fails where it was.
    private func unlessServing<Found: Sendable>(
        _ error: ListingError,
        _ standard: Found,
        _ completion: @escaping @Sendable (Result<Found, ListingError>) -> Void
    ) {
        state.async { state in
            completion(state.life.state == .single && error.meaning != .stopped ? .success(standard) : .failure(error))
        }
    }
}
