import AsyncLoop
import BoxListing
import HTTPClient
import Listing
import RcloneListing

/// What the options and the environment say of Box.
struct BoxConnection: Sendable {
    let endpoint: BoxEndpoint
    /// What to log in with.
    private enum Login {
        case token(GivenBoxToken)
        case application(BoxCredentials)
        /// A remote of rclone that gives tokens.
        case remote(String)
    }

    private let login: Login
    private let rclone: RcloneConnection
    private let options: BoxSession.Options

    /// How many requests are on their way when nobody says.
    static let standardWidth = BoxSession.Options().width

    /// Reads them.
    ///
    /// - Parameters:
    ///   - index: The options.
    ///   - rclone: How to talk to rclone.
    /// - Throws: What is wrong with them, or that there is no login.
    init(_ index: IndexOptions, _ rclone: RcloneConnection) throws(UsageError) {
        let address = ProcessInput.environment("IMGINDEX_BOX_API")
        guard let endpoint = address.map({ BoxEndpoint(String(decoding: $0, as: UTF8.self)) }) ?? .box else {
            throw UsageError(.badBoxAddress(address ?? []), in: .index)
        }
        self.endpoint = endpoint
        var options = BoxSession.Options()
        options.width = index.width ?? Self.standardWidth
        if let rate = index.rate { options.rate = rate == 0 ? nil : Double(rate) }
        // 0 is for ever; a day is.
        if let seconds = index.stall { options.patience = (seconds == 0 ? 86_400 : seconds) * 1_000 }
        self.options = options
        self.rclone = rclone
        login = try Self.login(index)
    }

    private static func login(_ index: IndexOptions) throws(UsageError) -> Login {
        if let remote = index.boxLogin {
            // A remote is named with its colon or without.
            let name = remote.last == UInt8(ascii: ":") ? Array(remote.dropLast()) : remote
            return .remote(String(decoding: name, as: UTF8.self))
        }
        if let file = index.boxConfig {
            do throws(PrivateFileError) {
                let content = try privateFile(file, atMost: 1 << 16)
                do throws(BoxLoginError) {
                    return .application(try BoxCredentials(content))
                } catch {
                    throw PrivateFileError(reason: error.reason)
                }
            } catch {
                throw UsageError(.badBoxConfig(file, error.reason), in: .index)
            }
        }
        guard let text = ProcessInput.environment("BOX_TOKEN"), !text.isEmpty else {
            throw UsageError(.noBoxLogin, in: .index)
        }
        guard let token = GivenBoxToken(String(decoding: text, as: UTF8.self)) else {
            throw UsageError(.badBoxToken, in: .index)
        }
        return .token(token)
    }

    /// Begins to talk to Box.
    ///
    /// - Parameters:
    ///   - stop: Ends it; thrown when Box refuses us.
    ///   - all: Ends what other roots share.
    /// - Returns: The session.
    /// - Throws: Why that cannot be, in words.
    func session(_ stop: LoopStop, all: LoopStop) throws(BoxLoginError) -> BoxSession {
        let certificates = ProcessInput.environment("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }.map {
            String(decoding: $0, as: UTF8.self)
        }
        let http: HTTPClient
        do throws(HTTPFailure) {
            http = try HTTPClient(certificates: certificates)
        } catch {
            throw BoxLoginError(error.reason)
        }
        return BoxSession(endpoint: endpoint, login: try login(http, all), http: http, options: options, stop: stop)
    }

    private func login(_ http: HTTPClient, _ stop: LoopStop) throws(BoxLoginError) -> any BoxLogin {
        switch login {
        case .token(let token): return token
        case .application(let credentials):
            return BoxApplication(credentials, endpoint: endpoint, http: http)
        case .remote(let remote):
            let server: RcloneServer
            do throws(ListingError) {
                server = try rclone.server(stop)
            } catch {
                throw BoxLoginError(error.reason)
            }
            return BrokeredBoxToken { reply in
                server.token(
                    of: remote,
                    type: "box",
                    reply: Reply { token in
                        reply(token.mapError { BoxLoginError($0.reason, isRefusal: $0.meaning == .refused) })
                    }
                )
            }
        }
    }
}
