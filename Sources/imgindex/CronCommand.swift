import Indexing
import Listing

/// `imgindex cron`: prints what runs `imgindex index` every night.
struct CronCommand {
    private let options: CronOptions
    private let place: IndexLocation

    init(_ options: CronOptions) throws(UsageError) {
        self.options = options
        // What `imgindex index` would refuse every night is refused here.
        _ = try IndexCommand.extensionSet(options.extensions, in: .cron)
        _ = try IndexCommand.excludeRules(options.excludes, defaults: true, in: .cron)
        try IndexCommand.checkRemote(options.roots, in: .cron)
        let isOnBox = options.roots.contains { RemoteRoot($0)?.scheme == .box }
        let logsIn = options.options.contains { option in Self.logins.contains { option.starts(with: $0) } }
        if isOnBox && !logsIn { throw UsageError(.noLastingBoxLogin, in: .cron) }
        place = try IndexLocation(option: options.indexFile, for: .cron, environment: ProcessInput.environment)
    }

    func run() -> ExitCode {
        guard let program = Self.program(), let index = vanishedRootPath(place.file)
        else {
            report("cannot tell a path", place.file, "the current folder is not there")
            return .rootUnreadable
        }
        let roots = options.roots.map { RemoteRoot($0)?.typed ?? vanishedRootPath($0) ?? $0 }
        let words = options.options.map(Self.absolute)
        for word in [program, index] + roots + words where CronText.isUnfit(word) {
            report(
                "cannot write into crontab",
                word,
                "a name with a control character, or that is not UTF-8, has no spelling there"
            )
            return .usage
        }
        for root in roots {
            // No reason not to print: it may be a disk that is not there now.
            if case .failure(let error) = spelling(of: root, Watch(seconds: IndexCommand.standardPatience)) {
                report("cannot find root now", root, error.reason)
            }
        }
        let text = CronText(
            program: program,
            index: index,
            options: words,
            roots: roots,
            user: ProcessInput.user,
            rclone: usesRclone ? CronText.RcloneFiles { ProcessInput.environment($0) } : nil
        )
        Output.standard.text(text.crontab + "\n" + text.service + "\n" + text.timer)
        return .complete
    }

    /// Whether rclone has to find its remotes.
    private var usesRclone: Bool {
        options.roots.contains { RemoteRoot($0)?.scheme == .rclone }
            || options.options.contains { $0.starts(with: Self.boxLogin) }
    }

    private static let boxLogin = Array("\(OptionName.boxLogin.typed)=".utf8)
    private static let logins = [boxConfig, boxLogin]
    private static let boxConfig = Array("\(OptionName.boxConfig.typed)=".utf8)

    /// An option whose file has a path that holds everywhere.
    private static func absolute(_ option: [UInt8]) -> [UInt8] {
        guard option.starts(with: boxConfig) else { return option }
        return vanishedRootPath(Array(option.dropFirst(boxConfig.count))).map { boxConfig + $0 } ?? option
    }

    /// The path to start this program by, also when a newer one has taken its place; nil if that cannot be told.
    ///
    /// Who keeps each version in a folder of its own puts a link that leads to the newest beside these folders.
    private static func program() -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        guard let file = vanishedRootPath(Array("/proc/self/exe".utf8)) else { return nil }
        let names = file.split(separator: slash)
        guard names.count > 2, let name = names.last else { return file }
        let link = [slash] + (names.dropLast(2) + [name]).joined(separator: [slash])
        guard let target = try? rootPath(link), target == file else { return file }
        return link
    }
}
