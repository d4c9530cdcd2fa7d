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
        place = try IndexLocation(option: options.indexFile, for: .cron, environment: ProcessInput.environment)
    }

    func run() -> ExitCode {
        guard let program = vanishedRootPath(Array("/proc/self/exe".utf8)), let index = vanishedRootPath(place.file)
        else {
            report("cannot tell a path", place.file, "the current folder is not there")
            return .rootUnreadable
        }
        let roots = options.roots.map { RemoteRoot($0)?.typed ?? vanishedRootPath($0) ?? $0 }
        for word in [program, index] + roots + options.options where CronText.isUnfit(word) {
            report(
                "cannot write into crontab",
                word,
                "a name with a control character, or that is not UTF-8, has no spelling there"
            )
            return .usage
        }
        let text = CronText(
            program: program,
            index: index,
            options: options.options,
            roots: roots,
            user: ProcessInput.user
        )
        Output.standard.text(text.crontab + "\n" + text.service + "\n" + text.timer)
        return .complete
    }
}
