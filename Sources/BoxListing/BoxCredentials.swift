public import AsyncLoop
public import HTTPClient
internal import JSON

/// What an application logs in with: the client credentials grant of OAuth 2.0 (RFC 6749, 4.4), with Box's subject.
public struct BoxCredentials: Sendable {
    fileprivate let form: [UInt8]

    /// Reads what a person keeps in a file: a JSON object with the strings `client_id`, `client_secret`,
    /// `box_subject_type` (`user` or `enterprise`) and `box_subject_id`.
    ///
    /// - Parameter content: The file's.
    /// - Throws: What is missing in it.
    public init(_ content: [UInt8]) throws(BoxLoginError) {
        form = try Self.form(content)
    }

    private static func form(_ content: [UInt8]) throws(BoxLoginError) -> [UInt8] {
        let read = JSONValue.read(content) { value -> [(String, String?)]? in
            guard value.isObject else { return nil }
            return [
                ("client_id", value["client_id"]?.string), ("client_secret", value["client_secret"]?.string),
                ("box_subject_type", value["box_subject_type"]?.string),
                ("box_subject_id", value["box_subject_id"]?.string),
            ]
        }
        guard let members = read else { throw BoxLoginError("it is no JSON object") }
        var form = "grant_type=client_credentials"
        for (name, value) in members {
            guard let value, !value.isEmpty else { throw BoxLoginError("it has no string '\(name)'") }
            form += "&\(name)=\(formText(value))"
        }
        return Array(form.utf8)
    }
}

/// The login of an application.
public struct BoxApplication: BoxLogin {
    private let credentials: BoxCredentials
    private let endpoint: BoxEndpoint
    private let http: HTTPClient

    /// Makes a login.
    ///
    /// - Parameters:
    ///   - credentials: What it logs in with.
    ///   - endpoint: Where to ask.
    ///   - http: Asks.
    public init(_ credentials: BoxCredentials, endpoint: BoxEndpoint, http: HTTPClient) {
        self.credentials = credentials
        self.endpoint = endpoint
        self.http = http
    }

    /// A new token; see ``BoxLogin/token(insteadOf:reply:)``.
    public func token(insteadOf refused: String?, reply: Reply<Result<String, BoxLoginError>>) {
        var request = HTTPRequest("\(endpoint.url)/oauth2/token")
        request.isPlain = endpoint.isPlain
        request.headers = ["Content-Type: application/x-www-form-urlencoded"]
        request.body = credentials.form
        request.largestAnswer = 1 << 16
        http.send(request, reply: Reply { answer in reply(Self.token(answer)) })
    }

    private static func token(_ answer: Result<HTTPAnswer, HTTPFailure>) -> Result<String, BoxLoginError> {
        switch answer {
        case .failure(let failure):
            let isPassing = failure.kind == .connection || failure.kind == .timeout
            return .failure(
                BoxLoginError("cannot ask Box for a token: \(failure.reason)", isPassing: isPassing, isRefusal: false)
            )
        case .success(let answer):
            let token = JSONValue.read(answer.body) { $0["access_token"]?.string }
            guard answer.status == 200, let token, isToken(token) else {
                let code = JSONValue.read(answer.body) { ($0["error"] ?? $0["code"])?.string } ?? "no token"
                let isPassing = answer.status == 429 || answer.status >= 500
                return .failure(
                    BoxLoginError("Box gives no token: HTTP \(answer.status) \(clipped(code))", isPassing: isPassing)
                )
            }
            return .success(token)
        }
    }
}

/// A text as a value of a form: every byte but letters and digits of ASCII, `-`, `.`, `_` and `~` as `%XX`.
func formText(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
        let scalar = Unicode.Scalar(byte)
        let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte))
        if isPlain || "-._~".utf8.contains(byte) {
            out.unicodeScalars.append(scalar)
        } else {
            let hex = String(byte, radix: 16, uppercase: true)
            out += "%" + (hex.count == 1 ? "0" : "") + hex
        }
    }
    return out
}

/// A word of a server, not longer than one is: what is told a person and kept in the index.
func clipped(_ text: String) -> String {
    String(text.unicodeScalars.prefix(80).map { $0.properties.isWhitespace ? " " : Character($0) })
}
