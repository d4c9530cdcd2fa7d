public import AsyncLoop
internal import JSON
public import Listing

extension RcloneServer {
    /// Gets the token that rclone has for a remote, refreshed if its time is up.
    ///
    /// - Parameters:
    ///   - remote: The remote's name.
    ///   - type: The kind of store that it has to be.
    ///   - reply: Called exactly once, on the server's queue.
    public func token(of remote: String, type: String, reply: Reply<Result<String, ListingError>>) {
        let failure = { @Sendable (words: String) -> Result<String, ListingError> in
            .failure(ListingError(call: "login", code: ListingError.refusedCode, words: words))
        }
        let place = RcloneObject().adding("fs", Array("\(remote):".utf8)).adding("remote", []).bytes
        let made = { @Sendable (name: String) in self.environment.option(name, of: remote) }
        // Asks the store for something, with which rclone refreshes the token; only to open the remote does not.
        ask(
            .call("operations/stat", place),
            call: "login",
            reply: Reply { answer in
                if case .failure(let error) = answer { return reply(.failure(error)) }
                self.ask(
                    .call("config/get", RcloneObject().adding("name", Array(remote.utf8)).bytes),
                    call: "login",
                    reply: Reply { answer in
                        guard let body = try? answer.get().body else {
                            return reply(failure("rclone does not tell the token of '\(remote)'"))
                        }
                        let (found, stored) =
                            JSONValue.read(body) { ($0["type"]?.string, $0["token"]?.bytes) } ?? (nil, nil)
                        if (made("type") ?? found) != type {
                            return reply(failure("'\(remote)' is no remote of the type '\(type)'"))
                        }
                        // What rclone was refreshed with is in its file, also of a remote that the environment makes.
                        let kept = stored ?? made("token").map { Array($0.utf8) }
                        let token = kept.flatMap { JSONValue.read($0) { $0["access_token"]?.string } }
                        reply(token.map { .success($0) } ?? failure("rclone has no token for '\(remote)'"))
                    }
                )
            }
        )
    }
}
