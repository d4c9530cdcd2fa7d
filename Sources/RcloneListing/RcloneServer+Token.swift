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
        let failure = { @Sendable (words: String, code: Int32) -> Result<String, ListingError> in
            .failure(ListingError(call: "login", code: code, words: words))
        }
        let place = RcloneObject().adding("fs", Array("\(remote):".utf8)).adding("remote", []).bytes
        let made = { @Sendable (name: String) in self.environment.option(name, of: remote) }
        // Asks the store for something, with which rclone refreshes the token; only to open the remote does not.
        ask(
            .call("operations/stat", place),
            call: "login",
            reply: Reply { answer in
                if case .failure(let error) = answer {
                    let isRefusal = Self.refusals.contains { error.reason.lowercased().contains($0) }
                    return reply(failure(error.reason, isRefusal ? ListingError.refusedCode : error.code))
                }
                self.ask(
                    .call("config/get", RcloneObject().adding("name", Array(remote.utf8)).bytes),
                    call: "login",
                    reply: Reply { answer in
                        guard let body = try? answer.get().body else {
                            return reply(
                                failure("rclone does not tell the token of '\(remote)'", ListingError.failedCode)
                            )
                        }
                        let (found, stored) =
                            JSONValue.read(body) { ($0["type"]?.string, $0["token"]?.bytes) } ?? (nil, nil)
                        if (made("type") ?? found) != type {
                            let why = "'\(remote)' is no remote of the type '\(type)'"
                            return reply(failure(why, ListingError.failedCode))
                        }
                        // What rclone was refreshed with is in its file, also of a remote that the environment makes.
                        let kept = stored ?? made("token").map { Array($0.utf8) }
                        let token = kept.flatMap { JSONValue.read($0) { $0["access_token"]?.string } }
                        let none = failure("rclone has no token for '\(remote)'", ListingError.refusedCode)
                        reply(token.map { .success($0) } ?? none)
                    }
                )
            }
        )
    }

    /// What is in the words of rclone when a store does not take its login: the errors of RFC 6749, 5.2, the status, and
    /// its own when it has no refresh token.
    private static let refusals = [
        "invalid_grant", "invalid_client", "unauthorized", "401", "token expired", "empty token", "reconnect",
    ]
}
