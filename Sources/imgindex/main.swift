import Glibc

// Before anything is opened.
ProcessInput.fillClosedStreams()
// A reader of our output that goes away is no reason to end: `Output` sees it by itself, and
// SQLite says what cannot be written.
ProcessInput.letWritesFail()

do throws(UsageError) {
    switch try Invocation(arguments: ProcessInput.arguments) {
    case .help(let command):
        Output.standard.text(HelpText.text(for: command))
        end(.complete)
    case .version:
        Output.standard.text(HelpText.version)
        end(.complete)
    case .status(let options):
        end(try StatusCommand(options).run())
    case .why(let options):
        end(try WhyCommand(options).run())
    case .accept(let options):
        end(try AcceptCommand(options).run())
    case .prune(let options):
        end(try PruneCommand(options).run())
    case .cron(let options):
        end(try CronCommand(options).run())
    case .index(let options):
        try IndexCommand.start(options) { end($0) }
        // Not `dispatchMain()`, see `StopSignals`.
        while true { pause() }
    }
} catch {
    Output.error.line(error.description)
    end(.usage)
}

/// Ends the process, and tells if not all of its output was written.
func end(_ code: ExitCode) -> Never {
    guard let loss = Output.standard.loss else { ProcessInput.exit(code) }
    report("cannot write", Array("standard output".utf8), loss)
    ProcessInput.exit(.worst(of: [code, .outputLost]))
}
