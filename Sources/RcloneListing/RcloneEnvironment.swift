/// The environment that rclone is given: what it needs to find its configuration, its logins and the network, and nothing
/// else.
///
/// rclone takes every option from the environment too. A stray `RCLONE_EXCLUDE` or `RCLONE_MAX_AGE` would leave files out
/// of each listing without a word, and `AWS_CA_BUNDLE` keeps its backend for S3 from starting at all.
public struct RcloneEnvironment: Sendable {
    /// What is passed on.
    static let names: Set<String> = [
        "HOME", "PATH", "USER", "LOGNAME", "LANG", "LC_ALL", "TMPDIR", "TZ",
        "RCLONE_CONFIG", "RCLONE_PASSWORD_COMMAND",
        "SSL_CERT_FILE", "SSL_CERT_DIR",
        "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
        // Logins that a remote may be told to take from the environment.
        "SSH_AUTH_SOCK", "GOOGLE_APPLICATION_CREDENTIALS",
        "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_REGION",
        "AWS_DEFAULT_REGION", "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE", "AWS_ROLE_ARN",
        "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ROLE_SESSION_NAME",
    ]
    /// What is passed on if its name begins so: `RCLONE_CONFIG_` makes remotes.
    static let beginnings = ["XDG_", "RCLONE_CONFIG_"]

    /// What is set whatever the caller's environment says: links are not followed, as they may lead in circles.
    static let fixed = ["RCLONE_SFTP_SKIP_LINKS=true", "RCLONE_SKIP_LINKS=true", "RCLONE_DRIVE_SKIP_SHORTCUTS=true"]

    /// Entries as `NAME=value`.
    let entries: [[UInt8]]

    /// Picks what rclone is given.
    ///
    /// - Parameter entries: The environment of this process, `NAME=value` each.
    public init(of entries: [[UInt8]]) {
        self.entries =
            entries.filter { entry in
                guard let end = entry.firstIndex(of: UInt8(ascii: "=")) else { return false }
                let name = String(decoding: entry[..<end], as: UTF8.self)
                return Self.names.contains(name) || Self.beginnings.contains { name.hasPrefix($0) }
            } + Self.fixed.map { Array($0.utf8) }
    }

    /// The value of a variable; nil if there is none.
    func value(_ name: String) -> [UInt8]? {
        let start = Array("\(name)=".utf8)
        return entries.first { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
    }

    /// What an option of a remote is set to by the environment, as rclone reads it; nil if it is not.
    ///
    /// - Parameters:
    ///   - option: The option's name.
    ///   - remote: The remote's.
    /// - Returns: The value.
    func option(_ option: String, of remote: String) -> String? {
        let name = "RCLONE_CONFIG_\(remote)_\(option)".uppercased()
        return value(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Finds a program.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - isProgram: Whether a path is one.
    /// - Returns: Its path; nil if it is in none of the folders of `PATH`.
    func program(_ name: String, isProgram: ([UInt8]) -> Bool) -> [UInt8]? {
        for folder in (value("PATH") ?? []).split(separator: UInt8(ascii: ":")) where folder.first == UInt8(ascii: "/")
        {
            let path = folder + [UInt8(ascii: "/")] + name.utf8
            if isProgram(Array(path)) { return Array(path) }
        }
        return nil
    }
}
