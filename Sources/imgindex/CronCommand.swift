import Indexing

/// `imgindex cron`: prints what runs `imgindex index` every night.
struct CronCommand {
    private let options: CronOptions
    private let place: IndexLocation

    init(_ options: CronOptions) throws(UsageError) {
        self.options = options
        place = try IndexLocation(option: options.indexFile, for: .cron, environment: ProcessInput.environment)
    }

    func run() -> ExitCode {
        guard let program = vanishedRootPath(Array("/proc/self/exe".utf8)), let index = vanishedRootPath(place.file)
        else {
            report("cannot tell a path", place.file, "the current folder is not there")
            return .rootUnreadable
        }
        let roots = options.roots.map { vanishedRootPath($0) ?? $0 }
        for word in [program, index] + roots + options.options where CronText.isUnfit(word) {
            report("cannot write into crontab", word, "a name with a control character has no spelling there")
            return .usage
        }
        let text = CronText(program: program, index: index, options: options.options, roots: roots)
        Output.standard.text(text.crontab + "\n" + text.service + "\n" + text.timer)
        return .complete
    }
}
