import Dispatch

// Before anything is opened.
ProcessInput.fillClosedStreams()
// A reader of our output that goes away is no reason to end: `Output` sees it by itself, and
// SQLite says what cannot be written.
ProcessInput.letWritesFail()

do throws(UsageError) {
    switch try Invocation(arguments: ProcessInput.arguments) {
    case .help(let command):
        Output.standard.text(HelpText.text(for: command))
        ProcessInput.exit(.complete)
    case .version:
        Output.standard.text(HelpText.version)
        ProcessInput.exit(.complete)
    case .status(let options):
        ProcessInput.exit(try StatusCommand(options).run())
    case .index(let options):
        try IndexCommand.start(options) { ProcessInput.exit($0) }
        dispatchMain()
    }
} catch {
    Output.error.line(error.description)
    ProcessInput.exit(.usage)
}
